import { nearMiss, UserError } from '../base/finding/index.ts';
import { hashJson, type JsonObject, type JsonValue, orderedKeys } from '../base/json/index.ts';
import type { Domain, SchemaPath, Table } from '../define/index.ts';
import { canonicalRow } from './canonical-row.ts';
import { State } from './state.ts';
import { indexKey, indexRows, type TableIndex } from './table-index.ts';

/** Rows of one table by key, in the order of the table. */
export type TableRows = ReadonlyMap<string, JsonObject>;

/**
 * One immutable state of a domain's world, shared by every trial that starts from it.
 * Rows are never changed after loading: `fork()` gives a State that keeps its own changes apart, in O(1).
 */
export class Database {
  readonly tables: Readonly<Record<string, Table>>;
  readonly #rows: ReadonlyMap<string, TableRows>;
  readonly #indexes = new Map<string, TableIndex>();
  /** The same by table and the very path asked with: schemas hold their paths, so that most questions come with one. */
  readonly #indexesByPath = new Map<
    string,
    WeakMap<SchemaPath, { folded?: TableIndex; plain?: TableIndex }>
  >();
  readonly #canonical = new Map<string, Map<string, JsonObject>>();
  #hash: string | undefined;

  /**
   * @param rows rows by table name; a table without rows may be left out
   * @throws UserError for a table the domain does not have
   */
  constructor(
    domain: Pick<Domain, 'name' | 'tables'>,
    rows: Readonly<Record<string, TableRows | JsonObject>>,
  ) {
    this.tables = domain.tables;
    const maps = new Map<string, TableRows>();
    for (const name of Object.keys(domain.tables)) maps.set(name, toRows(rows[name]));
    for (const name of Object.keys(rows)) {
      if (!maps.has(name)) {
        const near = nearMiss(name, maps.keys());
        throw new UserError(`Cannot load table "${name}": domain "${domain.name}" has no such table`, {
          hint:
            near === undefined ? `its tables are ${[...maps.keys()].join(', ')}` : `did you mean "${near}"?`,
        });
      }
    }
    this.#rows = maps;
    for (const name of maps.keys()) this.#canonical.set(name, new Map());
  }

  /** Rows of a table. @throws Error when the domain has no such table */
  rows(table: string): TableRows {
    const rows = this.#rows.get(table);
    if (rows === undefined) throw new Error(`Cannot read table "${table}": the domain has no such table`);
    return rows;
  }

  /** A state of its own that starts here, in O(1). */
  fork(): State {
    return new State(this);
  }

  /** SHA-256 over all rows in canonical form: names this database in run records. */
  hash(): string {
    if (this.#hash === undefined) {
      const tables: Record<string, string> = {};
      for (const [name, rows] of this.#rows) {
        const keys = [...rows.keys()].sort();
        tables[name] = hashJson(keys.map((key) => [key, hashJson(rows.get(key) as JsonObject)]));
      }
      this.#hash = hashJson(tables);
    }
    return this.#hash;
  }

  /** A row in the form in which outcomes compare it. Rows never change, so the form is kept. */
  canonical(table: string, key: string): JsonObject | undefined {
    const row = this.rows(table).get(key);
    if (row === undefined) return undefined;
    let canonical = this.#canonical.get(table)?.get(key);
    if (canonical === undefined) {
      canonical = canonicalRow(this.tables[table] as Table, row);
      this.#canonical.get(table)?.set(key, canonical);
    }
    return canonical;
  }

  /** Keys of base rows whose indexed field has this value. */
  lookup(table: string, path: SchemaPath, casefold: boolean, value: JsonValue): readonly string[] {
    return this.index(table, path, casefold).get(indexKey(value, casefold))?.keys ?? [];
  }

  /** Base rows by the value of an indexed field, values in the order of their first row. Built on first use. */
  index(table: string, path: SchemaPath, casefold: boolean): TableIndex {
    let byPath = this.#indexesByPath.get(table);
    if (byPath === undefined) {
      byPath = new WeakMap();
      this.#indexesByPath.set(table, byPath);
    }
    let known = byPath.get(path);
    if (known === undefined) {
      known = {};
      byPath.set(path, known);
    }
    const way = casefold ? 'folded' : 'plain';
    known[way] ??= this.#indexNamed(table, path, casefold);
    return known[way];
  }

  #indexNamed(table: string, path: SchemaPath, casefold: boolean): TableIndex {
    const name = `${table}\0${casefold}\0${path.join('\0')}`;
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = indexRows(this.rows(table), path, casefold);
      this.#indexes.set(name, index);
    }
    return index;
  }
}

function toRows(rows: TableRows | JsonObject | undefined): TableRows {
  if (rows === undefined) return new Map();
  if (rows instanceof Map) return rows as TableRows;
  const object = rows as JsonObject;
  return new Map(orderedKeys(object).map((key) => [key, object[key] as JsonObject]));
}
