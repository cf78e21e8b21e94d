/** A note known to hold by some turn. */
export interface KnownToHold {
  readonly note: string;
  /** A turn by which it holds, from 1: that of the evidence, else the last. */
  readonly by: number;
}

/**
 * Finds the first turn in which each note holds, given that a note once true stays true: the turn before the evidence is asked
 * first, for evidence mostly lies where the thing happened; if it holds there already the rest is bisected. Notes that ask about
 * the same turn share a question. Costs about log2(turns) questions instead of one per turn.
 * @param holdsBy which of these notes hold on turns 1..`turn`; a note without an answer counts as not holding
 */
export async function firstTurns(
  notes: readonly KnownToHold[],
  holdsBy: (notes: readonly string[], turn: number) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<string, number>> {
  // Invariant per note: it does not hold by `low`, it holds by `high`.
  const spans = new Map(notes.map(({ note, by }) => [note, { low: 0, high: by, probed: false }]));
  for (;;) {
    const groups = new Map<number, string[]>();
    for (const [note, { low, high, probed }] of spans) {
      if (high - low <= 1) continue;
      const turn = probed ? Math.floor((low + high) / 2) : high - 1;
      groups.set(turn, [...(groups.get(turn) ?? []), note]);
    }
    if (groups.size === 0) break;
    await Promise.all(
      [...groups].map(async ([turn, group]) => {
        const holding = await holdsBy(group, turn);
        for (const note of group) {
          const span = spans.get(note);
          if (span === undefined) continue;
          spans.set(note, {
            low: holding.has(note) ? span.low : turn,
            high: holding.has(note) ? turn : span.high,
            probed: true,
          });
        }
      }),
    );
  }
  return new Map([...spans].map(([note, { high }]) => [note, high]));
}
