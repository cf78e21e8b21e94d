import type { Immutable, JsonPrimitive } from '../base/json/index.ts';

/** One table as a tool may read it. Rows are shared and must not be changed. */
export interface ReadTable<Row> {
  readonly size: number;
  has(key: string): boolean;
  get(key: string): Immutable<Row> | undefined;
  /** Keys in the order of the table. */
  keys(): Iterable<string>;
  /** `[key, row]` in the order of the table. */
  entries(): Iterable<readonly [string, Immutable<Row>]>;
  /**
   * Keys of the rows whose indexed field has this value, in the order of the table.
   * The field is declared with `x-index` in the table's schema and named by its path (`email`, `address.zip`,
   * `variants.*` for the keys of a nested collection). With `x-index: "casefold"` letter case is ignored.
   * @throws Error when the field has no index
   */
  find(field: string, value: JsonPrimitive): readonly string[];
  /**
   * Each value of an indexed field with the keys of the rows that have it, in the order of the table: what a listing
   * needs without reading every row. With `x-index: "casefold"` values are in lower case.
   * @throws Error when the field has no index
   */
  groups(field: string): Iterable<readonly [value: JsonPrimitive, keys: readonly string[]]>;
}

/** One table as a write tool may change it. Nothing is kept when the tool fails. */
export interface WriteTable<Row> extends ReadTable<Row> {
  /** The row as a private copy: changes to it are the tool's writes. @throws Error when there is no such row */
  edit(key: string): Row;
  /** Adds a row, or replaces the row of that key. */
  put(key: string, row: Row): void;
  /** Removes a row. @throws Error when there is no such row */
  remove(key: string): void;
}

export type ReadDatabase<Tables> = { readonly [Name in keyof Tables]: ReadTable<Tables[Name]> };
export type WriteDatabase<Tables> = { readonly [Name in keyof Tables]: WriteTable<Tables[Name]> };
