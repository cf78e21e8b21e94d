/** Text that JSON writes as it is: no quote, backslash, control character or half of a surrogate pair. */
const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

/** A string as JSON text. Most strings need no escape, and finding that out is quicker than `JSON.stringify`. */
export function quoteJson(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** Property names come from schemas, so that a few hundred make up nearly all there are. */
const MOST_NAMES = 4096;
const names = new Map<string, string>();

/** A property name as JSON text; frequent names are kept. */
export function quoteName(name: string): string {
  const kept = names.get(name);
  if (kept !== undefined) return kept;
  const text = quoteJson(name);
  if (names.size < MOST_NAMES) names.set(name, text);
  return text;
}
