import type { JsonObject, JsonValue } from '../base/json/index.ts';

/**
 * JSON Schema (2020-12) of a table's rows, with these keywords beside the standard ones:
 * - `x-key` (on the root): the property that holds the row's key, where rows carry it
 * - `x-references`: the value is a key of another table (`"users"`) or of a nested collection (`"products/variants"`)
 * - `x-index`: lookups by this field are indexed; `"casefold"` ignores letter case
 * - `x-unordered`: the array is compared as a multiset
 * - `x-volatile`: left out of outcomes
 * - `x-order`: on an ordered enum or number, a word for more of it (`"bright"`), used by the audit for comparatives
 * - `x-synonyms`: words users say for a value, `{ "value": ["word", …] }`
 * - `x-unique`: no two rows have the same value
 * - `x-unit`: unit of a number (`"USD"`, `"minutes"`)
 */
export type TableSchema = JsonObject & { readonly type: 'object' };

/** A path inside a row: property names, `*` for every item of an array or every value of a nested collection. */
export type SchemaPath = readonly string[];

export interface Reference {
  readonly path: SchemaPath;
  /** `users`, or `products/variants` for keys inside a nested collection. */
  readonly target: string;
}

export interface IndexedField {
  /** Dotted path, `*` last for the keys of a nested collection. */
  readonly field: string;
  readonly path: SchemaPath;
  readonly casefold: boolean;
}

/** One place where a row breaks its schema. */
export interface SchemaProblem {
  /** Dotted path inside the row, `(row)` for the row itself. */
  readonly path: string;
  /** What was expected, for example `must be string`. */
  readonly expected: string;
  readonly found: JsonValue | undefined;
}

/** A table of a domain: its schema and what follows from it. */
export interface Table {
  readonly name: string;
  readonly schema: TableSchema;
  readonly key: string | undefined;
  readonly references: readonly Reference[];
  readonly indexes: readonly IndexedField[];
  readonly unordered: readonly SchemaPath[];
  readonly volatile: readonly SchemaPath[];
  /** Problems of a row; empty when it is valid. */
  validate(row: JsonValue): readonly SchemaProblem[];
}
