import { UserError } from '../base/finding/index.ts';
import { RandomStream } from '../base/random/index.ts';
import { bootstrap, type Interval, mean } from './bootstrap.ts';

/** Trials that count and passed trials of one task. */
export interface TaskCounts {
  readonly trials: number;
  readonly passed: number;
}

/** Two runs on the same tasks, set side by side. */
export interface PairedComparison {
  /** Tasks with countable trials in both runs. */
  readonly tasks: number;
  /** Mean over tasks of the second run's pass rate minus the first's. */
  readonly difference: number;
  readonly interval: Interval;
  /** Chance of a difference at least this large if the runs were alike (sign flips over tasks). */
  readonly pValue: number;
  /** The smallest true difference that a comparison like this shows with 80 % chance at the 5 % level. */
  readonly smallestVisible: number;
}

/** z of 5 % (two-sided) plus z of 80 % power. */
const DETECTION = 1.959964 + 0.841621;

/**
 * Compares the pass rates of two runs task by task, so that hard tasks do not drown the difference.
 * Source: Good 2005, Permutation, Parametric and Bootstrap Tests, ch. 3 (paired sign-flip test).
 * @throws UserError when no task has countable trials in both runs
 */
export function comparePaired(
  pairs: readonly (readonly [TaskCounts, TaskCounts])[],
  { seed = 1, rounds = 2000 }: { readonly seed?: number; readonly rounds?: number } = {},
): PairedComparison {
  const both = pairs.filter(([first, second]) => first.trials > 0 && second.trials > 0);
  if (both.length === 0) {
    throw new UserError('Cannot compare runs: no task has countable trials in both', {
      hint: 'compare runs of the same domain and tasks',
    });
  }
  const differences = both.map(
    ([first, second]) => second.passed / second.trials - first.passed / first.trials,
  );
  const { value, interval } = bootstrap(differences, mean, { seed, resamples: rounds });
  // Differences that happen to be alike look exact; what chance does inside the tasks still holds.
  const spread = Math.max(
    variance(differences) / differences.length,
    both.flat().reduce((sum, counts) => sum + rateVariance(counts), 0) / both.length ** 2,
  );
  return {
    tasks: both.length,
    difference: value,
    interval,
    pValue: signFlip(differences, rounds, seed),
    smallestVisible: DETECTION * Math.sqrt(spread),
  };
}

/**
 * How far two runs of one agent differ by chance alone: the half-width of the 95 % interval of the difference of mean
 * pass rates when both have this run's rates and numbers of trials. Null for tasks with fewer than two trials each.
 */
export function noiseFloor(tasks: readonly TaskCounts[]): number | null {
  const counted = tasks.filter(({ trials }) => trials >= 2);
  if (counted.length === 0) return null;
  const sum = counted.reduce((total, counts) => total + 2 * rateVariance(counts), 0);
  return (1.959964 * Math.sqrt(sum)) / counted.length;
}

/** Variance of a task's pass rate by chance alone; the unbiased estimate of p(1-p) divides by n-1. 0 below two trials. */
function rateVariance({ trials, passed }: TaskCounts): number {
  const rate = passed / trials;
  return trials < 2 ? 0 : (rate * (1 - rate)) / (trials - 1);
}

function signFlip(differences: readonly number[], rounds: number, seed: number): number {
  const observed = Math.abs(mean(differences));
  const random = new RandomStream(seed, 'sign-flip');
  let atLeast = 1;
  for (let round = 0; round < rounds; round += 1) {
    const flipped = differences.map((difference) => (random.chance(0.5) ? difference : -difference));
    if (Math.abs(mean(flipped)) >= observed - 1e-12) atLeast += 1;
  }
  return atLeast / (rounds + 1);
}

function variance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}
