import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../base/finding/index.ts';
import { formatJson, isJsonObject, type JsonValue, parseJson } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';

/** Gold outcomes as `gold.lock.json` holds them: what tasks are graded against, kept so that a change is seen. */
export interface GoldLock {
  /** Hash of the database gold was replayed on. */
  readonly database: string;
  /** Hash of the gold outcome by task; `null` where a gold action failed. */
  readonly tasks: Readonly<Record<string, string | null>>;
}

/**
 * Reads a lock file.
 * @returns undefined when there is none yet
 * @throws UserError when it is malformed
 */
export function readGoldLock(path: string): GoldLock | undefined {
  if (!existsSync(path)) return undefined;
  const document = parseJson(readFileSync(path, 'utf8'), path);
  const tasks = isJsonObject(document) ? document.tasks : undefined;
  if (
    !isJsonObject(document) ||
    typeof document.database !== 'string' ||
    !isJsonObject(tasks) ||
    !Object.values(tasks).every((hash) => hash === null || typeof hash === 'string')
  ) {
    throw new UserError(`Cannot read gold lock "${path}": it is not of the form taskwright writes`, {
      at: path,
      hint: 'delete it, then replay gold with taskwright annotate',
    });
  }
  return document as unknown as GoldLock;
}

/** Writes a lock file, whole or not at all. */
export async function writeGoldLock(path: string, lock: GoldLock): Promise<void> {
  await replaceFile(path, formatJson(lock as unknown as JsonValue));
}

/**
 * Tasks whose gold outcome is no longer the locked one: the rows, the tools or the gold they rest on have changed.
 * Tasks that only one side knows are none.
 */
export function staleTasks(locked: GoldLock, now: GoldLock): readonly string[] {
  return Object.keys(now.tasks).filter((id) => {
    const before = locked.tasks[id];
    return before !== undefined && before !== now.tasks[id];
  });
}
