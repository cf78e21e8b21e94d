import type { JsonValue } from './value.ts';

const KEY_ORDER = Symbol('taskwright.keyOrder');

/** JavaScript moves keys that look like array indexes to the front of an object; these are the ones it moves. */
export function looksLikeIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4294967295;
}

/** Remembers the order in which keys were written, where the language would not keep it. */
export function rememberKeyOrder(object: object, keys: readonly string[]): void {
  Object.defineProperty(object, KEY_ORDER, { value: keys, writable: true, configurable: true });
}

/** Keys in the order they were written: the remembered order first, then keys added since. */
export function orderedKeys(object: object): readonly string[] {
  const keys = Object.keys(object);
  const remembered = (object as { [KEY_ORDER]?: readonly string[] })[KEY_ORDER];
  if (remembered === undefined) return keys;
  const present = new Set(keys);
  const kept = remembered.filter((key) => present.delete(key));
  return [...kept, ...present];
}

/** A deep copy that may be changed; keeps remembered key order. */
export function cloneJson<Value>(value: Value): Value {
  return clone(value as unknown as JsonValue) as unknown as Value;
}

function clone(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const copy = new Array<JsonValue>(value.length);
    for (let index = 0; index < value.length; index += 1) copy[index] = clone(value[index] as JsonValue);
    return copy;
  }
  const source = value as Record<string, JsonValue>;
  // Spreading first keeps the engine's layout of the object, which is quicker than adding members one by one.
  const copy: Record<string, JsonValue> = { ...source };
  for (const key of Object.keys(copy)) {
    const member = copy[key] as JsonValue;
    if (typeof member === 'object' && member !== null) copy[key] = clone(member);
  }
  const remembered = (source as { [KEY_ORDER]?: readonly string[] })[KEY_ORDER];
  if (remembered !== undefined) rememberKeyOrder(copy, remembered);
  return copy;
}
