import { UserError } from '../../base/finding/index.ts';
import { type BootstrapOptions, bootstrap, bootstrapTasks, type Estimate, mean } from '../bootstrap.ts';
import { maxAtK, passAtK, passHatK } from '../pass.ts';
import { areaUnderCurve, progressPerTurn, reachedAll } from './progress.ts';

/** The progress curves of one task's trials that count; `missing` trials were void and have none. */
export interface TaskCurves {
  readonly task: string;
  readonly curves: readonly (readonly number[])[];
  readonly missing?: number;
}

/** One metric over tasks. Tasks with fewer than k trials that count are named, never dropped unseen. */
export interface MetricSummary {
  /** Mean over `tasks`; `null` when no task has k trials. */
  readonly estimate: Estimate | null;
  readonly perTask: Readonly<Record<string, number>>;
  /** Tasks without a value, for want of k trials that count. */
  readonly undefinedTasks: readonly string[];
}

export const TED_METRICS = [
  'meanProgress',
  'maxProgress',
  'maxAuc',
  'maxPpt',
  'passAtK',
  'passHatK',
] as const;
export type TedMetric = (typeof TED_METRICS)[number];

export interface TedSummary extends Readonly<Record<TedMetric, MetricSummary>> {
  readonly k: number;
  readonly missingTrials: number;
}

/** What each metric makes of one task's curves (trials × turns). */
const OF_TASK: Readonly<Record<TedMetric, (curves: readonly (readonly number[])[], k: number) => number>> = {
  /** MeanProg@k = mean over trials of the final progress. */
  meanProgress: (curves) => mean(curves.map(final)),
  /** MaxProgressRate@k = expected maximum over k trials of the final progress. */
  maxProgress: (curves, k) => maxAtK(curves.map(final), k),
  /** MaxAUC@k = expected maximum over k trials of the area under the curve. */
  maxAuc: (curves, k) => maxAtK(curves.map(areaUnderCurve), k),
  /** MaxPPT@k = expected maximum over k trials of progress per turn. */
  maxPpt: (curves, k) => maxAtK(curves.map(progressPerTurn), k),
  passAtK: (curves, k) => passAtK(curves.length, curves.filter(reachedAll).length, k),
  passHatK: (curves, k) => passHatK(curves.length, curves.filter(reachedAll).length, k),
};

/**
 * TED's averages over tasks, each with a bootstrap interval over tasks (for the mean also over trials).
 * With k equal to the number of trials the maxima are TED's plain maxima; for smaller k they are unbiased (`maxAtK`).
 * Source: TED (arXiv 2603.15483), MeanProg@k, MaxProgressRate@k, MaxAUC@k, MaxPPT@k, pass@k, pass^k.
 * @throws UserError when two tasks share a name
 */
export function summarizeCurves(
  tasks: readonly TaskCurves[],
  k: number,
  options: BootstrapOptions = {},
): TedSummary {
  const names = new Set(tasks.map(({ task }) => task));
  if (names.size < tasks.length) throw new UserError('Cannot summarize progress: two tasks share a name');
  if (!Number.isInteger(k) || k < 1)
    throw new UserError(`Cannot summarize progress: k = ${k} is no positive count`);
  const summaries = Object.fromEntries(
    TED_METRICS.map((metric) => [metric, summarize(tasks, metric, k, options)]),
  ) as Record<TedMetric, MetricSummary>;
  return { ...summaries, k, missingTrials: tasks.reduce((sum, { missing = 0 }) => sum + missing, 0) };
}

function summarize(
  tasks: readonly TaskCurves[],
  metric: TedMetric,
  k: number,
  options: BootstrapOptions,
): MetricSummary {
  const needed = metric === 'meanProgress' ? 1 : k;
  const defined = tasks.filter(({ curves }) => curves.length >= needed);
  const ofTask = (curves: readonly (readonly number[])[]): number => OF_TASK[metric](curves, k);
  return {
    estimate: defined.length === 0 ? null : estimateOf(defined, ofTask, metric, options),
    perTask: Object.fromEntries(defined.map(({ task, curves }) => [task, ofTask(curves)])),
    undefinedTasks: tasks.filter((task) => !defined.includes(task)).map(({ task }) => task),
  };
}

/**
 * Tasks and then trials are drawn for the mean. A maximum over trials that were themselves drawn with replacement is too low, and
 * "all of k" too high, so for the other metrics tasks alone are drawn.
 */
function estimateOf(
  tasks: readonly TaskCurves[],
  ofTask: (curves: readonly (readonly number[])[]) => number,
  metric: TedMetric,
  options: BootstrapOptions,
): Estimate {
  const curves = tasks.map((task) => task.curves);
  if (metric === 'meanProgress') return bootstrapTasks(curves, ofTask, options);
  return bootstrap(curves.map(ofTask), mean, options);
}

function final(curve: readonly number[]): number {
  return curve.at(-1) ?? 0;
}
