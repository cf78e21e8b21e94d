import type { JsonObject, JsonPrimitive, JsonValue } from '../base/json/index.ts';
import type { IndexedField, SchemaPath, Table } from '../define/index.ts';
import { valuesAt } from './values-at.ts';

/** The rows that share one value of an indexed field. */
export interface IndexGroup {
  readonly value: JsonPrimitive;
  readonly keys: readonly string[];
}

/** Groups of one indexed field by the text their value is indexed under, in the order of their first row. */
export type TableIndex = ReadonlyMap<string, IndexGroup>;

/** What a table's schema says of an indexed field. @throws Error when the field has no index */
export function indexedField(table: Table, field: string): IndexedField {
  const index = table.indexes.find((candidate) => candidate.field === field);
  if (index === undefined)
    throw new Error(`Cannot look up "${table.name}" by "${field}": the schema declares no x-index there`);
  return index;
}

/** Text under which a value is indexed: kinds are kept apart, so that `"1"` is not `1`. */
export function indexKey(value: JsonValue, casefold: boolean): string {
  if (typeof value === 'string') return `s${casefold ? value.toLowerCase() : value}`;
  return `${typeof value}${String(value)}`;
}

/** Looks at every row once. */
export function indexRows(
  rows: Iterable<readonly [string, JsonObject]>,
  path: SchemaPath,
  casefold: boolean,
): TableIndex {
  const index = new Map<string, IndexGroup & { readonly keys: string[] }>();
  for (const [key, row] of rows) {
    for (const value of indexedValues(row, path, casefold)) {
      const text = indexKey(value, casefold);
      const group = index.get(text);
      if (group === undefined) index.set(text, { value, keys: [key] });
      else if (group.keys.at(-1) !== key) group.keys.push(key);
    }
  }
  return index;
}

/** The values a row is indexed under. Lists and objects are no values to look up. */
export function indexedValues(
  row: JsonObject | undefined,
  path: SchemaPath,
  casefold: boolean,
): JsonPrimitive[] {
  const values: JsonPrimitive[] = [];
  for (const value of valuesAt(row, path)) {
    if (typeof value === 'object' && value !== null) continue;
    values.push(casefold && typeof value === 'string' ? value.toLowerCase() : (value as JsonPrimitive));
  }
  return values;
}
