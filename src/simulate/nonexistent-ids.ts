import { isJsonObject, type JsonObject, orderedKeys } from '../base/json/index.ts';
import { type Action, type AnyTool, type SchemaPath, walkSchema } from '../define/index.ts';
import { type Database, type Environment, type State, valuesAt } from '../environment/index.ts';

/** A place in a tool's arguments that holds a key of a table or of a nested collection. */
interface IdPlace {
  readonly path: SchemaPath;
  readonly target: string;
}

const places = new WeakMap<AnyTool, readonly IdPlace[]>();
const nestedKeys = new WeakMap<Database, Map<string, ReadonlySet<string>>>();

/**
 * Ids in a call's arguments that exist nowhere in the database: the agent made them up (τ-bench, arXiv 2406.12045, §6).
 * Only parameters marked `x-references` are looked at.
 */
export function nonexistentIds({ domain, state }: Environment, action: Action): string[] {
  const tool = domain.tool(action.tool);
  if (tool === undefined) return [];
  const missing: string[] = [];
  for (const { path, target } of placesOf(tool)) {
    for (const value of valuesAt(action.args, path)) {
      if (typeof value === 'string' && !exists(state, target, value)) missing.push(value);
    }
  }
  return missing;
}

function placesOf(tool: AnyTool): readonly IdPlace[] {
  let found = places.get(tool);
  if (found === undefined) {
    const list: IdPlace[] = [];
    walkSchema(tool.parameters as JsonObject, (node, path) => {
      const target = node['x-references'];
      if (typeof target === 'string') list.push({ path, target });
    });
    places.set(tool, list);
    found = list;
  }
  return found;
}

function exists(state: State, target: string, value: string): boolean {
  const [table = '', ...nested] = target.split('/');
  if (!Object.hasOwn(state.base.tables, table)) return true;
  if (nested.length === 0) return state.row(table, value) !== undefined;
  if (keysInside(state.base, table, nested).has(value)) return true;
  const written = state.writtenRows(table)?.values() ?? [];
  return [...written].some((row) => row !== null && [...collectKeys(row, nested)].includes(value));
}

function keysInside(base: Database, table: string, nested: SchemaPath): ReadonlySet<string> {
  let sets = nestedKeys.get(base);
  if (sets === undefined) {
    sets = new Map();
    nestedKeys.set(base, sets);
  }
  const name = [table, ...nested].join('/');
  let keys = sets.get(name);
  if (keys === undefined) {
    keys = new Set([...base.rows(table).values()].flatMap((row) => [...collectKeys(row, nested)]));
    sets.set(name, keys);
  }
  return keys;
}

function* collectKeys(row: JsonObject, nested: SchemaPath): Generator<string> {
  for (const collection of valuesAt(row, nested)) {
    if (isJsonObject(collection)) yield* orderedKeys(collection);
  }
}
