import type { JsonObject, JsonPrimitive } from '../../base/json/index.ts';
import type { Domain, ReadDatabase, ReadTable, Table } from '../../define/index.ts';
import { indexedField, indexKey, indexRows, type TableIndex } from '../../environment/index.ts';
import type { Block } from '../block.ts';
import type { Handle } from '../table-block.ts';

/** Rows of one table in one block, with their keys. */
export interface RowSet {
  readonly keys: readonly string[];
  readonly rows: readonly JsonObject[];
  /** Row number in the table of the first row. */
  readonly first: number;
}

/** Makes all rows of a block, and shows each to `see` while it is fresh in the processor's cache. */
export function rowsOf(
  block: Block,
  see?: (table: string, row: JsonObject, handle: Handle) => void,
): ReadonlyMap<string, RowSet> {
  const sets = new Map<string, RowSet>();
  for (const { generator, handles } of block.tables()) {
    const keys: string[] = [];
    const rows: JsonObject[] = [];
    for (const handle of handles) {
      const { row } = handle;
      keys.push(handle.key);
      rows.push(row);
      see?.(generator.table, row, handle);
    }
    sets.set(generator.table, { keys, rows, first: handles[0]?.index ?? 0 });
  }
  return sets;
}

/** A block as invariants see it: the tables of a database, read alone, over rows that are not copied. */
export function readBlock(
  domain: Domain,
  sets: ReadonlyMap<string, RowSet>,
): ReadDatabase<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.values(domain.tables).map((table) => [
      table.name,
      new BlockTable(table, sets.get(table.name) ?? { keys: [], rows: [], first: 0 }),
    ]),
  ) as unknown as ReadDatabase<Record<string, JsonObject>>;
}

class BlockTable implements ReadTable<JsonObject> {
  readonly #table: Table;
  readonly #set: RowSet;
  readonly #indexes = new Map<string, TableIndex>();
  #byKey: Map<string, JsonObject> | undefined;

  constructor(table: Table, set: RowSet) {
    this.#table = table;
    this.#set = set;
  }

  get size(): number {
    return this.#set.keys.length;
  }

  has(key: string): boolean {
    return this.#rows().has(key);
  }

  get(key: string) {
    return this.#rows().get(key);
  }

  keys(): Iterable<string> {
    return this.#set.keys;
  }

  *entries(): Generator<readonly [string, JsonObject]> {
    for (const [index, key] of this.#set.keys.entries()) yield [key, this.#set.rows[index] as JsonObject];
  }

  find(field: string, value: JsonPrimitive): readonly string[] {
    const { casefold } = indexedField(this.#table, field);
    return this.#index(field).get(indexKey(value, casefold))?.keys ?? [];
  }

  *groups(field: string): Generator<readonly [JsonPrimitive, readonly string[]]> {
    for (const { value, keys } of this.#index(field).values()) yield [value, keys];
  }

  #index(field: string): TableIndex {
    let index = this.#indexes.get(field);
    if (index === undefined) {
      const { path, casefold } = indexedField(this.#table, field);
      index = indexRows(this.entries(), path, casefold);
      this.#indexes.set(field, index);
    }
    return index;
  }

  #rows(): Map<string, JsonObject> {
    if (this.#byKey === undefined) {
      const { keys, rows } = this.#set;
      this.#byKey = new Map();
      for (let index = 0; index < keys.length; index += 1) {
        this.#byKey.set(keys[index] as string, rows[index] as JsonObject);
      }
    }
    return this.#byKey;
  }
}
