import {
  formatJson,
  type JsonObject,
  type JsonValue,
  orderedKeys,
  rememberKeyOrder,
} from '../../base/json/index.ts';
import { describeTool, offeredTools, resolveOptions } from '../../define/index.ts';
import type { Database } from '../../environment/index.ts';
import { type PackFile, textFile } from '../archive/pack-file.ts';
import type { PackContent, ValidatedTask } from './pack.ts';

/** A JSON file of a pack, keys in the order given. Members that are `undefined` are left out. */
export function jsonFile(path: string, document: unknown): PackFile {
  return textFile(path, formatJson(document as JsonValue));
}

/** A JSONL file of a pack. */
export function linesFile(path: string, rows: readonly unknown[]): PackFile {
  return textFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** One file a table: `<folder>/<table>.json`, rows by key. */
export function databaseFiles(database: Database, folder: string): PackFile[] {
  return Object.keys(database.tables).map((table) =>
    jsonFile(`${folder}/${table}.json`, tableObject(database, table)),
  );
}

/** A table as one JSON object, keys in the order of the table. */
export function tableObject(database: Database, table: string): JsonObject {
  const rows = database.rows(table);
  const object = Object.fromEntries(rows) as Record<string, JsonObject>;
  const keys = [...rows.keys()];
  if (orderedKeys(object).some((key, index) => key !== keys[index])) rememberKeyOrder(object, keys);
  return object;
}

/** The tools as OpenAI function descriptions. */
export function toolDescriptions({ domain, tasks }: PackContent): JsonValue {
  const options = tasks[0]?.optionValues ?? resolveOptions(domain);
  return offeredTools(domain, options).map((tool) => ({
    type: 'function',
    function: describeTool(tool) as unknown as JsonObject,
  }));
}

/** A task as its author wrote it, with the option values it was replayed under: without what replaying and validating added. */
export function authoredTask(task: ValidatedTask): JsonObject {
  const { gold: _g, accepted: _a, optionValues, failures: _f, evidence: _e, ...authored } = task;
  const options = Object.keys(optionValues).length === 0 ? authored.options : optionValues;
  return JSON.parse(JSON.stringify({ ...authored, ...(options && { options }) })) as JsonObject;
}

/** The part of a task that gives nothing of its gold away: what the user's side needs, and the tags. */
export function publicTask(task: ValidatedTask): JsonObject {
  const { id, scenario, tags, initialState } = task;
  return JSON.parse(JSON.stringify({ id, scenario, tags, initialState })) as JsonObject;
}
