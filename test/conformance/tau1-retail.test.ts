import { expect, it } from 'vitest';
import { retail } from '../../schemas/retail/domain.ts';
import { loadDatabase, readTasks } from '../../src/formats/index.ts';
import { describeWithShared, readSharedLines, sharedPath } from '../shared.ts';
import { compareCalls, type RecordedCall, withoutCalculator } from './recording.ts';
import { compareEpisodes, compareGold, type Episode, type GoldOutcome } from './whole-tasks.ts';

const OPTIONS = { dialect: 'tau1' };

describeWithShared('τ-retail against recordings of the original', () => {
  const database = loadDatabase(retail, sharedPath('oracles/tau1/retail/db'));
  const tasksOf = (file: string) => readTasks(sharedPath(`oracles/tau1/retail/${file}.json`)).tasks;

  it.each([
    ['tool_fuzz', 8464, { 'arguments refused': 74 }],
    ['tool_edge', 1216, {}],
  ])('%s: every call answers and changes the same', (file, calls, intended) => {
    const recorded = readSharedLines<RecordedCall>(`oracles/tau1/retail/${file}.jsonl.gz`);
    const comparison = compareCalls(retail, database, recorded, OPTIONS);
    expect(comparison.unexpected).toEqual([]);
    expect(comparison.calls).toBe(calls);
    expect(comparison.intended).toEqual(intended);
    expect(withoutCalculator(comparison.otherWords)).toEqual({});
  });

  it.each([
    ['test', 'tasks', 115, 24],
    ['train', 'tasks_train', 500, 20],
    ['dev', 'tasks_dev', 20, 0],
  ] as const)(
    'gold of the %s tasks: the same observations, failures and final states',
    (split, file, count, failures) => {
      const recorded = readSharedLines<GoldOutcome>('oracles/tau1/retail/gold_outcomes.jsonl.gz').filter(
        (row) => row.split === split,
      );
      const tasks = tasksOf(file);
      expect(recorded.length).toBe(count);
      const { problems, failed } = compareGold(retail, database, tasks, recorded, OPTIONS);
      expect(problems).toEqual([]);
      expect(failed).toBe(failures);
    },
  );

  it('episodes: a trial passes exactly where the recorded one was rewarded', async () => {
    const episodes = readSharedLines<Episode>('oracles/tau1/retail/episodes.jsonl.gz');
    const { problems, counts } = await compareEpisodes(retail, database, tasksOf('tasks'), episodes, OPTIONS);
    expect(problems).toEqual([]);
    expect(counts).toEqual({ pass: 752, fail: 546, cut: 115 });
  });
});
