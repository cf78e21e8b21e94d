import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import type { AuditContext, AuditedTask } from '../types.ts';

/** A row that an agent can come to in a task. */
export interface ReachedRow {
  readonly table: string;
  readonly key: string;
  readonly row: JsonObject;
}

const REACHED = new WeakMap<AuditedTask, readonly ReachedRow[]>();
const OWNED = new WeakMap<AuditedTask, ReadonlySet<string>>();

/** Rows in reach, of one table or of all. */
export function rowsInReach(
  audited: AuditedTask,
  context: AuditContext,
  table?: string,
): readonly ReachedRow[] {
  let found = REACHED.get(audited);
  if (found === undefined) {
    found = [...audited.reach.rows].flatMap((place): ReachedRow[] => {
      const slash = place.indexOf('/');
      const [name, key] = [place.slice(0, slash), place.slice(slash + 1)];
      const row = context.database.rows(name).get(key);
      return row === undefined ? [] : [{ table: name, key, row }];
    });
    REACHED.set(audited, found);
  }
  return table === undefined ? found : found.filter((row) => row.table === table);
}

/** Rows of a table that a row of another table in reach lists as its own; a catalogue is nobody's. */
export function ownedRows(audited: AuditedTask, context: AuditContext, table: string): readonly ReachedRow[] {
  let owned = OWNED.get(audited);
  if (owned === undefined) {
    const keys = new Set<string>();
    for (const { row } of rowsInReach(audited, context)) collectLists(row, keys);
    owned = keys;
    OWNED.set(audited, owned);
  }
  const keys = owned;
  return rowsInReach(audited, context, table).filter((row) => keys.has(row.key));
}

/** Texts in the lists that stand directly in a row. */
function collectLists(row: JsonObject, keys: Set<string>): void {
  for (const value of Object.values(row)) {
    if (!Array.isArray(value)) continue;
    for (const item of value as JsonValue[]) if (typeof item === 'string') keys.add(item);
  }
}
