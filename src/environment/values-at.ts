import { isJsonObject, type JsonValue, orderedKeys } from '../base/json/index.ts';
import type { SchemaPath } from '../define/index.ts';

/**
 * Values at a path inside a row. `*` stands for every item of an array or every value of a nested collection;
 * a `*` at the end of a path into a nested collection gives the collection's keys instead.
 */
export function* valuesAt(value: JsonValue | undefined, path: SchemaPath): Generator<JsonValue> {
  const [step, ...rest] = path;
  if (value === undefined) return;
  if (step === undefined) {
    yield value;
  } else if (step === '*') {
    if (Array.isArray(value)) for (const item of value) yield* valuesAt(item as JsonValue, rest);
    else if (isJsonObject(value)) {
      for (const key of orderedKeys(value)) {
        if (rest.length === 0) yield key;
        else yield* valuesAt(value[key], rest);
      }
    }
  } else if (isJsonObject(value) && Object.hasOwn(value, step)) {
    yield* valuesAt(value[step], rest);
  }
}
