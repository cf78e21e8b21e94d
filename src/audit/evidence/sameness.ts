import { memo } from './memo.ts';
import type { Hit } from './phrases.ts';
import { polarityAt } from './polarity.ts';
import type { Reading } from './reading.ts';
import { fieldWords } from './spellings.ts';

/** Words that ask to keep something as it is: "same size", "keep the color", "similar one", "everything else unchanged". */
export interface Sameness extends Hit {
  /** The words right after, which may name the fields to keep. */
  readonly nouns: readonly string[];
  /** "similar" asks for less than "same". */
  readonly loose: boolean;
  /** "The same type as the one you already have": like another thing, not like the one to be replaced. */
  readonly asOther: boolean;
}

const KEEPERS = new Set([
  'same',
  'identical',
  'keep',
  'keeping',
  'exact',
  'remain',
  'stay',
  'unchanged',
  'retain',
]);
const EXCEPT = new Set(['except', 'but', 'only', 'with', 'besides', 'instead']);
const LIKE = new Set(['type', 'kind', 'one', 'model', 'version', 'style']);
const LOOSE = new Set(['similar', 'comparable', 'equivalent']);

/** Finds every wish to keep things as they are. */
export const findSameness = memo(seekSameness);

function seekSameness(reading: Reading): readonly Sameness[] {
  const found: Sameness[] = [];
  for (const [at, token] of reading.tokens.entries()) {
    const likeOther = LIKE.has(token.lower) && isOtherType(reading, at);
    if (!KEEPERS.has(token.lower) && !LOOSE.has(token.lower) && !likeOther) continue;
    const hit = { first: at, last: at + 1, start: token.start, end: token.end };
    if (polarityAt(reading, hit) === 'against') continue;
    const nouns: string[] = [];
    for (const next of reading.tokens.slice(at + 1, at + 8)) {
      if (next.kind === 'mark' && next.text !== '-' && next.text !== ',') break;
      // "The exact same except that it is waterproof": what follows is what changes.
      if (EXCEPT.has(next.lower)) break;
      if (next.kind === 'word') nouns.push(next.stem);
    }
    const as = nouns.indexOf('as');
    const after = nouns.slice(as + 1).join(' ');
    const asOther =
      (as >= 0 && !/^(?:the )?(?:original|current|before|it)\b/.test(after)) || isOtherType(reading, at);
    found.push({
      ...hit,
      nouns: as < 0 ? nouns : nouns.slice(0, as),
      loose: LOOSE.has(token.lower),
      asOther,
    });
  }
  return found;
}

const WHOLE = new Set([
  'item',
  'one',
  'spec',
  'specification',
  'model',
  'product',
  'option',
  'everything',
  'else',
  'thing',
  'pair',
  'type',
  'kind',
]);

/** Whether a wish to keep things covers a field: it names the field, or it names no field and so covers all. */
export function keeps(sameness: Sameness, field: string, allFields: readonly string[]): boolean {
  const words = fieldWords(field);
  const named = (name: readonly string[]): boolean => name.some((word) => sameness.nouns.includes(word));
  if (named(words)) return true;
  const namesOther = allFields.some((other) => other !== field && named(fieldWords(other)));
  if (namesOther) return false;
  return sameness.loose || sameness.nouns.some((noun) => WHOLE.has(noun));
}

/** "The type that you just ordered": a thing the user has already sets the mark. */
function isOtherType(reading: Reading, at: number): boolean {
  const after = reading.tokens
    .slice(at + 1, at + 7)
    .map((token) => token.lower)
    .join(' ');
  return /^(?:\w+ )?(?:that )?you (?:just |already |also )?(?:ordered|bought|received|have|own)/.test(after);
}
