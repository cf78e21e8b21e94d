import { isJsonObject, type JsonValue, orderedKeys } from '../base/json/index.ts';
import type { SchemaPath } from '../define/index.ts';

/**
 * Values at a path inside a row. `*` stands for every item of an array or every value of a nested collection;
 * a `*` at the end of a path into a nested collection gives the collection's keys instead.
 */
export function valuesAt(value: JsonValue | undefined, path: SchemaPath): JsonValue[] {
  const found: JsonValue[] = [];
  collect(value, path, 0, found);
  return found;
}

function collect(value: JsonValue | undefined, path: SchemaPath, depth: number, found: JsonValue[]): void {
  if (value === undefined) return;
  if (depth === path.length) {
    found.push(value);
    return;
  }
  const step = path[depth] as string;
  if (step === '*') {
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) collect(item, path, depth + 1, found);
    } else if (isJsonObject(value)) {
      const keys = orderedKeys(value);
      if (depth + 1 === path.length) for (const key of keys) found.push(key);
      else for (const key of keys) collect(value[key], path, depth + 1, found);
    }
  } else if (isJsonObject(value) && Object.hasOwn(value, step)) {
    collect(value[step], path, depth + 1, found);
  }
}
