import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { FoundTable } from './read-tables.ts';

/** How values at one place of the rows are spread, as a start for a generator. */
export interface FoundSpread {
  readonly table: string;
  readonly path: string;
  readonly count: number;
  readonly low?: number;
  readonly high?: number;
  readonly mean?: number;
  readonly deviation?: number;
  /** Share of each value, where there are few. */
  readonly shares?: Readonly<Record<string, number>>;
}

export interface Inferred {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly spreads: readonly FoundSpread[];
}

const MOST_ENUM = 12;
const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
];

/** Schemas, keys, references and spreads that fit the rows of some tables: a start to edit, not the truth about them. */
export function inferSchemas(tables: readonly FoundTable[]): Inferred {
  const keys = new Map(tables.map((table) => [table.name, keysOf(table)]));
  const spreads: FoundSpread[] = [];
  const schemas = tables.map((table) => {
    const own = keyProperty(table);
    const values = table.rows.map(({ row }) => row);
    const place: Place = { table: table.name, path: [], keys, spreads, own };
    const schema = objectSchema(values, place) as Record<string, JsonValue>;
    return [
      table.name,
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...schema,
        ...(own !== undefined && { 'x-key': own }),
      },
    ] as const;
  });
  return { schemas: Object.fromEntries(schemas), spreads };
}

interface Place {
  readonly table: string;
  readonly path: readonly string[];
  readonly keys: ReadonlyMap<string, ReadonlySet<JsonValue>>;
  readonly spreads: FoundSpread[];
  readonly own: string | undefined;
}

function keysOf(table: FoundTable): ReadonlySet<JsonValue> {
  const own = keyProperty(table);
  return new Set(table.rows.map(({ key, row }) => key ?? (own === undefined ? '' : (row[own] as JsonValue))));
}

/** The property that holds the key: equal to it in every row, or unique texts under a name like `id`. */
function keyProperty({ name, rows }: FoundTable): string | undefined {
  const names = Object.keys(rows[0]?.row ?? {});
  return names.find((property) => {
    const values = rows.map(({ row }) => row[property]);
    if (!values.every((value) => typeof value === 'string')) return false;
    if (rows.every(({ key }) => key !== undefined))
      return rows.every(({ key, row }) => row[property] === key);
    const singular = name.replace(/s$/, '');
    return [`${singular}_id`, 'id', 'key', name].includes(property) && new Set(values).size === values.length;
  });
}

function schemaOf(values: readonly JsonValue[], place: Place): JsonObject {
  const present = values.filter((value) => value !== null);
  const nullable = present.length < values.length;
  const schema = plainSchema(present, place);
  return nullable && typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
}

function plainSchema(values: readonly JsonValue[], place: Place): JsonObject {
  if (values.length === 0) return {};
  if (values.every(isJsonObject)) return objectSchema(values as readonly JsonObject[], place);
  if (values.every(Array.isArray)) {
    const items = (values as readonly (readonly JsonValue[])[]).flat();
    return { type: 'array', items: schemaOf(items, { ...place, path: [...place.path, '*'] }) };
  }
  if (values.every((value) => typeof value === 'number'))
    return numberSchema(values as readonly number[], place);
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'string'))
    return textSchema(values as readonly string[], place);
  return {};
}

function objectSchema(values: readonly JsonObject[], place: Place): JsonObject {
  const counts = new Map<string, number>();
  for (const value of values)
    for (const name of Object.keys(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
  // Names that hardly repeat are keys of a nested collection.
  if (place.path.length > 0 && values.length >= 5 && counts.size > 12 && counts.size > values.length / 2) {
    const members = values.flatMap((value) => Object.values(value));
    return {
      type: 'object',
      additionalProperties: schemaOf(members, { ...place, path: [...place.path, '*'] }),
    };
  }
  const properties = [...counts.keys()].map((name) => {
    const found = values.flatMap((value) => (Object.hasOwn(value, name) ? [value[name] as JsonValue] : []));
    return [name, schemaOf(found, { ...place, path: [...place.path, name] })] as const;
  });
  return {
    type: 'object',
    additionalProperties: false,
    required: [...counts].filter(([, count]) => count === values.length).map(([name]) => name),
    properties: Object.fromEntries(properties),
  };
}

function numberSchema(values: readonly number[], place: Place): JsonObject {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  note(place, { count: values.length, low, high, mean, deviation });
  return { type: values.every(Number.isInteger) ? 'integer' : 'number', ...(low >= 0 && { minimum: 0 }) };
}

function textSchema(values: readonly string[], place: Place): JsonObject {
  const distinct = new Set(values);
  const isOwnKey = place.path.length === 1 && place.path[0] === place.own;
  const target = isOwnKey
    ? undefined
    : [...place.keys].find(
        ([, keys]) => keys.size > 1 && distinct.size > 1 && [...distinct].every((value) => keys.has(value)),
      );
  if (target !== undefined) return { type: 'string', 'x-references': target[0] };
  const format = FORMATS.find(([, pattern]) => values.every((value) => pattern.test(value)))?.[0];
  if (format !== undefined) return { type: 'string', format };
  if (distinct.size > MOST_ENUM || values.length < distinct.size * 5) return { type: 'string' };
  const shares: Record<string, number> = {};
  for (const value of values) shares[value] = (shares[value] ?? 0) + 1 / values.length;
  note(place, { count: values.length, shares });
  return { enum: [...distinct].sort() };
}

function note(place: Place, spread: Omit<FoundSpread, 'table' | 'path'>): void {
  place.spreads.push({ table: place.table, path: place.path.join('.'), ...spread });
}
