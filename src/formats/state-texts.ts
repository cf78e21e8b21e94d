import type { JsonObject } from '../base/json/index.ts';
import type { Table } from '../define/index.ts';
import type { Database, State } from '../environment/index.ts';
import { byCodePoint } from './python/index.ts';

/** Writes one row. @param start the row of that key in the database the state began as */
export type RowText = (table: Table, key: string, row: JsonObject, start: JsonObject | undefined) => string;

interface TableTexts {
  readonly name: string;
  readonly keys: readonly string[];
  /** Texts of the rows, in the order of the keys. */
  readonly texts: readonly string[];
}

/**
 * Texts of a state's rows, tables and rows sorted by name. Rows of a database are written once, so that a further state
 * of it costs what it has written.
 */
export class StateTexts {
  readonly #rowText: RowText;
  readonly #bases = new WeakMap<Database, readonly TableTexts[]>();

  constructor(rowText: RowText) {
    this.#rowText = rowText;
  }

  of(state: State): readonly Pick<TableTexts, 'name' | 'texts'>[] {
    return this.#base(state.base).map((table) => {
      const written = state.writtenRows(table.name);
      return written === undefined ? table : this.#patched(table, written, state.base);
    });
  }

  #base(database: Database): readonly TableTexts[] {
    const known = this.#bases.get(database);
    if (known !== undefined) return known;
    const tables = Object.keys(database.tables)
      .sort(byCodePoint)
      .map((name) => {
        const rows = database.rows(name);
        const keys = [...rows.keys()].sort(byCodePoint);
        const texts = keys.map((key) => {
          const row = rows.get(key) as JsonObject;
          return this.#rowText(database.tables[name] as Table, key, row, row);
        });
        return { name, keys, texts };
      });
    this.#bases.set(database, tables);
    return tables;
  }

  #patched(
    { name, keys, texts }: TableTexts,
    written: ReadonlyMap<string, JsonObject | null>,
    database: Database,
  ): Pick<TableTexts, 'name' | 'texts'> {
    const table = database.tables[name] as Table;
    const start = database.rows(name);
    const fresh = new Map(
      [...written].map(([key, row]) => [key, row && this.#rowText(table, key, row, start.get(key))] as const),
    );
    const added = [...written.keys()].filter((key) => !start.has(key));
    if (added.length === 0) {
      return {
        name,
        texts: texts.flatMap((text, index) => {
          const now = fresh.get(keys[index] as string);
          return now === null ? [] : [now ?? text];
        }),
      };
    }
    const before = new Map(keys.map((key, index) => [key, texts[index] as string]));
    const all = [...keys, ...added].sort(byCodePoint);
    return {
      name,
      texts: all.flatMap((key) => {
        const now = fresh.get(key);
        return now === null ? [] : [now ?? (before.get(key) as string)];
      }),
    };
  }
}
