import type { JsonValue } from '../../base/json/index.ts';
import { MONTHS } from '../../base/text/months.ts';

/** A text and the words in it, for asking whether a value is said. */
export class SaidText {
  readonly text: string;
  readonly lower: string;
  /** Words and ids, without surrounding punctuation, each once. */
  readonly tokens: readonly string[];

  constructor(text: string) {
    this.text = text;
    this.lower = text.toLowerCase();
    const found = text.match(/[#\p{L}\p{N}_@.+'-]+/gu) ?? [];
    this.tokens = [
      ...new Set(found.map((token) => token.replace(/^[.'-]+|[.'-]+$/g, '')).filter((token) => token !== '')),
    ];
  }

  /** Whether a value is said: as it is, with its parts in any order, or for dates in another form. */
  says(value: JsonValue): boolean {
    if (typeof value === 'boolean' || value === null) return true;
    const wanted = String(value).toLowerCase().trim();
    if (wanted === '') return true;
    if (this.#at(wanted)) return true;
    const date = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(wanted);
    if (date) return this.#saysDate(Number(date[2]), Number(date[3]));
    if (typeof value === 'number') return false;
    const bare = wanted.replace(/^#/, '');
    if (bare !== wanted && bare.length > 2 && this.#at(bare)) return true;
    const parts = wanted.split(/[\s,_/-]+/).filter((part) => part !== '');
    return parts.length > 1 && parts.every((part) => this.#at(part));
  }

  #saysDate(month: number, day: number): boolean {
    const name = MONTHS[month - 1] as string;
    const forms = [name, name.slice(0, 3)].flatMap((word) => [
      new RegExp(`\\b${word}\\.?\\s+(the\\s+)?0?${day}(st|nd|rd|th)?\\b`),
      new RegExp(`\\b0?${day}(st|nd|rd|th)?\\s+(of\\s+)?${word}\\b`),
      // "May 20 and 21", "May 12 to 19"
      new RegExp(
        `\\b${word}\\.?\\s+\\d{1,2}(st|nd|rd|th)?(\\s*(,|and|or|to|through|-|–)\\s*)+0?${day}(st|nd|rd|th)?\\b`,
      ),
    ]);
    forms.push(new RegExp(`\\b0?${month}/0?${day}\\b`), new RegExp(`\\b0?${day}/0?${month}\\b`));
    return forms.some((form) => form.test(this.lower));
  }

  #at(wanted: string): boolean {
    for (let at = this.lower.indexOf(wanted); at >= 0; at = this.lower.indexOf(wanted, at + 1)) {
      const before = this.lower[at - 1];
      const after = this.lower[at + wanted.length];
      if (isBoundary(before, wanted[0]) && isBoundary(after, wanted.at(-1))) return true;
    }
    return false;
  }
}

function isBoundary(outside: string | undefined, inside: string | undefined): boolean {
  return outside === undefined || inside === undefined || !(isWord(outside) && isWord(inside));
}

function isWord(letter: string): boolean {
  return /[\p{L}\p{N}]/u.test(letter);
}
