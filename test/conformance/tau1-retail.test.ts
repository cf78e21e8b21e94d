import { expect, it } from 'vitest';
import { retail } from '../../schemas/retail/domain.ts';
import { replayTask } from '../../src/annotate/index.ts';
import type { Action } from '../../src/define/index.ts';
import { Environment } from '../../src/environment/index.ts';
import { loadDatabase, readTasks } from '../../src/formats/index.ts';
import { gradeTrial } from '../../src/grade/index.ts';
import { type AgentMove, hasEnded, runTrial, type UserMove } from '../../src/simulate/index.ts';
import { readStopToken } from '../../src/simulate/stop-token.ts';
import { describeWithShared, readSharedLines, sharedPath } from '../shared.ts';
import {
  asRecorded,
  compareCalls,
  type RecordedCall,
  type RecordedChange,
  recordedChanges,
  sameChanges,
  sameText,
  withoutCalculator,
} from './recording.ts';

const OPTIONS = { dialect: 'tau1' };

interface GoldOutcome {
  readonly split: 'test' | 'train' | 'dev';
  readonly index: number;
  readonly actions: readonly {
    readonly name: string;
    readonly observation?: string;
    readonly skipped?: string;
    readonly error?: boolean;
  }[];
  readonly diff: readonly RecordedChange[];
}

interface Episode {
  readonly index: number;
  readonly script: string;
  readonly user_replies: readonly string[];
  readonly steps: readonly {
    readonly action: { readonly name: string; readonly kwargs: Action['args'] };
    readonly observation: string;
  }[];
  readonly reward_result: { readonly reward: number } | null;
}

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
      const problems: string[] = [];
      let failed = 0;
      for (const row of recorded) {
        const result = replayTask(retail, database, tasks[row.index]!, OPTIONS);
        if (!result.ok) {
          problems.push(`${row.index}: no gold outcome`);
          continue;
        }
        const { steps, outcome } = result.task.gold;
        for (const [position, action] of row.actions.entries()) {
          const observation = steps[position]!.observation;
          if (action.skipped !== undefined) continue;
          failed += Number(observation.failed);
          const same =
            action.error === true
              ? observation.failed
              : sameText(observation.text, action.observation as string);
          if (!same)
            problems.push(`${row.index} action ${position}: ${observation.text} / ${action.observation}`);
        }
        const here = asRecorded(outcome.changes);
        if (!sameChanges(here, recordedChanges(row.diff))) problems.push(`${row.index}: another outcome`);
      }
      expect(problems).toEqual([]);
      expect(failed).toBe(failures);
    },
  );

  it('episodes: a trial passes exactly where the recorded one was rewarded', async () => {
    const tasks = tasksOf('tasks').map((task) => {
      const result = replayTask(retail, database, task, OPTIONS);
      if (!result.ok) throw new Error(`task ${task.id} has no gold outcome`);
      return result.task;
    });
    const problems: string[] = [];
    const counts = { pass: 0, fail: 0, cut: 0 };
    for (const episode of readSharedLines<Episode>('oracles/tau1/retail/episodes.jsonl.gz')) {
      const task = tasks[episode.index]!;
      const trial = await replayEpisode(episode, new Environment(retail, database, { options: OPTIONS }));
      const verdict = gradeTrial(task, { ...trial, ended: hasEnded(trial.stop) }, { outputMode: 'tau' });
      if (verdict.kind === 'void') throw new Error(verdict.message);
      if (episode.reward_result === null) counts.cut += 1;
      else counts[verdict.kind] += 1;
      if ((verdict.kind === 'pass') !== (episode.reward_result?.reward === 1)) {
        problems.push(`${episode.script} ${episode.index}: ${JSON.stringify(verdict.checks)}`);
      }
      const observed = trial.transcript.flatMap((turn) => (turn.role === 'tool' ? [turn.observation] : []));
      const calls = episode.steps.filter((step) => step.action.name !== 'respond');
      for (const [position, step] of calls.entries()) {
        const here = observed[position];
        const failedThere = /^(Error|Unknown action)/.test(step.observation);
        if (here === undefined || (failedThere ? !here.failed : !sameText(here.text, step.observation))) {
          problems.push(`${episode.script} ${episode.index} call ${position}: ${here?.text}`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(counts).toEqual({ pass: 752, fail: 546, cut: 115 });
  });
});

/** Runs a recorded episode through the trial loop: the agent makes the recorded moves, the user gives the recorded replies. */
function replayEpisode(episode: Episode, environment: Environment) {
  const moves: AgentMove[] = episode.steps.map(({ action }, position) =>
    action.name === 'respond'
      ? { text: String(action.kwargs.content) }
      : { calls: [{ id: `call-${position}`, tool: action.name, args: action.kwargs }] },
  );
  const replies: UserMove[] = ['Hello.', ...episode.user_replies].map((reply) => readStopToken(reply));
  let nextMove = 0;
  let nextReply = 0;
  return runTrial({
    task: String(episode.index),
    trial: 0,
    seed: 1,
    scenario: {},
    environment,
    moveCap: moves.length,
    agent: { name: 'recorded', deterministic: true, start: () => ({ respond: () => moves[nextMove++]! }) },
    user: {
      name: 'recorded',
      persona: null,
      deterministic: true,
      start: () => ({ respond: () => replies[nextReply++]! }),
    },
  });
}
