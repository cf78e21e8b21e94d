import { UserError } from '../base/finding/index.ts';
import { RandomStream } from '../base/random/index.ts';
import { type Comparison, compareConditions, type TaskPair } from '../metrics/ted/index.ts';
import type { Remedy } from './remedies.ts';

/** Values of a task's trials, in the order of their seeds: 1 and 0 for pass and fail, or progress. */
export type TaskValues = ReadonlyMap<string, readonly number[]>;

/**
 * Runs tasks with remedies added to what the agent reads. Trial i of a task has the same seed whatever the remedies, so that
 * runs can be compared pair by pair.
 */
export type RunTasks = (tasks: readonly string[], remedies: readonly Remedy[]) => Promise<TaskValues>;

export interface RemedyLoopResult {
  readonly training: readonly string[];
  readonly heldOut: readonly string[];
  /** Each remedy tried alone on the training tasks. */
  readonly tried: readonly {
    readonly remedy: Remedy;
    readonly training: Comparison;
    readonly chosen: boolean;
  }[];
  /** The chosen remedies together on the held-out tasks; `null` when none was chosen. */
  readonly measured: Comparison | null;
  /** The remedies to keep: all that were chosen when the held-out interval lies above 0, else none. */
  readonly kept: readonly Remedy[];
  /** Held-out tasks that got worse. */
  readonly worse: Comparison['worse'];
}

/**
 * Tries remedies on training tasks, measures those that help on tasks they were not made from, with the same seeds, and keeps them
 * only when the paired interval on the held-out tasks lies above 0. A gain on the training tasks alone keeps nothing.
 * @param split share of tasks used for training; 0.5 when absent
 * @throws UserError with fewer than four tasks
 */
export async function remedyLoop(
  tasks: readonly string[],
  remedies: readonly Remedy[],
  run: RunTasks,
  { seed = 1, split = 0.5 }: { readonly seed?: number; readonly split?: number } = {},
): Promise<RemedyLoopResult> {
  if (tasks.length < 4) {
    throw new UserError(
      `Cannot try remedies on ${tasks.length} tasks: four are needed, half of them held out`,
    );
  }
  const { training, heldOut } = splitTasks(tasks, split, seed);
  const before = await run(training, []);
  const tried: RemedyLoopResult['tried'][number][] = [];
  for (const remedy of remedies) {
    const comparison = compare(before, await run(training, [remedy]), seed);
    tried.push({ remedy, training: comparison, chosen: comparison.difference.value > 0 });
  }
  const chosen = tried.filter((item) => item.chosen).map(({ remedy }) => remedy);
  if (chosen.length === 0) return { training, heldOut, tried, measured: null, kept: [], worse: [] };
  const measured = compare(await run(heldOut, []), await run(heldOut, chosen), seed);
  return {
    training,
    heldOut,
    tried,
    measured,
    kept: measured.difference.interval.low > 0 ? chosen : [],
    worse: measured.worse,
  };
}

/** A seeded split that does not depend on the order tasks are given in. */
export function splitTasks(
  tasks: readonly string[],
  split: number,
  seed: number,
): { readonly training: readonly string[]; readonly heldOut: readonly string[] } {
  const shuffled = new RandomStream(seed, 'split').shuffle([...tasks].sort());
  const size = Math.min(tasks.length - 2, Math.max(2, Math.round(tasks.length * split)));
  return { training: shuffled.slice(0, size).sort(), heldOut: shuffled.slice(size).sort() };
}

function compare(before: TaskValues, after: TaskValues, seed: number): Comparison {
  const pairs = [...before].map(([task, left]): TaskPair => ({ task, left, right: after.get(task) ?? [] }));
  return compareConditions(pairs, { seed });
}
