import type { JsonValue } from './value.ts';

/** Values frozen at every depth, with their text once it was asked for. */
const shared = new WeakMap<object, string | undefined>();

/**
 * Freezes a value at every depth, so that any number of readers may hold it: a stray write fails instead of reaching them.
 * @returns the value itself
 */
export function shareJson<Value extends object>(value: Value): Value {
  if (shared.has(value)) return value;
  freeze(value);
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

function freeze(value: object): void {
  if (Object.isFrozen(value)) return;
  for (const member of Object.values(value) as JsonValue[]) {
    if (typeof member === 'object' && member !== null) freeze(member);
  }
  Object.freeze(value);
}
