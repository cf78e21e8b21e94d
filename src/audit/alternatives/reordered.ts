import { canonicalJson, equalJson } from '../../base/json/index.ts';
import type { Change } from '../../environment/index.ts';

interface ListChange {
  readonly before: string[];
  readonly after: string[];
  /** `table.path`, positions left out. */
  readonly place: string;
}

/** Changes inside lists, by list. */
function listChanges(changes: readonly Change[]): ListChange[] {
  const lists = new Map<string, ListChange>();
  for (const { table, key, path, before, after } of changes) {
    const at = path.findLastIndex((step) => typeof step === 'number');
    if (at < 0) continue;
    const list = path.slice(0, at);
    const member = path.slice(at + 1).join('.');
    const id = `${table}/${key}/${list.join('.')}`;
    const entry = lists.get(id) ?? {
      before: [],
      after: [],
      place: [table, ...list.map((step) => (typeof step === 'number' ? '*' : step))].join('.'),
    };
    lists.set(id, entry);
    entry.before.push(`${member}=${canonicalJson(before ?? null)}`);
    entry.after.push(`${member}=${canonicalJson(after ?? null)}`);
  }
  return [...lists.values()];
}

function isReordered({ before, after }: ListChange): boolean {
  return before.length > 1 && equalJson([...before].sort(), [...after].sort());
}

/** Lists, as `table.path`, all of whose changed items are the same values in other positions. */
export function reorderedLists(changes: readonly Change[]): string[] {
  return listChanges(changes)
    .filter(isReordered)
    .map(({ place }) => place);
}

/** Whether two states differ in nothing but the order of lists. */
export function differInOrderAlone(changes: readonly Change[]): boolean {
  return (
    changes.every(({ path }) => path.some((step) => typeof step === 'number')) &&
    listChanges(changes).every(isReordered)
  );
}
