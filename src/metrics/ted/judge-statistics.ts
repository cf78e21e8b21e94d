import { UserError } from '../../base/finding/index.ts';
import { mean } from '../bootstrap.ts';

/** Votes of a judge's repeated runs on one note: 1 for completed. */
export type Votes = readonly (0 | 1)[];

/** Expected progress of one trial under a single judge run, and how much the judge alone makes it vary. */
export interface JudgeStatistics {
  readonly expectation: number;
  readonly variance: number;
  readonly deviation: number;
}

/**
 * z_j = share of positive votes of note j; E = mean z_j; Var = Σ_j z_j(1-z_j) / G². Notes are taken as independent; the variance
 * is that of one judge run, not of the majority, and with Q votes it is too low by 1/Q on average (`unbiased` mends that).
 * Source: TED (arXiv 2603.15483), judge statistics of the error analysis.
 * @param votes notes × judge runs
 * @returns `null` without notes
 * @throws UserError when notes have different numbers of votes, or none
 */
export function judgeStatistics(
  votes: readonly Votes[],
  { unbiased = false }: { readonly unbiased?: boolean } = {},
): JudgeStatistics | null {
  const runs = votes[0]?.length;
  if (runs === undefined) return null;
  if (votes.some((row) => row.length !== runs || runs === 0)) {
    throw new UserError('Cannot compute judge statistics: notes have different numbers of votes, or none', {
      hint: 'judge every note equally often: stop no vote early',
    });
  }
  const shares = votes.map(mean);
  const correction = unbiased && runs > 1 ? runs / (runs - 1) : 1;
  const variance = shares.reduce((sum, z) => sum + correction * z * (1 - z), 0) / votes.length ** 2;
  return { expectation: mean(shares), variance, deviation: Math.sqrt(variance) };
}

/** How much of the spread of a task's progress is the agent's and how much the judge's. */
export interface VarianceComponents {
  /** Per trial. */
  readonly trials: readonly JudgeStatistics[];
  readonly meanExpectation: number;
  readonly meanJudgeVariance: number;
  /** Variance over trials of E, dividing by the number of trials. */
  readonly agentVariance: number;
  /** The same dividing by one less; `null` for a single trial. */
  readonly agentVarianceSample: number | null;
  readonly notes: readonly NoteVariance[];
}

export interface NoteVariance {
  /** Mean over trials of z(1-z): 0 when judges agree in every trial, 0.25 when they are split. */
  readonly judgeDisagreement: number;
  /** Variance over trials of z: how differently the trials of one task do on this note. */
  readonly agentVariance: number;
  readonly mean: number;
}

/**
 * Splits variance over trials × notes × judge runs of one task. Own formulas over TED's per-trial statistics.
 * @throws UserError without trials or notes, or when trials have different notes
 */
export function varianceComponents(trials: readonly (readonly Votes[])[]): VarianceComponents {
  const notes = trials[0]?.length ?? 0;
  if (notes === 0 || trials.some((trial) => trial.length !== notes)) {
    throw new UserError('Cannot split variance: trials have no notes, or not the same ones');
  }
  const statistics = trials.map((trial) => judgeStatistics(trial) as JudgeStatistics);
  const spread = populationVariance(statistics.map(({ expectation }) => expectation));
  return {
    trials: statistics,
    meanExpectation: mean(statistics.map(({ expectation }) => expectation)),
    meanJudgeVariance: mean(statistics.map(({ variance }) => variance)),
    agentVariance: spread,
    agentVarianceSample: trials.length < 2 ? null : (spread * trials.length) / (trials.length - 1),
    notes: Array.from({ length: notes }, (_, note) => {
      const shares = trials.map((trial) => mean(trial[note] as Votes));
      return {
        judgeDisagreement: mean(shares.map((z) => z * (1 - z))),
        agentVariance: populationVariance(shares),
        mean: mean(shares),
      };
    }),
  };
}

function populationVariance(values: readonly number[]): number {
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** 2));
}
