import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { spellMoment } from './dates.ts';
import { placeNames } from './places.ts';
import { respellQuantity } from './quantities.ts';
import { fold, tokenize } from './tokens.ts';

/** A way to say a value, and how surely these words mean it. */
export interface Spelling {
  readonly phrase: string;
  readonly weight: number;
}

/** A field of a row or an argument: its name and what its schema says. */
export interface Field {
  readonly name: string;
  readonly schema?: JsonObject | undefined;
}

const SIZES: Readonly<Record<string, readonly string[]>> = {
  XS: ['extra small', 'x-small'],
  S: ['small'],
  M: ['medium'],
  L: ['large'],
  XL: ['extra large', 'x-large'],
  XXL: ['double extra large', '2XL'],
};

/** Words spelt or said in more than one way everywhere. */
const VARIANTS: readonly (readonly string[])[] = [
  ['grey', 'gray'],
  ['sulphur', 'sulfur'],
  ['aluminium', 'aluminum'],
  ['credit card', 'card', 'CC'],
  ['gift card', 'giftcard', 'GC', 'gift voucher'],
  ['certificate', 'travel certificate', 'voucher', 'travel voucher'],
  ['mastercard', 'master card'],
  ['amex', 'american express'],
  ['one way', 'single trip'],
  ['round trip', 'return trip', 'roundtrip'],
];

const YES = new Set(['yes', 'true']);
const NO = new Set(['no', 'false', 'none', 'not']);

/** All ways to say a value of a field, surest first. */
export function spellingsOf(value: JsonValue | undefined, field: Field): readonly Spelling[] {
  if (value === undefined) return [];
  const owner = field.schema ?? NO_SCHEMA;
  let answers = kept.get(owner);
  if (answers === undefined) {
    answers = new Map();
    kept.set(owner, answers);
  }
  const question = `${field.name}\0${typeof value}${String(value)}`;
  let answer = answers.get(question);
  if (answer === undefined) {
    answer = spell(value, field);
    if (answers.size > 5000) answers.clear();
    answers.set(question, answer);
  }
  return answer;
}

const NO_SCHEMA = {};
const kept = new WeakMap<object, Map<string, readonly Spelling[]>>();

function spell(value: JsonValue, field: Field): Spelling[] {
  if (typeof value === 'boolean') return spellTruth(value, field);
  if (typeof value === 'number') return spellNumber(value, field);
  if (typeof value !== 'string' || value === '') return [];
  const spellings: Spelling[] = [];
  const say = (phrases: Iterable<string>, weight: number): void => {
    for (const phrase of phrases) spellings.push({ phrase, weight });
  };
  const lower = fold(value).replaceAll('_', ' ');
  if (YES.has(lower) || NO.has(lower)) {
    spellings.push(...spellTruth(YES.has(lower), field));
  } else {
    say([value], 1);
  }
  say(synonymsOf(value, field.schema), 0.95);
  if (/^[#A-Za-z_]*\d{5,}$/.test(value)) say([value.replace(/^[^\d]+/, '')], 0.95);
  if (/size/i.test(field.name)) say(SIZES[value] ?? [], 0.95);
  if (/last_?(four|4)|digits/i.test(field.name)) say([`ending ${value}`, `${value}`], 1);
  const kind = /^([a-z]+(?:_[a-z]+)*)_\d{4,}$/.exec(value)?.[1]?.replaceAll('_', ' ');
  if (kind !== undefined) say([kind, ...(VARIANTS.find((words) => words.includes(kind)) ?? [])], 0.8);
  say(spellMoment(value), 0.95);
  say(respellQuantity(value), 0.9);
  say(placeNames(value), 0.9);
  for (const words of VARIANTS) {
    const found = words.find((word) => lower === word || lower.split(' ').includes(word));
    if (found !== undefined)
      say(
        words.map((word) => lower.replace(found, word)),
        0.9,
      );
  }
  return spellings;
}

function spellTruth(truth: boolean, { name, schema }: Field): Spelling[] {
  const words = fieldWords(name).join(' ');
  const synonyms = synonymsOf(truth ? 'yes' : 'no', schema).concat(
    synonymsOf(truth ? 'true' : 'false', schema),
  );
  const own = truth
    ? [words, `with ${words}`, `${words} included`]
    : [
        `no ${words}`,
        `without ${words}`,
        `not ${words}`,
        `non ${words}`,
        `${words} less`,
        `don't need ${words}`,
      ];
  return [
    ...own.map((phrase) => ({ phrase, weight: 0.9 })),
    ...synonyms.map((phrase) => ({ phrase, weight: 0.95 })),
  ];
}

function spellNumber(value: number, { name, schema }: Field): Spelling[] {
  const written = [String(value), ...(Number.isInteger(value) ? [] : [value.toFixed(2)])];
  const synonyms = synonymsOf(String(value), schema).map((phrase) => ({ phrase, weight: 0.95 }));
  if (Math.abs(value) >= 100 || !Number.isInteger(value)) {
    return [...written.map((phrase) => ({ phrase, weight: 0.85 })), ...synonyms];
  }
  const units = new Set(fieldWords(name).flatMap((word) => [word, word.replace(/gage$/, '')]));
  const unit = schema?.['x-unit'];
  if (typeof unit === 'string') units.add(unit);
  const numbers = respellQuantity(String(value));
  const said = numbers.flatMap((number) =>
    [...units].flatMap((word) => [
      `${number} ${word}`,
      `${number} checked ${word}`,
      `${number} more ${word}`,
    ]),
  );
  return [...said.map((phrase) => ({ phrase, weight: 0.85 })), ...synonyms];
}

/** Words that the schema gives for a value. */
export function synonymsOf(value: string, schema: JsonObject | undefined): string[] {
  const table = schema?.['x-synonyms'];
  const words = isJsonObject(table) ? table[value] : undefined;
  return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : [];
}

/** The words of a field's name: `water_resistance` gives `water`, `resistance`. */
export function fieldWords(name: string): readonly string[] {
  let words = wordsOf.get(name);
  if (words === undefined) {
    const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_./-]+/g, ' ');
    words = tokenize(spaced)
      .filter((token) => token.kind === 'word')
      .map((token) => token.stem);
    if (wordsOf.size > 5000) wordsOf.clear();
    wordsOf.set(name, words);
  }
  return words;
}

/** A schema has few field names, and every alternative asks for them. */
const wordsOf = new Map<string, readonly string[]>();
