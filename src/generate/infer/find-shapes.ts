import { isJsonObject, type JsonObject, type JsonPrimitive, type JsonValue } from '../../base/json/index.ts';
import { withTies } from './find-ties.ts';
import { singularOf } from './names.ts';
import type { FoundTable } from './read-tables.ts';
import { type Member, type Shape, type TableShape, tallyOf } from './shape.ts';
import { keyShape, textShape } from './text-shape.ts';

/** Values are a choice when they are few and each came up several times on average. */
const MOST_CHOICES = 12;
const LEAST_REPEATS = 5;
const MOST_ANY = 20;

/** Keys of the tables and, as `products/variants`, of nested collections: to tell references by. */
type Keys = ReadonlyMap<string, ReadonlySet<JsonValue>>;

interface Place {
  readonly table: string;
  readonly path: readonly string[];
  readonly keys: Keys;
  /** Property that holds the key of the table. */
  readonly own: string | undefined;
}

/** Finds what the rows of some tables have in common: keys, references, choices and spreads. */
export function findShapes(tables: readonly FoundTable[]): readonly TableShape[] {
  const keyed = tables.map((table) => ({ table, own: keyProperty(table) }));
  const keys: Keys = new Map([
    ...keyed.map(({ table, own }) => [table.name, new Set(keysOf(table, own))] as const),
    ...tables.flatMap(collectionKeys),
  ]);
  const shapes = keyed.map(({ table, own }): TableShape => {
    const rows = table.rows.map(({ row }) => row);
    return {
      name: table.name,
      rows: rows.length,
      key: own ?? nameForKey(table),
      keys: keyShape(keysOf(table, own)),
      row: objectShape(rows, { table: table.name, path: [], keys, own }),
      sharing: {},
    };
  });
  return withTies(
    shapes,
    new Map(keyed.map(({ table, own }) => [table.name, { rows: table.rows, keys: keysOf(table, own) }])),
  );
}

/** A name for keys that rows stand under and do not carry. */
function nameForKey({ name, rows }: FoundTable): string | undefined {
  const wanted = `${singularOf(name)}_id`;
  const free = rows.every(({ key, row }) => key !== undefined && !Object.hasOwn(row, wanted));
  return free ? wanted : undefined;
}

function keysOf({ rows }: FoundTable, own: string | undefined): string[] {
  return rows.map(({ key, row }) => key ?? (own === undefined ? '' : String(row[own])));
}

/** The property that holds the key: equal to it in every row, or unique texts under a name like `id`. */
export function keyProperty({ name, rows }: FoundTable): string | undefined {
  const names = Object.keys(rows[0]?.row ?? {});
  const singular = singularOf(name);
  return names.find((property) => {
    const values = rows.map(({ row }) => row[property]);
    if (!values.every((value) => typeof value === 'string')) return false;
    if (rows.every(({ key }) => key !== undefined))
      return rows.every(({ key, row }) => row[property] === key);
    return [`${singular}_id`, 'id', 'key', name].includes(property) && new Set(values).size === values.length;
  });
}

function shapeOf(values: readonly JsonValue[], place: Place): Shape {
  const present = values.filter((value) => value !== null);
  const shape = plainShape(present, place);
  if (present.length === values.length) return shape;
  return { kind: 'nullable', share: round(1 - present.length / values.length), shape };
}

function plainShape(values: readonly JsonValue[], place: Place): Shape {
  if (values.length === 0) return { kind: 'any', samples: [] };
  if (values.every(isJsonObject)) return collectionShape(values as readonly JsonObject[], place);
  if (values.every(Array.isArray)) {
    const lists = values as readonly (readonly JsonValue[])[];
    return {
      kind: 'array',
      sizes: tallyOf(lists.map(({ length }) => length)),
      item: shapeOf(lists.flat(), { ...place, path: [...place.path, '*'] }),
    };
  }
  if (values.every((value) => typeof value === 'number')) return numberShape(values as readonly number[]);
  if (values.every((value) => typeof value === 'boolean'))
    return { kind: 'boolean', share: round(values.filter((value) => value === true).length / values.length) };
  if (values.every((value) => typeof value === 'string'))
    return stringShape(values as readonly string[], place);
  if (values.every((value) => typeof value !== 'object') && isChoice(values as readonly JsonPrimitive[]))
    return { kind: 'choice', tally: tallyOf(values as readonly JsonPrimitive[]) };
  const texts = [...new Set(values.map((value) => JSON.stringify(value)))].slice(0, MOST_ANY);
  return { kind: 'any', samples: texts.map((text) => JSON.parse(text) as JsonValue) };
}

/** Names that hardly repeat, or dates, are keys of a nested collection; others are properties. */
function isCollection(values: readonly JsonObject[]): boolean {
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  if (names.size > 1 && [...names].every((name) => /^\d{4}-\d\d-\d\d$/.test(name))) return true;
  return values.length >= 5 && names.size > 12 && names.size > values.length / 2;
}

/** Keys of the nested collections of a table's rows that others may refer to: unique in the table, and in every row. */
function collectionKeys({ name, rows }: FoundTable): (readonly [string, ReadonlySet<string>])[] {
  return Object.keys(rows[0]?.row ?? {}).flatMap((property) => {
    const values = rows.map(({ row }) => row[property]);
    if (!values.every((value): value is JsonObject => value !== undefined && isJsonObject(value))) return [];
    const keys = values.flatMap((value) => Object.keys(value));
    const unique = new Set(keys);
    const full = values.every((value) => Object.keys(value).length > 0);
    return full && unique.size === keys.length && isCollection(values)
      ? [[`${name}/${property}`, unique] as const]
      : [];
  });
}

function collectionShape(values: readonly JsonObject[], place: Place): Shape {
  if (place.path.length === 0 || !isCollection(values)) return objectShape(values, place);
  const member = memberShape(values, place);
  return {
    kind: 'map',
    keys: keyShape([...new Set(values.flatMap((value) => Object.keys(value)))]),
    sizes: tallyOf(values.map((value) => Object.keys(value).length)),
    member,
  };
}

/** A member of a nested collection; a property that repeats the member's key is told from others. */
function memberShape(values: readonly JsonObject[], place: Place): Shape {
  const entries = values.flatMap((value) => Object.entries(value));
  const shape = shapeOf(
    entries.map(([, member]) => member),
    { ...place, path: [...place.path, '*'] },
  );
  if (shape.kind !== 'object') return shape;
  const repeats = (name: string): boolean =>
    entries.every(([key, member]) => isJsonObject(member) && member[name] === key);
  return {
    ...shape,
    members: shape.members.map((member) =>
      repeats(member.name) ? { ...member, shape: { kind: 'member-key' } } : member,
    ),
  };
}

function objectShape(
  values: readonly JsonObject[],
  place: Place,
): Extract<Shape, { readonly kind: 'object' }> {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const members = names.map((name): Member => {
    const found = values.flatMap((value) => (Object.hasOwn(value, name) ? [value[name] as JsonValue] : []));
    return {
      name,
      share: found.length === values.length ? 1 : Math.min(0.999, round(found.length / values.length)),
      shape: shapeOf(found, { ...place, path: [...place.path, name] }),
    };
  });
  return { kind: 'object', members };
}

function numberShape(values: readonly number[]): Shape {
  const integer = values.every(Number.isInteger);
  const { mean, deviation, low, high } = momentsOf(values);
  const logarithms = low > 0 ? momentsOf(values.map(Math.log)) : undefined;
  const skewed = logarithms !== undefined && mean > medianOf(values) * 1.15;
  return {
    kind: 'number',
    integer,
    low,
    high,
    mean: round(mean),
    deviation: round(deviation),
    ...(skewed && {
      logarithms: { median: round(Math.exp(logarithms.mean)), deviation: round(logarithms.deviation) },
    }),
    ...(isChoice(values) && { tally: tallyOf(values) }),
  };
}

function momentsOf(values: readonly number[]) {
  let [sum, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    sum += value;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const mean = sum / values.length;
  const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length), low, high };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] as number;
}

function stringShape(values: readonly string[], { table, path, keys, own }: Place): Shape {
  const distinct = new Set(values);
  if (path.length === 1 && path[0] === own) return { kind: 'key' };
  const target = [...keys].find(
    ([, known]) => known.size > 1 && distinct.size > 1 && [...distinct].every((value) => known.has(value)),
  );
  if (target !== undefined) {
    const [name, collection] = target[0].split('/') as [string, string?];
    if (collection === undefined) return { kind: 'reference', table: name };
    if (name !== table) return { kind: 'member-reference', table: name, collection };
  }
  const shape = textShape(values);
  return shape.kind === 'text' && isChoice(values) ? { kind: 'choice', tally: tallyOf(values) } : shape;
}

function isChoice(values: readonly JsonPrimitive[]): boolean {
  const { size } = new Set(values);
  return size <= MOST_CHOICES && values.length >= size * LEAST_REPEATS;
}

/** Four significant digits: more would claim to know what a sample cannot tell. */
function round(value: number): number {
  return Number(value.toPrecision(4));
}
