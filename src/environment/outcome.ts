import { equalJson, hashJson, type JsonObject } from '../base/json/index.ts';
import type { Table } from '../define/index.ts';
import { canonicalRow } from './canonical-row.ts';
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
      const before = base.canonical(table, key);
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
