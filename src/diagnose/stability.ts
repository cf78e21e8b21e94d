import { RandomStream } from '../base/random/index.ts';
import { mean } from '../metrics/bootstrap.ts';
import { type GroupOptions, groupByWords } from './group.ts';
import type { LowLevelError } from './low-level-error.ts';

/**
 * Adjusted Rand index of two groupings of the same items: 1 when they are the same, about 0 for unrelated ones.
 * Source: Hubert and Arabie 1985, J. Classif. 2, 193-218.
 */
export function adjustedRand(left: readonly number[], right: readonly number[]): number {
  const pairs = (count: number): number => (count * (count - 1)) / 2;
  const tally = (keys: readonly string[]): number[] => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts.values()];
  };
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + pairs(count), 0);
  const both = sum(tally(left.map((group, index) => `${group} ${right[index]}`)));
  const one = sum(tally(left.map(String)));
  const other = sum(tally(right.map(String)));
  const all = pairs(left.length);
  const expected = all === 0 ? 0 : (one * other) / all;
  const most = (one + other) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}

export interface Stability {
  /** Mean adjusted Rand index between the whole grouping and that of each part, over the errors of the part. */
  readonly mean: number;
  readonly least: number;
  readonly seeds: number;
  /** Share of the errors that each part keeps. */
  readonly kept: number;
}

/** How much a grouping depends on which errors happen to be there and in what order: groups random parts of them again. */
export function groupingStability(
  errors: readonly LowLevelError[],
  {
    seeds = 20,
    kept = 0.8,
    ...options
  }: GroupOptions & { readonly seeds?: number; readonly kept?: number } = {},
): Stability {
  const whole = groupByWords(errors, options);
  const values = Array.from({ length: seeds }, (_, seed) => {
    const part = new RandomStream(seed, 'stability').sample(errors, Math.ceil(errors.length * kept));
    const again = groupByWords(part, options);
    return adjustedRand(
      part.map(({ id }) => whole.get(id) as number),
      part.map(({ id }) => again.get(id) as number),
    );
  });
  return { mean: mean(values), least: Math.min(...values), seeds, kept };
}
