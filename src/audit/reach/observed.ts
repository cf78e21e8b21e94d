import { isJsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Action } from '../../define/index.ts';
import type { Database, Environment } from '../../environment/index.ts';

/** What one read call tells: every text and number in its answer, and the rows whose keys occur in it. */
export interface Observed {
  readonly action: Action;
  readonly failed: boolean;
  readonly texts: ReadonlySet<string>;
  /** `[table, key]` of rows named in the answer. */
  readonly keys: readonly (readonly [table: string, key: string])[];
  /** Values by the name of the property they stood under. */
  readonly named: ReadonlyMap<string, ReadonlySet<JsonValue>>;
}

const caches = new WeakMap<Database, Map<string, Observed>>();

/** Asks a read tool at the start of a task. Answers are shared by all tasks that start from the same database. */
export function observe(start: Environment, action: Action): Observed {
  const base = start.state.base;
  let cache = caches.get(base);
  if (cache === undefined) {
    cache = new Map();
    caches.set(base, cache);
  }
  const key = `${JSON.stringify(start.options)}${action.tool}${JSON.stringify(action.args)}`;
  let known = cache.get(key);
  if (known === undefined) {
    known = ask(start, action);
    cache.set(key, known);
  }
  return known;
}

function ask(start: Environment, action: Action): Observed {
  const result = start.call(action);
  const texts = new Set<string>();
  const keys: (readonly [string, string])[] = [];
  const named = new Map<string, Set<JsonValue>>();
  const tables = Object.keys(start.domain.tables).map((name) => [name, start.state.base.rows(name)] as const);
  const text = (value: string): void => {
    if (texts.has(value)) return;
    texts.add(value);
    for (const [name, rows] of tables) if (rows.has(value)) keys.push([name, value]);
  };
  const step = (value: JsonValue | undefined, name: string | undefined): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      text(String(value));
      if (name !== undefined) {
        const values = named.get(name);
        if (values === undefined) named.set(name, new Set([value]));
        else values.add(value);
      }
    } else if (Array.isArray(value)) {
      for (const item of value) step(item as JsonValue, name);
    } else if (isJsonObject(value)) {
      for (const [member, item] of Object.entries(value)) {
        text(member);
        step(item, member);
      }
    }
  };
  if (!result.observation.failed) step(parsed(result.value), undefined);
  return { action, failed: result.observation.failed, texts, keys, named };
}

/** Tools may answer JSON as text. */
function parsed(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}
