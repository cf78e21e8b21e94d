import type { JsonValue } from './value.ts';

/** Values frozen at every depth, with their text once it was asked for. */
const shared = new WeakMap<object, string | undefined>();

/**
 * Freezes a value at every depth, so that any number of readers may hold it: a stray write fails instead of reaching them.
 * Its text is kept once it was asked for: for values that live long and are read often.
 * @returns the value itself
 */
export function shareJson<Value extends object>(value: Value): Value {
  if (shared.has(value)) return value;
  freezeJson(value);
  shared.set(value, undefined);
  return value;
}

/** The kept text of a shared value. */
export function sharedText(value: object): string | undefined {
  return shared.get(value);
}

/** Keeps the text of a value if it is shared: it cannot change any more. */
export function keepSharedText(value: object, text: string): void {
  if (shared.has(value)) shared.set(value, text);
}

/** Freezes a value at every depth and keeps nothing of it. @returns the value itself */
export function freezeJson<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value)) return value;
  for (const member of Object.values(value) as JsonValue[]) {
    if (typeof member === 'object' && member !== null) freezeJson(member);
  }
  return Object.freeze(value);
}
