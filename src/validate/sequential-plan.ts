import { binomialTail, trialsForBound } from '../metrics/unseen-bound.ts';

/** One look: after so many trials, at most so many unexplained outcomes certify the task. */
export interface Look {
  readonly trials: number;
  /** -1: this look certifies nothing, it only stops tasks that are proven ambiguous. */
  readonly unexplained: number;
}

/** How a sequential plan decides, look by look. */
export interface SequentialOptions {
  /** Ascending by trials. */
  readonly looks: readonly Look[];
  /** A legal alternative seen so often settles that the task is ambiguous. */
  readonly proof: number;
}

/**
 * The plan for a wanted bound on the chance of another outcome. The chance, over all looks together, of certifying a task
 * whose other outcomes are as likely as the bound is at most `alpha`: 70 % of it is spent where no unexplained outcome may
 * have turned up, the rest at a last look that forgives one. Two early looks only stop what is proven ambiguous.
 */
export function sequentialFor(bound = 0.1, alpha = 0.05): SequentialOptions {
  const clean = trialsForBound(bound, 1 - 0.7 * alpha);
  let last = clean + 1;
  while (binomialTail(last, 1, bound) > 0.3 * alpha) last += 1;
  const early = [8, 16].filter((trials) => trials < clean).map((trials) => ({ trials, unexplained: -1 }));
  return { looks: [...early, { trials: clean, unexplained: 0 }, { trials: last, unexplained: 1 }], proof: 2 };
}

/** Looks after 8, 16, 32 and 60 trials: a bound of 10 % at the 5 % level. */
export const SEQUENTIAL: SequentialOptions = sequentialFor();

/** What was seen of one task so far. */
export interface Seen {
  readonly countable: number;
  /** Trials that ended in an outcome nobody explains as gold or as an agent's error. */
  readonly unexplained: number;
  /** The most often seen legal alternative. */
  readonly legal: number;
}

export type Decision = 'go-on' | 'unique' | 'ambiguous' | 'exhausted';

/** Whether to stop after these trials. */
export function decide(seen: Seen, options: SequentialOptions = SEQUENTIAL): Decision {
  if (seen.legal >= options.proof) return 'ambiguous';
  const look = options.looks.findLast(({ trials }) => trials <= seen.countable);
  if (look === undefined) return 'go-on';
  if (seen.unexplained <= look.unexplained) return 'unique';
  const last = options.looks.at(-1)?.trials ?? 0;
  return seen.countable >= last ? 'exhausted' : 'go-on';
}

/** How many trials a task needs next; null when it is settled. */
export function nextLook(seen: Seen, options: SequentialOptions = SEQUENTIAL): number | null {
  if (decide(seen, options) !== 'go-on') return null;
  return options.looks.find(({ trials }) => trials > seen.countable)?.trials ?? null;
}
