import type { JsonValue } from '../../base/json/index.ts';
import { findLabelled, isFieldOf, isLabel, labelledAt } from './labels.ts';
import { memo } from './memo.ts';
import type { Hit } from './phrases.ts';
import { type Polarity, polarityAt } from './polarity.ts';
import type { Reading } from './reading.ts';
import { type Field, spellingsOf } from './spellings.ts';
import { tokensOf } from './tokens.ts';

/** A place where the text says a value. */
export interface Mention extends Hit {
  readonly polarity: Polarity;
  /** How surely the words mean this value. */
  readonly weight: number;
}

/** Where each of a field's values is said, by the value's JSON text. */
export type FieldMentions = ReadonlyMap<string, readonly Mention[]>;

const kept = new WeakMap<Reading, Map<string, FieldMentions>>();

/** As `seekMentions`, each question asked of a text once. */
export function fieldMentions(reading: Reading, values: readonly JsonValue[], field: Field): FieldMentions {
  let answers = kept.get(reading);
  if (answers === undefined) {
    answers = new Map();
    kept.set(reading, answers);
  }
  const question = `${field.name}\0${field.schema === undefined ? '' : schemaNumber(field.schema)}\0${values.length > FEW ? textOf(values) : JSON.stringify(values)}`;
  let answer = answers.get(question);
  if (answer === undefined) {
    answer = seekMentions(reading, values, field);
    answers.set(question, answer);
  }
  return answer;
}

/** Lists up to this length are not worth keeping the text of. */
const FEW = 2;

/** Choices of one place are asked for once per alternative. */
const textOf = memo((values: readonly JsonValue[]): string => JSON.stringify(values));

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number for each schema, to tell questions apart. */
function schemaNumber(schema: object): number {
  let number = numbers.get(schema);
  if (number === undefined) {
    last += 1;
    number = last;
    numbers.set(schema, number);
  }
  return number;
}

/**
 * Finds the values of one field in a text. Values are looked for together, so that "basic economy" is no mention of
 * "economy", and that a word which only one of them has ("soft" for "softshell" beside "hardshell") is a mention of it.
 */
function seekMentions(reading: Reading, values: readonly JsonValue[], field: Field): FieldMentions {
  const found: { key: string; hit: Hit; weight: number }[] = [];
  for (const value of values) {
    const key = JSON.stringify(value);
    for (const { phrase, weight } of spellingsOf(value, field)) {
      for (const hit of reading.phrases.find(phrase)) {
        if (speaksAs(reading, hit, field)) found.push({ key, hit, weight });
      }
    }
    for (const { value: place, text } of findLabelled(reading).filter((item) =>
      isFieldOf(item, field.name),
    )) {
      if (text.toLowerCase() === String(value).toLowerCase()) found.push({ key, hit: place, weight: 1 });
    }
  }
  for (const value of values) {
    const key = JSON.stringify(value);
    if (typeof value !== 'string' || found.some((other) => other.key === key)) continue;
    for (const phrase of tellingWords(value, values)) {
      for (const hit of reading.phrases.find(phrase)) {
        if (speaksAs(reading, hit, field)) found.push({ key, hit, weight: 0.7 });
      }
    }
  }
  const mentions = new Map<string, Mention[]>();
  for (const { key, hit, weight } of found) {
    if (found.some((other) => other.key !== key && contains(other.hit, hit))) continue;
    const list = mentions.get(key) ?? [];
    if (list.some((other) => contains(other, hit) || same(other, hit))) continue;
    list.push({ ...hit, polarity: polarityAt(reading, hit), weight });
    mentions.set(key, list);
  }
  return mentions;
}

/** Fields written as data say whose value they are, and their names are no values. */
function speaksAs(reading: Reading, hit: Hit, field: Field): boolean {
  const labelled = labelledAt(reading, hit);
  return labelled === undefined || (!isLabel(labelled, hit) && isFieldOf(labelled, field.name));
}

function contains(outer: Hit, inner: Hit): boolean {
  return (
    outer.first <= inner.first &&
    outer.last >= inner.last &&
    outer.last - outer.first > inner.last - inner.first
  );
}

function same(one: Hit, two: Hit): boolean {
  return one.first === two.first && one.last === two.last;
}

const TOO_COMMON = new Set([
  'the',
  'and',
  'with',
  'set',
  'type',
  'size',
  'color',
  'one',
  'new',
  'ordered',
  'made',
]);

/** Words, or beginnings of compounds, that tell a value from its siblings. Ids have none. */
function tellingWords(value: string, values: readonly JsonValue[]): string[] {
  const others = values.filter((other): other is string => typeof other === 'string' && other !== value);
  const words = tokensOf(value).filter((token) => token.kind !== 'mark');
  if (words.length === 0 || words.every((token) => token.kind === 'number') || /\d{4}/.test(value)) return [];
  // Of a whole phrase only the last word says what it is about.
  const candidates = words.length > 2 ? words.slice(-1) : words;
  const telling = candidates
    .filter((token) => token.kind === 'word' && token.lower.length > 1 && !TOO_COMMON.has(token.lower))
    .map((token) => token.lower)
    .filter((word) => words.length > 1 && !others.some((other) => other.toLowerCase().includes(word)));
  const only = words.length === 1 ? (words[0]?.lower ?? '') : '';
  for (let length = only.length - 3; length >= 4; length -= 1) {
    const head = only.slice(0, length);
    const tail = only.slice(length);
    const compound = others.some(
      (other) => other.toLowerCase().endsWith(tail) && !other.toLowerCase().startsWith(head),
    );
    if (compound) telling.push(head);
  }
  return telling;
}
