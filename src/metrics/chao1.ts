/**
 * Chao1: a lower estimate of how many kinds there are, from how often each seen kind was seen (bias-corrected form,
 * S + f1(f1-1) / (2(f2+1)), with f1 kinds seen once and f2 seen twice). Null where nothing was counted.
 * Source: Chao 1984, Scand. J. Stat. 11, 265-270; Chao 2005 for the correction.
 */
export function chao1(counts: readonly number[]): number | null {
  const seen = counts.filter((count) => count > 0);
  if (seen.length === 0) return null;
  const once = seen.filter((count) => count === 1).length;
  const twice = seen.filter((count) => count === 2).length;
  return seen.length + (once * (once - 1)) / (2 * (twice + 1));
}
