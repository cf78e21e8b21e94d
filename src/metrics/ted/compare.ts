import { UserError } from '../../base/finding/index.ts';
import { type BootstrapOptions, bootstrap, type Estimate, mean } from '../bootstrap.ts';

/** Values of the same task under two conditions (personas, models, prompts), one per trial. */
export interface TaskPair {
  readonly task: string;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

export interface Comparison {
  readonly left: number;
  readonly right: number;
  /** right - left, with a paired bootstrap interval over tasks, and trials inside them. */
  readonly difference: Estimate;
  /** Whether the interval leaves 0 out. */
  readonly differs: boolean;
  /** The smallest difference this many tasks would show 8 times in 10, at the interval's level: 2.8 standard errors at 0.95. */
  readonly detectable: number;
  /** Tasks whose own difference is below 0, worst first. */
  readonly worse: readonly { readonly task: string; readonly difference: number }[];
}

/**
 * Compares two conditions on the same tasks: the mean over tasks of the difference of trial means.
 * With trial means given alone (one value per task) only tasks are drawn.
 * @throws UserError when there is no task with values on both sides
 */
export function compareConditions(pairs: readonly TaskPair[], options: BootstrapOptions = {}): Comparison {
  const both = pairs.filter(({ left, right }) => left.length > 0 && right.length > 0);
  if (both.length === 0) throw new UserError('Cannot compare: no task has values under both conditions');
  const gap = (pair: Pick<TaskPair, 'left' | 'right'>): number => mean(pair.right) - mean(pair.left);
  const difference = bootstrap(both, (drawn) => mean(drawn.map(gap)), {
    ...options,
    resample: (pair, random) => {
      const again = (values: readonly number[]): number[] =>
        values.map(() => values[random.int(0, values.length - 1)] as number);
      return { task: pair.task, left: again(pair.left), right: again(pair.right) };
    },
  });
  const { low, high } = difference.interval;
  return {
    left: mean(both.map(({ left }) => mean(left))),
    right: mean(both.map(({ right }) => mean(right))),
    difference,
    differs: low > 0 || high < 0,
    detectable: ((high - low) / 2) * (2.8 / 1.96),
    worse: both
      .map((pair) => ({ task: pair.task, difference: gap(pair) }))
      .filter((item) => item.difference < 0)
      .sort((one, other) => one.difference - other.difference),
  };
}
