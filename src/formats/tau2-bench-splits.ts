import type { Task } from '../annotate/index.ts';
import { suggest, UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonValue } from '../base/json/index.ts';

/** Ids of tasks by the name of their split. */
export type Splits = Readonly<Record<string, readonly string[]>>;

/** Reads τ²-bench's `split_tasks.json`: `{ "train": ["0", …], … }`. @throws UserError when it has another shape */
export function readTau2Splits(document: JsonValue, source = 'split_tasks.json'): Splits {
  const fits =
    isJsonObject(document) &&
    Object.values(document).every(
      (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string' || typeof id === 'number'),
    );
  if (!fits)
    throw new UserError(`Cannot read splits "${source}": not lists of task ids by name`, { at: source });
  return Object.fromEntries(
    Object.entries(document).map(([name, ids]) => [name, (ids as readonly JsonValue[]).map(String)]),
  );
}

/**
 * Tasks of one split, in its order.
 * @throws UserError for an unknown split, or an id that no task has
 */
export function tasksOfSplit(tasks: readonly Task[], splits: Splits, name: string): Task[] {
  const ids = splits[name];
  if (ids === undefined) {
    throw new UserError(`Cannot find split "${name}": the file has no such split`, {
      hint: suggest(name, Object.keys(splits)),
    });
  }
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return ids.map((id) => {
    const task = byId.get(id);
    if (task === undefined) throw new UserError(`Cannot use split "${name}": no task has the id "${id}"`);
    return task;
  });
}
