/**
 * TED's metrics (arXiv 2603.15483) and what they lack: intervals, fixed denominators, agreement of judges.
 * Reads: first turns of notes, curves, votes, ratings. Makes: curves, areas, averages, comparisons.
 */
export {
  type MetricSummary,
  summarizeCurves,
  type TaskCurves,
  TED_METRICS,
  type TedMetric,
  type TedSummary,
} from './aggregate.ts';
export { cohenKappa, correctedShare, gwetAc1, krippendorffAlpha, type Ratings } from './agreement.ts';
export { type Comparison, compareConditions, type TaskPair } from './compare.ts';
export {
  type JudgeStatistics,
  judgeStatistics,
  type NoteVariance,
  type VarianceComponents,
  type Votes,
  varianceComponents,
} from './judge-statistics.ts';
export {
  areaUnderCurve,
  type CurveInput,
  progressCurve,
  progressPerTurn,
  reachedAll,
  roundAsTed,
} from './progress.ts';
export { type TedAverages, tauDisplayedRates, tedAverages, tedPassRates } from './reference.ts';
