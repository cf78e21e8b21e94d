/** How much of what could happen has been seen. Null where nothing was counted. */
export interface Coverage {
  /** Share of the probability that lies on kinds already seen. */
  readonly coverage: number;
  /** Share that lies on kinds not seen yet: kinds seen once over all observations. */
  readonly unseen: number;
}

/**
 * Good–Turing estimate of coverage from how often each kind was seen.
 * Source: Good 1953, Biometrika 40, 237-264.
 */
export function goodTuring(counts: readonly number[]): Coverage | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const unseen = counts.filter((count) => count === 1).length / total;
  return { coverage: 1 - unseen, unseen };
}
