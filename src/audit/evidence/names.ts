import { isJsonObject, type JsonValue } from '../../base/json/index.ts';

/** The name that a row or an item carries. */
export function nameOf(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const name = value.name ?? value.title;
  return typeof name === 'string' ? name : undefined;
}
