import { UserError } from '../../base/finding/index.ts';
import { mean } from '../bootstrap.ts';
import { drawnFrom } from '../pass.ts';
import type { TaskCurves } from './aggregate.ts';
import { areaUnderCurve, progressPerTurn, reachedAll } from './progress.ts';

/**
 * The averages exactly as the public code of TED and τ-bench computes them, flaws included, so that published numbers can be
 * compared. Use `summarizeCurves`, `passAtK` and `passHatK` for anything else.
 */

/** pass@k and pass^k of one task as TED counts them: successes beyond n are counted too, which can give more than 1. */
export function tedPassRates(
  n: number,
  successes: readonly (0 | 1)[],
  k: number | null,
): { readonly passAtK: number; readonly passHatK: number } {
  const drawn = k ?? n;
  if (!(n >= 1)) throw new UserError('Cannot compute pass rates: the number of trials is missing');
  if (drawn < 1 || drawn > n)
    throw new UserError(`Cannot compute pass rates: k = ${drawn} is not between 1 and ${n}`);
  if (successes.length < n) {
    throw new UserError(`Cannot compute pass rates: ${successes.length} results for ${n} trials`, {
      hint: 'a trial failed to run; run it again or leave the task out by name',
    });
  }
  const count = successes.filter((success) => success === 1).length;
  return { passAtK: 1 - drawnFrom(n, n - count, drawn), passHatK: drawnFrom(n, count, drawn) };
}

export interface TedAverages {
  readonly maxAuc: number;
  readonly maxPpt: number;
  readonly maxProgress: number;
  readonly meanProgress: number;
  /** Over tasks with n results only; `null` when there is none. */
  readonly passAtK: number | null;
  readonly passHatK: number | null;
  readonly perTask: Readonly<
    Record<string, { maxAuc: number; maxPpt: number; passAtK: number | null; passHatK: number | null }>
  >;
}

/**
 * TED's averages over tasks: plain maxima over the trials that ran; tasks with a failed run leave pass@k and pass^k.
 * @returns `null` when no trial ran
 */
export function tedAverages(tasks: readonly TaskCurves[], n: number, k: number): TedAverages | null {
  const ran = tasks.filter(({ curves }) => curves.length > 0);
  if (ran.length === 0) return null;
  const perTask = Object.fromEntries(
    ran.map(({ task, curves }) => {
      const successes = curves.map((curve) => (reachedAll(curve) ? 1 : 0));
      const rates = curves.length < n ? { passAtK: null, passHatK: null } : tedPassRates(n, successes, k);
      return [
        task,
        {
          maxAuc: Math.max(...curves.map(areaUnderCurve)),
          maxPpt: Math.max(...curves.map(progressPerTurn)),
          ...rates,
        },
      ];
    }),
  );
  const finals = ran.map(({ curves }) => curves.map((curve) => curve.at(-1) as number));
  const over = (values: readonly (number | null)[]): number | null => {
    const defined = values.filter((value): value is number => value !== null);
    return defined.length === 0 ? null : mean(defined);
  };
  const rows = Object.values(perTask);
  return {
    maxAuc: mean(rows.map((row) => row.maxAuc)),
    maxPpt: mean(rows.map((row) => row.maxPpt)),
    maxProgress: mean(finals.map((values) => Math.max(...values))),
    meanProgress: mean(finals.map(mean)),
    passAtK: over(rows.map((row) => row.passAtK)),
    passHatK: over(rows.map((row) => row.passHatK)),
    perTask,
  };
}

/**
 * What τ-bench prints at the end of a run: a trial passes when its recorded number is 1 within 1e-6, n is the number of distinct
 * trial ids in the whole run, pass^k is the mean over tasks of C(c,k)/C(n,k). Duplicates count twice, missing trials as failures.
 * @throws UserError without results
 */
export function tauDisplayedRates(
  results: readonly { readonly task: string; readonly trial: number; readonly recorded: number }[],
): { readonly mean: number; readonly passHatK: readonly number[] } {
  if (results.length === 0) throw new UserError('Cannot compute pass^k: the run has no results');
  const n = new Set(results.map(({ trial }) => trial)).size;
  const counts = new Map<string, number>();
  for (const { task, recorded } of results) {
    const passed = Math.abs(recorded - 1) <= 1e-6 ? 1 : 0;
    counts.set(task, (counts.get(task) ?? 0) + passed);
  }
  return {
    mean: mean(results.map(({ recorded }) => recorded)),
    passHatK: Array.from({ length: n }, (_, index) =>
      mean([...counts.values()].map((count) => drawnFrom(n, count, index + 1))),
    ),
  };
}
