import type { Extent } from './tokens.ts';

/** One thing the scenario says that speaks for gold (`gold`), for the other value (`other`), or leaves both open (`open`). */
export interface Testimony {
  readonly side: 'gold' | 'other' | 'open';
  /** From 0 (a guess) to 1 (the words leave no choice). */
  readonly strength: number;
  readonly extent?: Extent | undefined;
  /** Without a full stop. */
  readonly reason: string;
  /** The field it is about. */
  readonly field?: string;
  /** Whether it is a superlative whose winners are equal on that field. */
  readonly tie?: boolean;
  /** Whether it is a condition on each value by itself, not a contest between them. */
  readonly hard?: boolean;
}

/** The strongest testimony of a side. */
export function strongest(testimony: readonly Testimony[], side: Testimony['side']): Testimony | undefined {
  let best: Testimony | undefined;
  for (const item of testimony) {
    if (item.side === side && (best === undefined || item.strength > best.strength)) best = item;
  }
  return best;
}
