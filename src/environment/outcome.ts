import {
  canonicalJson,
  equalJson,
  hashJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../base/json/index.ts';
import type { SchemaPath, Table } from '../define/index.ts';
import type { Database } from './database.ts';
import { type Change, diffRows } from './diff.ts';
import type { Overlay } from './state.ts';

/** The net change of the database after a trial or a gold replay, in canonical form. */
export interface Outcome {
  /** SHA-256 of the changed rows in canonical form. Equal states have equal hashes, whatever the order of writes. */
  readonly hash: string;
  /** Each difference to the start, sorted by table, key and path. Empty when nothing changed. */
  readonly changes: readonly Change[];
}

/** The net change that an overlay makes to a base. */
export function outcomeOf(base: Database, overlay: Overlay | undefined): Outcome {
  const changed: {
    readonly table: string;
    readonly key: string;
    readonly before: JsonObject | undefined;
    readonly after: JsonObject | undefined;
  }[] = [];
  for (const table of [...(overlay?.keys() ?? [])].sort()) {
    const definition = base.tables[table] as Table;
    const written = overlay?.get(table) as ReadonlyMap<string, JsonObject | null>;
    for (const key of [...written.keys()].sort()) {
      const start = base.rows(table).get(key);
      const before = start && canonicalStart(definition, start);
      const end = written.get(key);
      const after = end ? canonicalRow(definition, end) : undefined;
      if (!equalJson(before, after)) changed.push({ table, key, before, after });
    }
  }
  let changes: readonly Change[] | undefined;
  return {
    hash: hashJson(changed.map(({ table, key, after }) => [table, key, after ?? null])),
    // Most outcomes are only compared by hash: the differences are worked out when somebody reads them.
    get changes() {
      changes ??= changed.flatMap(({ table, key, before, after }) => diffRows(table, key, before, after));
      return changes;
    },
  };
}

const starts = new WeakMap<JsonObject, JsonObject>();

/** Rows of a base never change, so their canonical form is kept. */
function canonicalStart(table: Table, row: JsonObject): JsonObject {
  let canonical = starts.get(row);
  if (canonical === undefined) {
    canonical = canonicalRow(table, row);
    starts.set(row, canonical);
  }
  return canonical;
}

/** A row as it is compared: volatile values dropped, unordered arrays sorted. */
export function canonicalRow(table: Table, row: JsonObject): JsonObject {
  if (table.volatile.length === 0 && table.unordered.length === 0) return row;
  let result: JsonValue = row;
  for (const path of table.volatile) result = rewrite(result, path, () => undefined) as JsonValue;
  for (const path of table.unordered) {
    result = rewrite(result, path, (value) => (Array.isArray(value) ? sorted(value) : value)) as JsonValue;
  }
  return result as JsonObject;
}

/** Items in the order of their canonical text; the very list where it is in that order already. */
function sorted(items: readonly JsonValue[]): JsonValue {
  if (items.length < 2) return items;
  return items
    .map((item) => [canonicalJson(item), item] as const)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([, item]) => item);
}

/** The value with the values at a path replaced; `undefined` drops the member. Copies only what changes. */
function rewrite(
  value: JsonValue | undefined,
  path: SchemaPath,
  change: (value: JsonValue) => JsonValue | undefined,
  depth = 0,
): JsonValue | undefined {
  if (value === undefined || depth === path.length) return value === undefined ? undefined : change(value);
  const step = path[depth] as string;
  if (Array.isArray(value)) {
    if (step !== '*') return value;
    let items: JsonValue[] | undefined;
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      const kept = rewrite(item, path, change, depth + 1) as JsonValue;
      if (kept === item) continue;
      items ??= [...value];
      items[index] = kept;
    }
    return items ?? value;
  }
  if (!isJsonObject(value)) return value;
  let copy: Record<string, JsonValue> | undefined;
  for (const key of step === '*' ? Object.keys(value) : [step]) {
    if (!Object.hasOwn(value, key)) continue;
    const kept = rewrite(value[key], path, change, depth + 1);
    if (kept === value[key]) continue;
    copy ??= { ...value };
    if (kept === undefined) delete copy[key];
    else copy[key] = kept;
  }
  return copy ?? value;
}
