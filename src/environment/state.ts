import { equalJson, type JsonObject } from '../base/json/index.ts';
import type { ReadDatabase, Table, WriteDatabase } from '../define/index.ts';
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
  #canonical: Map<JsonObject, JsonObject> | undefined;

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
      const keys = new Set(this.writtenRows(table.name)?.keys());
      for (const key of other.writtenRows(table.name)?.keys() ?? []) keys.add(key);
      for (const key of [...keys].sort()) {
        const difference = this.#compare(other, table, key);
        if (difference !== undefined) yield difference;
      }
    }
  }

  /** Whether this state and another over the same base are one, as outcomes are compared. */
  equals(other: State): boolean {
    for (const table of Object.values(this.base.tables)) {
      const mine = this.writtenRows(table.name);
      const theirs = other.writtenRows(table.name);
      for (const key of mine?.keys() ?? []) if (this.#compare(other, table, key) !== undefined) return false;
      for (const key of theirs?.keys() ?? [])
        if (mine?.has(key) !== true && this.#compare(other, table, key) !== undefined) return false;
    }
    return true;
  }

  #compare(other: State, table: Table, key: string): RowDifference | undefined {
    const left = this.row(table.name, key);
    const right = other.row(table.name, key);
    if (left === right) return undefined;
    const before = left && this.#canonicalOf(table, left);
    const after = right && canonicalRow(table, right);
    return equalJson(before, after) ? undefined : { table: table.name, key, before, after };
  }

  /** Kept, as one state is held against many. */
  #canonicalOf(table: Table, row: JsonObject): JsonObject {
    if (table.volatile.length === 0 && table.unordered.length === 0) return row;
    this.#canonical ??= new Map();
    let canonical = this.#canonical.get(row);
    if (canonical === undefined) {
      canonical = canonicalRow(table, row);
      this.#canonical.set(row, canonical);
    }
    return canonical;
  }

  /** The net change against the base: only written rows are looked at. */
  outcome(): Outcome {
    return outcomeOf(this.base, this.#overlay);
  }
}
