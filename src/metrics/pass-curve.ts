import { RandomStream } from '../base/random/index.ts';
import { type Interval, quantile } from './bootstrap.ts';
import type { TaskCounts } from './paired-comparison.ts';

/** One point of a pass^k or pass@k curve. */
export interface CurvePoint {
  readonly k: number;
  /** Mean over the tasks that have at least k countable trials. */
  readonly value: number;
  readonly interval: Interval;
  /** How many tasks that is: the others are left out, not counted as failed. */
  readonly tasks: number;
}

export interface PassCurves {
  /** pass^k (τ-bench, arXiv 2406.12045 §3). */
  readonly hat: readonly CurvePoint[];
  /** pass@k (Chen et al. 2021, arXiv 2107.03374 §2.1). */
  readonly at: readonly CurvePoint[];
}

/** Curves end here: nobody runs an agent more often on one wish, and memory would grow with the trials of a task. */
const LONGEST = 100;

/**
 * Both curves for k from 1 to the largest number of countable trials of a task (100 at most), with bootstrap intervals clustered by
 * task: whole tasks are drawn with replacement. The noise of a task's trials is in the spread between tasks already;
 * drawing trials again inside a task would shift the estimates, for which draws without replacement are unbiased.
 * Empty where no trial counts.
 */
export function passCurves(
  tasks: readonly TaskCounts[],
  { seed = 1, resamples = 1000, level = 0.95 }: { seed?: number; resamples?: number; level?: number } = {},
): PassCurves {
  const counted = tasks.filter(({ trials }) => trials > 0);
  const longest = Math.min(LONGEST, Math.max(0, ...counted.map(({ trials }) => trials)));
  const whole = curveMeans(counted, longest);
  const random = new RandomStream(seed, 'pass-curves');
  const draws: { readonly hat: number[][]; readonly at: number[][] } = {
    hat: Array.from({ length: longest }, () => []),
    at: Array.from({ length: longest }, () => []),
  };
  for (let round = 0; round < resamples && longest > 0; round += 1) {
    const drawn = counted.map(() => counted[random.int(0, counted.length - 1)] as TaskCounts);
    const means = curveMeans(drawn, longest);
    for (let k = 1; k <= longest; k += 1) {
      const hat = means.hat[k - 1];
      const at = means.at[k - 1];
      if (hat !== undefined && hat !== null) draws.hat[k - 1]?.push(hat);
      if (at !== undefined && at !== null) draws.at[k - 1]?.push(at);
    }
  }
  const points = (name: 'hat' | 'at'): CurvePoint[] =>
    whole[name].map((value, index) => ({
      k: index + 1,
      value: value as number,
      interval: intervalOf(draws[name][index] ?? [], level),
      tasks: whole.tasks[index] as number,
    }));
  return { hat: points('hat'), at: points('at') };
}

/** Means by k; null where no task has k trials. Products go on from k - 1 to k. */
function curveMeans(
  tasks: readonly TaskCounts[],
  longest: number,
): { hat: (number | null)[]; at: (number | null)[]; tasks: number[] } {
  const hat = new Array<number>(longest).fill(0);
  const at = new Array<number>(longest).fill(0);
  const count = new Array<number>(longest).fill(0);
  for (const { trials, passed } of tasks) {
    let all = 1;
    let none = 1;
    for (let k = 1; k <= Math.min(trials, longest); k += 1) {
      all *= Math.max(0, passed - k + 1) / (trials - k + 1);
      none *= Math.max(0, trials - passed - k + 1) / (trials - k + 1);
      hat[k - 1] = (hat[k - 1] as number) + all;
      at[k - 1] = (at[k - 1] as number) + 1 - none;
      count[k - 1] = (count[k - 1] as number) + 1;
    }
  }
  const mean = (sums: number[]): (number | null)[] =>
    sums.map((sum, index) => ((count[index] as number) === 0 ? null : sum / (count[index] as number)));
  return { hat: mean(hat), at: mean(at), tasks: count };
}

function intervalOf(values: number[], level: number): Interval {
  const sorted = values.sort((left, right) => left - right);
  const tail = (1 - level) / 2;
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail), level };
}
