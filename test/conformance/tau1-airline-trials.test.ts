import { expect, it } from 'vitest';
import { airline } from '../../schemas/airline/domain.ts';
import { replayTask } from '../../src/annotate/index.ts';
import type { Action } from '../../src/define/index.ts';
import { Environment } from '../../src/environment/index.ts';
import { loadDatabase, readTauTasks } from '../../src/formats/index.ts';
import { gradeTrial } from '../../src/grade/index.ts';
import { mean } from '../../src/metrics/bootstrap.ts';
import { passHatK } from '../../src/metrics/pass.ts';
import { describeWithShared, readSharedLines, sharedPath } from '../shared.ts';

const OPTIONS = { dialect: 'tau1' };
const FILE = 'trajectories/tau1-airline-sierra-gpt4o.jsonl.gz';

interface RecordedTrial {
  readonly task_id: string;
  readonly trial: number;
  readonly reward: number;
  readonly instruction_or_task_ref: { readonly instruction: string };
  readonly gold_actions: readonly { readonly name: string; readonly arguments: Action['args'] }[];
  readonly gold_outputs: readonly string[];
  readonly replay: { readonly db_match: boolean; readonly episode_done: boolean };
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly { readonly name: string; readonly arguments: Action['args'] }[];
  }[];
}

describeWithShared('200 recorded gpt-4o trials of τ-airline', () => {
  const database = loadDatabase(airline, sharedPath('oracles/tau1/airline/db-2024'));
  const trials = readSharedLines<RecordedTrial>(FILE).map((recorded) => ({ recorded, ...replay(recorded) }));

  function replay(recorded: RecordedTrial): { readonly sameDatabase: boolean; readonly passed: boolean } {
    const { instruction } = recorded.instruction_or_task_ref;
    const actions = recorded.gold_actions.map(({ name, arguments: kwargs }) => ({ name, kwargs }));
    const [task] = readTauTasks([{ instruction, actions, outputs: recorded.gold_outputs }], FILE);
    const gold = replayTask(airline, database, task!, OPTIONS);
    if (!gold.ok) throw new Error(`gold of task ${recorded.task_id} fails`);
    const environment = new Environment(airline, database, { options: OPTIONS });
    for (const { tool_calls: calls } of recorded.messages) {
      for (const { name, arguments: args } of calls ?? []) environment.call({ tool: name, args });
    }
    const transcript = recorded.messages.flatMap(({ role, content, tool_calls: calls }) =>
      role === 'assistant' && content !== null && (calls ?? []).length === 0
        ? [{ role: 'agent' as const, text: content }]
        : [],
    );
    const outcome = environment.outcome();
    const verdict = gradeTrial(
      gold.task,
      { outcome, transcript, actions: [], violations: [], ended: recorded.replay.episode_done },
      { outputMode: 'tau' },
    );
    return {
      sameDatabase: outcome.hash === gold.task.gold.outcome.hash,
      passed: verdict.kind === 'pass',
    };
  }

  it('end in the recorded database verdict, 200 of 200', () => {
    expect(trials).toHaveLength(200);
    const wrong = trials.filter(({ recorded, sameDatabase }) => sameDatabase !== recorded.replay.db_match);
    expect(wrong.map(({ recorded }) => `${recorded.task_id}/${recorded.trial}`)).toEqual([]);
  });

  it('pass where they were rewarded, which gives the published pass^1 to pass^4', () => {
    const wrong = trials.filter(({ recorded, passed }) => passed !== (recorded.reward === 1));
    expect(wrong.map(({ recorded }) => `${recorded.task_id}/${recorded.trial}`)).toEqual([]);
    const successes = new Map<string, number>();
    for (const { recorded, passed } of trials) {
      successes.set(recorded.task_id, (successes.get(recorded.task_id) ?? 0) + Number(passed));
    }
    const values = [1, 2, 3, 4].map((k) =>
      mean([...successes.values()].map((count) => passHatK(4, count, k))).toFixed(3),
    );
    expect(values).toEqual(['0.420', '0.273', '0.220', '0.200']);
  });
});
