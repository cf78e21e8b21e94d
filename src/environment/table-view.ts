import { cloneJson, freezeJson, type JsonObject, type JsonPrimitive, shareJson } from '../base/json/index.ts';
import type { IndexedField, ReadTable, Table, WriteTable } from '../define/index.ts';
import type { Overlay, State } from './state.ts';
import { indexedField, indexedValues, indexKey } from './table-index.ts';

type Row = JsonObject;

/** A read-only face of a state's tables. */
export function readView(state: State): Readonly<Record<string, ReadTable<Row>>> {
  return viewOf(state, (table) => new TableReader(state, table, undefined));
}

/** A writing face of a state's tables; writes go into `draft` alone. */
export function writeView(state: State, draft: Overlay): Readonly<Record<string, WriteTable<Row>>> {
  return viewOf(state, (table) => new TableWriter(state, table, draft));
}

function viewOf<View>(state: State, make: (table: Table) => View): Readonly<Record<string, View>> {
  const view: Record<string, View> = {};
  for (const name of Object.keys(state.base.tables)) view[name] = make(state.base.tables[name] as Table);
  return view;
}

class TableReader implements ReadTable<Row> {
  protected readonly state: State;
  protected readonly table: Table;
  protected readonly draft: Overlay | undefined;

  constructor(state: State, table: Table, draft: Overlay | undefined) {
    this.state = state;
    this.table = table;
    this.draft = draft;
  }

  get size(): number {
    let size = this.state.base.rows(this.table.name).size;
    for (const key of this.#touched()) {
      const before = this.state.base.rows(this.table.name).has(key);
      const now = this.has(key);
      size += Number(now) - Number(before);
    }
    return size;
  }

  has(key: string): boolean {
    return this.row(key) !== undefined;
  }

  get(key: string): Row | undefined {
    const row = this.row(key);
    if (row === undefined) return undefined;
    // Rows of the base are read by every trial; a written row dies with its own.
    return row === this.state.base.rows(this.table.name).get(key) ? shareJson(row) : freezeJson(row);
  }

  *keys(): Generator<string> {
    const base = this.state.base.rows(this.table.name);
    const touched = this.#touched();
    for (const key of base.keys()) if (!touched.has(key) || this.has(key)) yield key;
    for (const key of touched) if (!base.has(key) && this.has(key)) yield key;
  }

  *entries(): Generator<readonly [string, Row]> {
    for (const key of this.keys()) yield [key, this.get(key) as Row];
  }

  find(field: string, value: JsonPrimitive): readonly string[] {
    const index = indexedField(this.table, field);
    const found = this.state.base.lookup(this.table.name, index.path, index.casefold, value);
    const touched = this.#touched();
    if (touched.size === 0) return found;
    const base = this.state.base.rows(this.table.name);
    const wanted = indexKey(value, index.casefold);
    const kept = found.filter((key) => !touched.has(key));
    const order = new Map([...found].map((key, position) => [key, position]));
    for (const key of touched) if (this.#matches(key, index, wanted)) kept.push(key);
    return kept.length < 2 ? kept : sortLikeTable(kept, order, base);
  }

  *groups(field: string): Generator<readonly [value: JsonPrimitive, keys: readonly string[]]> {
    const { path, casefold } = indexedField(this.table, field);
    const base = this.state.base.index(this.table.name, path, casefold);
    const added = new Map<string, JsonPrimitive>();
    for (const key of this.#touched()) {
      for (const value of indexedValues(this.row(key), path, casefold))
        added.set(indexKey(value, casefold), value);
    }
    for (const [text, { value }] of base) {
      added.delete(text);
      const keys = this.find(field, value);
      if (keys.length > 0) yield [value, keys];
    }
    for (const value of added.values()) yield [value, this.find(field, value)];
  }

  protected row(key: string): Row | undefined {
    const drafted = this.draft?.get(this.table.name)?.get(key);
    if (drafted === null) return undefined;
    return drafted ?? this.state.row(this.table.name, key);
  }

  #matches(key: string, index: IndexedField, wanted: string): boolean {
    for (const value of indexedValues(this.row(key), index.path, index.casefold)) {
      if (indexKey(value, index.casefold) === wanted) return true;
    }
    return false;
  }

  #touched(): ReadonlySet<string> {
    const touched = new Set<string>(this.state.writtenRows(this.table.name)?.keys());
    for (const key of this.draft?.get(this.table.name)?.keys() ?? []) touched.add(key);
    return touched;
  }
}

class TableWriter extends TableReader implements WriteTable<Row> {
  // The type of `get` promises immutability; a drafted row is the tool's own until the call ends.
  override get(key: string): Row | undefined {
    const drafted = this.draft?.get(this.table.name)?.get(key);
    return drafted ?? super.get(key);
  }

  edit(key: string): Row {
    const drafted = this.draft?.get(this.table.name)?.get(key);
    if (drafted !== undefined && drafted !== null) return drafted;
    const row = this.row(key);
    if (row === undefined)
      throw new Error(`Cannot edit row "${key}" of table "${this.table.name}": no such row`);
    const copy = cloneJson(row);
    this.#draftRows().set(key, copy);
    return copy;
  }

  put(key: string, row: Row): void {
    this.#draftRows().set(key, cloneJson(row));
  }

  remove(key: string): void {
    if (!this.has(key))
      throw new Error(`Cannot remove row "${key}" of table "${this.table.name}": no such row`);
    this.#draftRows().set(key, null);
  }

  #draftRows(): Map<string, Row | null> {
    const draft = this.draft as Overlay;
    let rows = draft.get(this.table.name);
    if (rows === undefined) {
      rows = new Map();
      draft.set(this.table.name, rows);
    }
    return rows;
  }
}

/** Base rows keep the table's order; rows added later follow in the order they were written. */
function sortLikeTable(
  keys: readonly string[],
  found: ReadonlyMap<string, number>,
  base: ReadonlyMap<string, Row>,
): readonly string[] {
  const inBase = keys.filter((key) => base.has(key));
  const added = keys.filter((key) => !base.has(key));
  if (inBase.every((key) => found.has(key))) {
    inBase.sort((left, right) => (found.get(left) as number) - (found.get(right) as number));
    return [...inBase, ...added];
  }
  const wanted = new Set(inBase);
  return [...[...base.keys()].filter((key) => wanted.has(key)), ...added];
}
