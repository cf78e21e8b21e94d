import { isJsonObject, type JsonValue } from '../../base/json/index.ts';
import { describeChange } from '../../environment/index.ts';
import type { Alternative, Entity, FieldDifference } from '../types.ts';

/** Differences listed in one message. */
const SHOWN = 3;

/** A value for people: `"1234567890" (Keyboard)`. */
export function describeValue(value: JsonValue | undefined, entity?: Entity): string {
  const text = Array.isArray(value) ? describeItems(value) : shorten(JSON.stringify(value) ?? 'nothing');
  const name = entity?.row.name;
  return typeof name === 'string' ? `${text} (${name})` : text;
}

/** Two values of one argument, each for people; of two lists only the items that the other lacks. */
export function describePair(gold: JsonValue, other: JsonValue): readonly [string, string] {
  if (!Array.isArray(gold) || !Array.isArray(other)) return [describeValue(gold), describeValue(other)];
  const [own, others] = [without(gold, other), without(other, gold)];
  // Lists that differ in order or in number alone are told whole.
  if (own.length === 0 || others.length === 0) return [describeItems(gold), describeItems(other)];
  return [describeItems(own), describeItems(others)];
}

function without(list: readonly JsonValue[], other: readonly JsonValue[]): readonly JsonValue[] {
  const known = new Set(other.map((item) => JSON.stringify(item)));
  return list.filter((item) => !known.has(JSON.stringify(item)));
}

/** `HAT080 2024-05-28, HAT076 2024-05-28`: records by their values alone. */
function describeItems(items: readonly JsonValue[]): string {
  const said = items.map((item) =>
    isJsonObject(item)
      ? Object.values(item)
          .map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)))
          .join(' ')
      : JSON.stringify(item),
  );
  return `[${shorten(said.join(', '), 160)}]`;
}

/**
 * `color "red" instead of "blue", price 20 instead of 30`: the other value first. Left out are keys, which the message
 * names anyway, and, where anything else is left, fields that one side lacks.
 */
export function describeDifferences(
  differing: readonly FieldDifference[],
  keys: readonly JsonValue[],
): string {
  const fields = differing.filter(
    ({ path, gold, other }) =>
      path.length > 0 && !keys.includes(gold ?? null) && !keys.includes(other ?? null),
  );
  const parts = fields.flatMap(({ path, gold, other }) => {
    const [left, right] = [brief(other), brief(gold)];
    if (left === undefined || right === undefined || left === right) return [];
    return [{ text: `${path.at(-1)} ${left} instead of ${right}`, both: isThere(gold) && isThere(other) }];
  });
  const told = parts.some(({ both }) => both) ? parts.filter(({ both }) => both) : parts;
  const more = told.length - SHOWN;
  const list = told
    .slice(0, SHOWN)
    .map(({ text }) => text)
    .join(', ');
  return more > 0 ? `${list} and ${more} more` : list;
}

function isThere(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

/** A value short enough for a list of differences; of records their names. Undefined where nothing short is to be said. */
function brief(value: JsonValue | undefined): string | undefined {
  if (value === undefined || value === null) return 'none';
  if (typeof value !== 'object') return shorten(JSON.stringify(value));
  if (!Array.isArray(value)) return undefined;
  const names = value.map((item: JsonValue) => (isJsonObject(item) ? item.name : item));
  return names.length > 0 && names.every((name) => typeof name === 'string')
    ? `[${shorten(names.join(', '))}]`
    : undefined;
}

/** What everything about an alternative looks like in a finding's evidence. */
export function alternativeEvidence(alternative: Alternative): { readonly [name: string]: JsonValue } {
  return {
    alternative: alternative.id,
    kind: alternative.kind,
    gold: alternative.goldValue,
    other: alternative.otherValue,
    differing: alternative.differing.slice(0, 12).map(({ path, gold, other }) => ({
      field: path.join('.'),
      gold: gold ?? null,
      other: other ?? null,
    })),
    changes: alternative.changes.slice(0, 12).map(describeChange),
    outcome: alternative.outcome.hash,
  };
}

export function shorten(text: string, length = 80): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
