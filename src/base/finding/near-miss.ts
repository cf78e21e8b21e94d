/** Edits (insert, delete, replace, swap neighbours) between two texts. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1];
      let best = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        best = Math.min(best, (beforeLast[j - 2] as number) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] as number;
}

/** The candidate a user most likely meant, or undefined when none is close. */
export function nearMiss(text: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(text.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) >= bestDistance) continue;
    const distance = editDistance(text.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean "x"?`, or the list of what exists. */
export function suggest(text: string, candidates: readonly string[]): string {
  const near = nearMiss(text, candidates);
  if (near !== undefined) return `did you mean "${near}"?`;
  return candidates.length === 0
    ? 'there is none yet'
    : `choose one of ${candidates.slice(0, 20).join(', ')}`;
}
