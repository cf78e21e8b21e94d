import { equalJson, type JsonObject } from '../base/json/index.ts';
import type { ReadDatabase, WriteDatabase } from '../define/index.ts';
import { canonicalRow } from './canonical-row.ts';
import type { Database } from './database.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { readView, writeView } from './table-view.ts';

/** Rows written on top of a base, by table and key; `null` stands for a removed row. */
export type Overlay = Map<string, Map<string, JsonObject | null>>;

/** A row that two states hold differently; undefined where one does not hold it. */
export interface RowDifference {
  readonly table: string;
  readonly key: string;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

/**
 * A database as one trial sees it: the shared base and the rows this trial has written.
 * Costs nothing until the first write; only written rows are copied.
 */
export class State {
  readonly base: Database;
  #overlay: Overlay | undefined;
  #ids = 0;
  #view: ReturnType<typeof readView> | undefined;

  constructor(base: Database, overlay?: Overlay, ids = 0) {
    this.base = base;
    this.#overlay = overlay;
    this.#ids = ids;
  }

  /** A state that starts as this one is now. Costs the number of rows written so far. */
  fork(): State {
    const copy = this.#overlay && new Map([...this.#overlay].map(([table, rows]) => [table, new Map(rows)]));
    return new State(this.base, copy, this.#ids);
  }

  /** The written row of a key, `null` when removed, undefined when as in the base. */
  written(table: string, key: string): JsonObject | null | undefined {
    return this.#overlay?.get(table)?.get(key);
  }

  /** Rows written to a table. */
  writtenRows(table: string): ReadonlyMap<string, JsonObject | null> | undefined {
    return this.#overlay?.get(table);
  }

  /** The row of a key as this state sees it. */
  row(table: string, key: string): JsonObject | undefined {
    const written = this.written(table, key);
    if (written === null) return undefined;
    return written ?? this.base.rows(table).get(key);
  }

  /** The database as read tools and rules see it. */
  read<Tables>(): ReadDatabase<Tables> {
    this.#view ??= readView(this);
    return this.#view as ReadDatabase<Tables>;
  }

  /**
   * Runs writes as one: all of them are kept when `write` returns, none when it throws.
   * @returns what `write` returned, and whether any row was written
   */
  transaction<Tables, Result>(
    write: (database: WriteDatabase<Tables>) => Result,
  ): { readonly result: Result; readonly wrote: boolean } {
    const draft: Overlay = new Map();
    const result = write(writeView(this, draft) as WriteDatabase<Tables>);
    if (draft.size === 0) return { result, wrote: false };
    this.#overlay ??= new Map();
    for (const [table, rows] of draft) {
      const kept = this.#overlay.get(table);
      if (kept === undefined) this.#overlay.set(table, rows);
      else for (const [key, row] of rows) kept.set(key, row);
    }
    return { result, wrote: true };
  }

  /** A number that was not given before in this state: 1, 2, 3, … */
  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }

  /** Where the counter of ids stands; put back when a call fails. */
  get ids(): number {
    return this.#ids;
  }

  set ids(value: number) {
    this.#ids = value;
  }

  /**
   * Rows in which this state and another over the same base differ, in the form outcomes are compared in, by table and
   * key. Only written rows are looked at.
   */
  *differences(other: State): Generator<RowDifference> {
    for (const table of Object.values(this.base.tables)) {
      const [mine, theirs] = [this.writtenRows(table.name), other.writtenRows(table.name)];
      const keys = new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])]);
      for (const key of [...keys].sort()) {
        const [left, right] = [this.row(table.name, key), other.row(table.name, key)];
        if (left === right) continue;
        const before = left && canonicalRow(table, left);
        const after = right && canonicalRow(table, right);
        if (!equalJson(before, after)) yield { table: table.name, key, before, after };
      }
    }
  }

  /** Whether this state and another over the same base are one, as outcomes are compared. */
  equals(other: State): boolean {
    return this.differences(other).next().done === true;
  }

  /** The net change against the base: only written rows are looked at. */
  outcome(): Outcome {
    return outcomeOf(this.base, this.#overlay);
  }
}
