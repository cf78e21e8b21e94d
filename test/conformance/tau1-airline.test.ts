import { expect, it } from 'vitest';
import { airline } from '../../schemas/airline/domain.ts';
import { loadDatabase, readTasks } from '../../src/formats/index.ts';
import { describeWithShared, readSharedLines, sharedPath } from '../shared.ts';
import { compareCalls, type RecordedCall, withoutCalculator } from './recording.ts';
import { compareEpisodes, compareGold, type Episode, type GoldOutcome } from './whole-tasks.ts';

const OPTIONS = { dialect: 'tau1' };

/** The original names a user where a reservation is missing. */
const WRONG_NOUN = (times: number): Record<string, number> => ({
  'get_reservation_details: reservation not found / user not found': times,
});

describeWithShared('τ-airline against recordings of the original', () => {
  const database = loadDatabase(airline, sharedPath('oracles/tau1/airline/db'));
  const { tasks } = readTasks(sharedPath('oracles/tau1/airline/tasks.json'));

  it.each([
    [
      'tool_fuzz',
      7460,
      {
        'arguments refused': 350,
        'partial write undone': 6,
        'row outside its schema': 2,
        'unprintable result': 69,
      },
      {
        ...WRONG_NOUN(108),
        // The original falls over these with exceptions of its language.
        'book_reservation: not enough balance in payment method certificate_3221322 / (TypeError)': 1,
        'book_reservation: not enough balance in payment method certificate_3221323 / (TypeError)': 1,
        'search_onestop_flight: "" is no day of a month / (ValueError)': 4,
        'search_onestop_flight: "ay" is no day of a month / (ValueError)': 2,
        'search_onestop_flight: "xx" is no day of a month / (ValueError)': 2,
      },
    ],
    ['tool_edge', 1527, { 'partial write undone': 30, 'unprintable result': 1 }, WRONG_NOUN(30)],
  ])('%s: every call answers and changes the same', (file, calls, intended, words) => {
    const recorded = readSharedLines<RecordedCall>(`oracles/tau1/airline/${file}.jsonl.gz`);
    const comparison = compareCalls(airline, database, recorded, OPTIONS);
    expect(comparison.unexpected).toEqual([]);
    expect(comparison.calls).toBe(calls);
    expect(comparison.intended).toEqual(intended);
    expect(withoutCalculator(comparison.otherWords)).toEqual(words);
  });

  it('gold of the 50 tasks: the same observations and final states, and no gold action fails', () => {
    const recorded = readSharedLines<GoldOutcome>('oracles/tau1/airline/gold_outcomes.jsonl');
    expect(recorded).toHaveLength(50);
    const { problems, failed } = compareGold(airline, database, tasks, recorded, OPTIONS);
    expect(problems).toEqual([]);
    expect(failed).toBe(0);
  });

  it('episodes: a trial passes exactly where the recorded one was rewarded', async () => {
    const episodes = readSharedLines<Episode>('oracles/tau1/airline/episodes.jsonl.gz');
    const { problems, counts } = await compareEpisodes(airline, database, tasks, episodes, OPTIONS);
    expect(problems).toEqual([]);
    expect(counts).toEqual({ pass: 283, fail: 134, cut: 50 });
  });
});
