/** A stretch of a text by offsets: `text.slice(start, end)`. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** A word, a number or a mark. Letters and digits that touch are told apart: `16GB` is two tokens. */
export interface Token extends Extent {
  /** As written. */
  readonly text: string;
  /** Lower case, accents taken off. */
  readonly lower: string;
  /** Lower case without the ending of a plural. */
  readonly stem: string;
  readonly kind: 'word' | 'number' | 'mark';
  /** Whether it touches the token before it. */
  readonly joined: boolean;
  /** Position among the sentences of the text. */
  readonly sentence: number;
}

const TOKEN = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\p{L}+(?:['’]\p{L}+)?|[^\s]/gu;
const SHORT_FORMS = new Set(['st', 'ave', 'dr', 'mr', 'mrs', 'ms', 'no', 'apt', 'vs', 'e', 'i', 'g']);

/** Cuts a text into tokens and sentences. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let sentence = 0;
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const found = match[0];
    const start = match.index;
    const before = tokens.at(-1);
    if (before !== undefined && endsSentence(text, before, start)) sentence += 1;
    const kind = /^\d/.test(found) ? 'number' : /^\p{L}/u.test(found) ? 'word' : 'mark';
    const lower = kind === 'number' ? found.replaceAll(',', '') : fold(found);
    tokens.push({
      text: found,
      lower,
      stem: kind === 'word' ? stem(lower) : lower,
      kind,
      start,
      end: start + found.length,
      joined: start === end && tokens.length > 0,
      sentence,
    });
    end = start + found.length;
  }
  return tokens;
}

/** Names and values of a domain are asked for in every scenario. */
const values = new Map<string, readonly Token[]>();
const KNOWN = 20_000;

/** Cuts a name or a value into tokens, each text once. */
export function tokensOf(value: string): readonly Token[] {
  let tokens = values.get(value);
  if (tokens === undefined) {
    tokens = tokenize(value);
    if (values.size >= KNOWN) values.clear();
    values.set(value, tokens);
  }
  return tokens;
}

function endsSentence(text: string, before: Token, next: number): boolean {
  const gap = text.slice(before.end, next);
  if (/\n\s*\n/.test(gap)) return true;
  if (before.text === '!' || before.text === '?') return true;
  if (before.text === '.') {
    const word = /(\p{L}+)\.$/u.exec(text.slice(0, before.end))?.[1]?.toLowerCase();
    return gap !== '' && !(word !== undefined && SHORT_FORMS.has(word));
  }
  return gap.includes('\n') && /^\p{Lu}/u.test(text.slice(next));
}

const PLAIN = /^[\x20-\x7e]*$/;

/** Lower case, accents taken off, typographic apostrophes made plain. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}

const IRREGULAR: Readonly<Record<string, string>> = {
  feet: 'foot',
  shelves: 'shelf',
  knives: 'knife',
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
};

/** A word without the ending of a plural, of a possessive, or of a joined compound's plural. */
export function stem(word: string): string {
  const bare = word.replace(/'s$/, '');
  const irregular = IRREGULAR[bare];
  if (irregular !== undefined) return irregular;
  if (/[^s]shelves$/.test(bare)) return bare.replace(/shelves$/, 'shelf');
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(bare)) return bare.slice(0, -2);
  if (bare.length > 3 && bare.endsWith('s') && !/(?:ss|us|is)$/.test(bare)) return bare.slice(0, -1);
  return bare;
}
