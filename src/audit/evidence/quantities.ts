import { fold, tokensOf } from './tokens.ts';

/** An amount in the base unit of its kind: 1 TB and 1024 GB are equal, 1.5 L and 1500 ml too. */
export interface Quantity {
  readonly amount: number;
  /** `bytes`, `length`, `volume`, `money`, …; a unit we do not know is a kind of its own, none is `count`. */
  readonly kind: string;
}

/** Unit words by kind, each with its size in the kind's base unit. The first word of a list is its usual spelling. */
const UNITS: readonly { readonly kind: string; readonly size: number; readonly words: readonly string[] }[] =
  [
    { kind: 'bytes', size: 1, words: ['gb', 'gig', 'gigabyte'] },
    { kind: 'bytes', size: 1024, words: ['tb', 'terabyte'] },
    { kind: 'bytes', size: 1 / 1024, words: ['mb', 'megabyte'] },
    { kind: 'volume', size: 1, words: ['ml', 'milliliter', 'millilitre'] },
    { kind: 'volume', size: 1000, words: ['l', 'liter', 'litre'] },
    { kind: 'volume', size: 240, words: ['cup'] },
    { kind: 'length', size: 1, words: ['mm', 'millimeter', 'millimetre'] },
    { kind: 'length', size: 10, words: ['cm', 'centimeter', 'centimetre'] },
    { kind: 'length', size: 1000, words: ['m', 'meter', 'metre'] },
    { kind: 'length', size: 25.4, words: ['inch', 'in', 'inches'] },
    { kind: 'length', size: 304.8, words: ['ft', 'foot', 'feet'] },
    { kind: 'weight', size: 1, words: ['g', 'gram'] },
    { kind: 'weight', size: 1000, words: ['kg', 'kilo', 'kilogram'] },
    { kind: 'weight', size: 453.6, words: ['lb', 'lbs', 'pound'] },
    { kind: 'time', size: 1, words: ['minute', 'min'] },
    { kind: 'time', size: 60, words: ['hour', 'hr', 'h'] },
    { kind: 'time', size: 1440, words: ['day'] },
    { kind: 'time', size: 10_080, words: ['week'] },
    { kind: 'money', size: 1, words: ['dollar', 'usd', 'buck', 'eur', 'euro'] },
    { kind: 'charge', size: 1, words: ['mah'] },
    { kind: 'power', size: 1, words: ['w', 'watt'] },
    { kind: 'angle', size: 1, words: ['degree'] },
    { kind: 'pressure', size: 1, words: ['bar'] },
    { kind: 'pixels', size: 1, words: ['mp', 'megapixel'] },
    { kind: 'lines', size: 1, words: ['p'] },
    { kind: 'lines', size: 540, words: ['k'] },
    { kind: 'times', size: 1, words: ['x', 'times'] },
    { kind: 'pieces', size: 1, words: ['piece', 'pc'] },
    { kind: 'percent', size: 1, words: ['%', 'percent'] },
  ];

const BY_WORD = new Map(UNITS.flatMap((unit) => unit.words.map((word) => [word, unit] as const)));

const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
];

/** The number a word names: "two", "dozen", "12"; undefined for other words. */
export function numberNamed(word: string): number | undefined {
  const lower = fold(word);
  if (/^\d+(\.\d+)?$/.test(lower)) return Number(lower);
  const index = NUMBER_WORDS.indexOf(lower);
  if (index >= 0) return index;
  if (lower === 'both' || lower === 'couple' || lower === 'pair' || lower === 'twice') return 2;
  return lower === 'dozen' ? 12 : undefined;
}

/** The word for a small whole number, or undefined. */
export function wordForNumber(number: number): string | undefined {
  return NUMBER_WORDS[number];
}

/** The kind of a unit word; undefined when the word is none. */
export function unitKind(word: string): string | undefined {
  return unitOf(word)?.kind;
}

function unitOf(word: string): (typeof UNITS)[number] | undefined {
  const lower = fold(word);
  return BY_WORD.get(lower) ?? BY_WORD.get(lower.replace(/s$/, ''));
}

/** Reads a value as an amount: `16GB`, `1.5 liters`, `4 ft`, `$200`, `30-50 lbs` (its lower end), `7`. */
export function readQuantity(value: string): Quantity | undefined {
  const tokens = tokensOf(value);
  const at = tokens.findIndex((token) => token.kind === 'number');
  if (at < 0 || at > 1) return undefined;
  const before = tokens[at - 1]?.text;
  const amount = Number(tokens[at]?.lower);
  if (before === '$' || before === '€' || before === '£') return { amount, kind: 'money' };
  if (before !== undefined) return undefined;
  const word = tokens.slice(at + 1).find((token) => token.kind === 'word' || token.text === '%');
  if (word === undefined) return tokens.length === 1 ? { amount, kind: 'count' } : undefined;
  const unit = unitOf(word.lower);
  return unit === undefined ? { amount, kind: word.stem } : { amount: amount * unit.size, kind: unit.kind };
}

/** Other spellings of the unit in a value: `4 ft` gives `4 foot`, `four feet` and so on. */
export function respellQuantity(value: string): string[] {
  const tokens = tokensOf(value);
  const [number, ...rest] = tokens.filter((token) => token.text !== '-');
  if (number === undefined || number.kind !== 'number') return [];
  const named = wordForNumber(Number(number.lower));
  const numbers = named === undefined ? [number.lower] : [number.lower, named];
  const [unitToken, ...others] = rest;
  if (unitToken === undefined) return numbers;
  const unit = unitOf(unitToken.lower);
  const tail = others.map((token) => token.lower).join(' ');
  const words = new Set([unitToken.lower, ...(unit?.words ?? [])]);
  return numbers.flatMap((amount) => [...words].map((word) => `${amount} ${word} ${tail}`.trim()));
}
