import { type Extent, stem, type Token, tokenize } from './tokens.ts';

/** Where a phrase stands, by tokens and by offsets. */
export interface Hit extends Extent {
  /** Position of the first token. */
  readonly first: number;
  /** Position after the last token. */
  readonly last: number;
}

const LONGEST = 8;

/**
 * Finds phrases in a tokenised text, whatever their spelling of spaces, hyphens, case and plural:
 * "tshirt", "T-Shirt" and "t shirts" are one phrase, "10" does not stand in "10000mAh".
 */
export class PhraseIndex {
  readonly #hits = new Map<string, Hit[]>();

  constructor(tokens: readonly Token[]) {
    const words = tokens.map((token, at) => ({ token, at })).filter(({ token }) => !isFiller(token));
    for (let from = 0; from < words.length; from += 1) {
      let joined = '';
      for (let to = from; to < Math.min(words.length, from + LONGEST); to += 1) {
        const { token, at } = words[to] as { token: Token; at: number };
        const first = words[from] as { token: Token; at: number };
        if (to > from && breaks(tokens, (words[to - 1] as { at: number }).at, at)) break;
        const hit: Hit = { start: first.token.start, end: token.end, first: first.at, last: at + 1 };
        this.#add(joined + token.lower, hit);
        if (token.stem !== token.lower) this.#add(joined + token.stem, hit);
        joined += token.lower;
      }
    }
  }

  /** Places of a phrase, left to right. */
  find(phrase: string): readonly Hit[] {
    const { key, singular } = keysOf(phrase);
    if (key === '') return [];
    const exact = this.#hits.get(key) ?? [];
    return singular === key ? exact : unique([...exact, ...(this.#hits.get(singular) ?? [])]);
  }

  #add(key: string, hit: Hit): void {
    const hits = this.#hits.get(key);
    if (hits === undefined) this.#hits.set(key, [hit]);
    else hits.push(hit);
  }
}

/** The letters and digits of a phrase, by which spellings of it are equal. */
export function phraseKey(phrase: string): string {
  return keysOf(phrase).key;
}

interface Keys {
  readonly key: string;
  /** The key with the last word in the singular. */
  readonly singular: string;
}

/** The same few thousand values are looked for in every scenario of a domain. */
const known = new Map<string, Keys>();
const KNOWN = 50_000;

function keysOf(phrase: string): Keys {
  let keys = known.get(phrase);
  if (keys === undefined) {
    const words = tokenize(phrase).filter((token) => !isFiller(token));
    keys = {
      key: words.map((token) => token.lower).join(''),
      singular: words
        .map((token, at) => (at === words.length - 1 ? stem(token.lower) : token.lower))
        .join(''),
    };
    if (known.size >= KNOWN) known.clear();
    known.set(phrase, keys);
  }
  return keys;
}

function isFiller(token: Token): boolean {
  return token.kind === 'mark' && !['%', '+'].includes(token.text);
}

/** Marks that end a phrase; hyphens, quotes and underscores do not. */
function breaks(tokens: readonly Token[], left: number, right: number): boolean {
  for (let at = left + 1; at < right; at += 1) {
    if (/[.,;:!?()[\]{}>]/.test((tokens[at] as Token).text)) {
      const touching = (tokens[at] as Token).joined && tokens[at + 1]?.joined === true;
      if (!touching) return true;
    }
  }
  return false;
}

function unique(hits: readonly Hit[]): Hit[] {
  const seen = new Map(hits.map((hit) => [`${hit.first}:${hit.last}`, hit]));
  return [...seen.values()].sort((left, right) => left.first - right.first);
}
