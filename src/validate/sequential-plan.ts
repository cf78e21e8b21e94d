import { exactUpperBound } from '../metrics/unseen-bound.ts';

/** How a sequential plan decides, look by look. */
export interface SequentialOptions {
  /** Trials after which it looks, ascending. */
  readonly looks: readonly number[];
  /** Chance, over all looks together, of calling a task unique whose other outcomes are as likely as `bound`. */
  readonly alpha: number;
  /** Wanted upper bound on the chance of another outcome. */
  readonly bound: number;
  /** A legal alternative seen so often settles that the task is ambiguous. */
  readonly proof: number;
}

export const SEQUENTIAL: SequentialOptions = {
  looks: [8, 16, 24, 40, 60],
  alpha: 0.05,
  bound: 0.08,
  proof: 2,
};

/** What was seen of one task so far. */
export interface Seen {
  readonly countable: number;
  /** Trials that ended in an outcome nobody explains as gold or as an agent's error. */
  readonly unexplained: number;
  /** The most often seen legal alternative. */
  readonly legal: number;
}

export type Decision = 'go-on' | 'unique' | 'ambiguous' | 'exhausted';

/**
 * Whether to stop after these trials. Early stops for uniqueness spend a share of alpha that grows with the square of the
 * share of trials made, so that nearly all of it is left for the last look.
 * Source: Lan and DeMets 1983, Biometrika 70, 659-663 (spending function t^2).
 */
export function decide(seen: Seen, options: SequentialOptions = SEQUENTIAL): Decision {
  if (seen.legal >= options.proof) return 'ambiguous';
  const last = options.looks.at(-1) ?? 0;
  const look = options.looks.findLastIndex((trials) => trials <= seen.countable);
  if (look < 0) return 'go-on';
  const level = spentAt(look, options);
  const bound = exactUpperBound(seen.countable, seen.unexplained, 1 - level);
  if (level > 0 && bound <= options.bound) return 'unique';
  return seen.countable >= last ? 'exhausted' : 'go-on';
}

/** How many trials a task needs next; null when it is settled. */
export function nextLook(seen: Seen, options: SequentialOptions = SEQUENTIAL): number | null {
  if (decide(seen, options) !== 'go-on') return null;
  return options.looks.find((trials) => trials > seen.countable) ?? null;
}

/** Alpha that this look alone may spend. */
function spentAt(look: number, { looks, alpha }: SequentialOptions): number {
  const last = looks.at(-1) ?? 1;
  const spent = (index: number): number => (index < 0 ? 0 : alpha * ((looks[index] ?? 0) / last) ** 2);
  return spent(look) - spent(look - 1);
}
