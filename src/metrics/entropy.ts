/**
 * Entropy in bits of what the counts were drawn from, with the Miller–Madow correction for small samples: the plain
 * estimate plus (kinds - 1) / (2 n ln 2). 0 when only one kind was seen; null where nothing was counted.
 * Source: Miller 1955, in Information Theory in Psychology, 95-100.
 */
export function entropyBits(counts: readonly number[]): number | null {
  const seen = counts.filter((count) => count > 0);
  const total = seen.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const plain = -seen.reduce((sum, count) => sum + (count / total) * Math.log2(count / total), 0);
  return plain + (seen.length - 1) / (2 * total * Math.LN2);
}
