import type { JsonValue } from '../../base/json/index.ts';
import { MONTHS } from '../../base/text/months.ts';

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/**
 * Whether a text names a value: the value itself, a part of it for lists and objects; numbers also as words, dates also as
 * month and day, identifiers with underscores also with blanks.
 */
export function mentions(text: string, value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((part: JsonValue) => mentions(text, part));
  }
  if (value === null || typeof value === 'boolean') return false;
  const lower = text.toLowerCase();
  return forms(value).some((form) => hasWord(lower, form));
}

function forms(value: string | number): string[] {
  if (typeof value === 'number') {
    const word = NUMBER_WORDS[value];
    return word === undefined ? [String(value)] : [String(value), word];
  }
  const bare = value.trim().toLowerCase();
  if (bare === '') return [];
  const date = /^\d{4}-(\d{2})-(\d{2})$/.exec(bare);
  if (date) {
    const month = MONTHS[Number(date[1]) - 1] ?? '';
    return [bare, `${month} ${Number(date[2])}`, `${month.slice(0, 3)} ${Number(date[2])}`];
  }
  // One- and two-letter values and plain yes/no occur in any text.
  if (bare.length < 3) return [];
  return [bare, bare.replaceAll('_', ' ')];
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(text[at - 1] ?? ' ') && !/[a-z0-9]/.test(text[at + word.length] ?? ' ')) return true;
  }
  return false;
}
