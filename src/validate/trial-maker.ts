import { type ReplayedTask, startEnvironment } from '../annotate/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import type { OutputMode } from '../grade/index.ts';
import { type AgentKind, runTrial, type Trial, type UserKind, verdictOf } from '../simulate/index.ts';
import type { TrialKey } from './trial-facts.ts';

/** All that trials are made from. */
export interface TrialSetup {
  readonly run: string;
  readonly domain: Domain;
  readonly database: Database;
  readonly tasks: readonly ReplayedTask[];
  readonly agent: AgentKind;
  /** One for each persona. */
  readonly users: readonly UserKind[];
  readonly seed: number;
  readonly options?: OptionValues;
  readonly outputMode?: OutputMode;
  readonly policyCounts?: boolean;
  readonly moveCap?: number;
  readonly parallelCalls?: 'first' | 'all';
  readonly policy?: string;
  /** Milliseconds since 1970; trials carry their time only where it is given, so that runs without it repeat byte for byte. */
  readonly clock?: () => number;
}

/** Makes and grades one trial of a plan. */
export type TrialMaker = (key: TrialKey, signal?: AbortSignal) => Promise<Trial>;

/** A trial depends on the setup and its key alone: not on other trials, nor on how many run at a time. */
export function trialMaker(setup: TrialSetup): TrialMaker {
  const tasks = new Map(setup.tasks.map((task) => [task.id, task]));
  const users = new Map(setup.users.map((user) => [user.persona, user]));
  return async (key, signal) => {
    const task = tasks.get(key.task);
    const user = users.get(key.persona);
    if (task === undefined || user === undefined) {
      throw new Error(
        `Cannot make trial ${key.trial} of task "${key.task}": the run has no such task or persona`,
      );
    }
    const startedAt = setup.clock?.();
    const trial = await runTrial({
      task: task.id,
      trial: key.trial,
      seed: setup.seed,
      scenario: task.scenario,
      environment: startEnvironment(setup.domain, setup.database, task, setup.options),
      agent: setup.agent,
      user,
      ...(setup.moveCap !== undefined && { moveCap: setup.moveCap }),
      ...(setup.parallelCalls !== undefined && { parallelCalls: setup.parallelCalls }),
      ...(setup.policy !== undefined && { policy: setup.policy }),
      ...(signal && { signal }),
    });
    return {
      run: setup.run,
      ...trial,
      verdict: verdictOf(task, trial, {
        ...(setup.outputMode && { outputMode: setup.outputMode }),
        ...(setup.policyCounts !== undefined && { policyCounts: setup.policyCounts }),
      }),
      ...(startedAt !== undefined && {
        timing: {
          startedAt: new Date(startedAt).toISOString(),
          ms: (setup.clock?.() ?? startedAt) - startedAt,
        },
      }),
    };
  };
}
