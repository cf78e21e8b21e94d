/** Words of a text, lower case, values and numbers left out: they tell trials apart, not kinds of error. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replace(/"[^"]*"/g, ' ')
      .toLowerCase()
      .match(/[a-z][a-z_]{2,}/g)
      ?.filter((word) => !STOP_WORDS.has(word)) ?? []
  );
}

const STOP_WORDS = new Set(
  'the and was were for with that this from not but has had have are its his her they them into than then been being'.split(
    ' ',
  ),
);

/**
 * A weight per word and text: term frequency times the logarithm of (1 + texts) / (1 + texts with the word), plus 1, scaled to
 * length 1. Source: Salton and Buckley 1988, Inf. Process. Manag. 24, 513-523, with smoothed document frequency.
 */
export function termVectors(texts: readonly (readonly string[])[]): ReadonlyMap<string, number>[] {
  const documents = new Map<string, number>();
  for (const words of texts)
    for (const word of new Set(words)) documents.set(word, (documents.get(word) ?? 0) + 1);
  return texts.map((words) => {
    const weights = new Map<string, number>();
    for (const word of words) weights.set(word, (weights.get(word) ?? 0) + 1);
    let square = 0;
    for (const [word, count] of weights) {
      const weight = count * (Math.log((1 + texts.length) / (1 + (documents.get(word) ?? 0))) + 1);
      weights.set(word, weight);
      square += weight * weight;
    }
    const length = Math.sqrt(square) || 1;
    return new Map([...weights].map(([word, weight]) => [word, weight / length]));
  });
}

/** Cosine of the angle between two vectors of length 1. */
export function cosine(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, weight] of left) sum += weight * (right.get(word) ?? 0);
  return Math.min(1, sum);
}
