import { memo } from './memo.ts';
import type { Hit } from './phrases.ts';
import type { Reading } from './reading.ts';

const EVERY = ['all', 'every', 'everything', 'each', 'any', 'both', 'entire', 'whole', 'rest'];
const BUT = new Set(['except', 'but', 'excluding', 'besides', 'without']);

const BE = new Set(['is', 'was', 'are', 'were', 'be', 'been', 'being']);
const RELATED = new Set(['associated', 'related', 'connected', 'relevant', 'matching']);

/** A word that asks for all of a kind ("all pending orders", "everything but the tablet"). */
export interface EveryWord extends Hit {
  /** The nouns and adjectives after it. */
  readonly words: readonly string[];
  /** Whether only what hangs together with something is meant ("everything related to it"): which that is, a reader judges. */
  readonly restricted: boolean;
  /** Token at which what is left out begins. */
  readonly exceptFrom?: number;
}

/** Finds every wish for all of a kind. */
export const findEvery = memo(seekEvery);

function seekEvery(reading: Reading): readonly EveryWord[] {
  const found: EveryWord[] = [];
  for (const [at, token] of reading.tokens.entries()) {
    if (!EVERY.includes(token.lower)) continue;
    if (['after', 'before', 'once', 'when'].includes(reading.tokens[at - 1]?.lower ?? '')) continue;
    if (token.lower === 'all' && ['at', 'after'].includes(reading.tokens[at - 1]?.lower ?? '')) continue;
    const next = reading.tokens[at + 1]?.lower ?? '';
    // "It was all wet" counts nothing.
    if (token.lower === 'all' && BE.has(reading.tokens[at - 1]?.lower ?? '')) continue;
    if (token.lower === 'both' && next.startsWith('thing')) continue;
    // "You do not have any order numbers" asks for nothing.
    const earlier = reading.tokens.slice(Math.max(0, at - 4), at);
    if (
      token.lower === 'any' &&
      earlier.some(
        (other) =>
          other.sentence === token.sentence && (other.lower === 'not' || other.lower.endsWith("n't")),
      )
    )
      continue;
    if (
      token.lower === 'any' &&
      !['order', 'orders', 'item', 'items', 'reservation', 'reservations', 'flight', 'flights'].includes(next)
    )
      continue;
    const rest = reading.tokens.slice(at + 1, at + 7);
    const end = rest.findIndex((other) => other.kind === 'mark' && other.text !== '-' && other.text !== "'");
    const words = (end < 0 ? rest : rest.slice(0, end)).map((other) => other.stem);
    const exceptAt = reading.tokens
      .slice(at, at + 14)
      .findIndex(
        (other, distance) =>
          BUT.has(other.lower) &&
          other.sentence === token.sentence &&
          (other.lower !== 'but' || distance < 4),
      );
    found.push({
      first: at,
      last: at + 1,
      start: token.start,
      end: token.end,
      words,
      restricted: rest.slice(0, 4).some(({ lower }) => RELATED.has(lower)),
      ...(exceptAt >= 0 && { exceptFrom: at + exceptAt }),
    });
  }
  return found;
}
