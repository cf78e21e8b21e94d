import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { SchemaPath, Table } from '../define/index.ts';

/** A row as it is compared: volatile values dropped, unordered arrays sorted. */
export function canonicalRow(table: Table, row: JsonObject): JsonObject {
  if (table.volatile.length === 0 && table.unordered.length === 0) return row;
  let result: JsonValue = row;
  for (const path of table.volatile) result = rewrite(result, path, () => undefined) as JsonValue;
  for (const path of table.unordered) {
    result = rewrite(result, path, (value) => (Array.isArray(value) ? sorted(value) : value)) as JsonValue;
  }
  return result as JsonObject;
}

/** Items in the order of their canonical text; the very list where it is in that order already. */
function sorted(items: readonly JsonValue[]): JsonValue {
  if (items.length < 2) return items;
  return items
    .map((item) => [canonicalJson(item), item] as const)
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([, item]) => item);
}

/** The value with the values at a path replaced; `undefined` drops the member. Copies only what changes. */
function rewrite(
  value: JsonValue | undefined,
  path: SchemaPath,
  change: (value: JsonValue) => JsonValue | undefined,
  depth = 0,
): JsonValue | undefined {
  if (value === undefined || depth === path.length) return value === undefined ? undefined : change(value);
  const step = path[depth] as string;
  if (Array.isArray(value)) {
    if (step !== '*') return value;
    let items: JsonValue[] | undefined;
    for (const [index, item] of (value as readonly JsonValue[]).entries()) {
      const kept = rewrite(item, path, change, depth + 1) as JsonValue;
      if (kept === item) continue;
      items ??= [...value];
      items[index] = kept;
    }
    return items ?? value;
  }
  if (!isJsonObject(value)) return value;
  let copy: Record<string, JsonValue> | undefined;
  for (const key of step === '*' ? Object.keys(value) : [step]) {
    if (!Object.hasOwn(value, key)) continue;
    const kept = rewrite(value[key], path, change, depth + 1);
    if (kept === value[key]) continue;
    copy ??= { ...value };
    if (kept === undefined) delete copy[key];
    else copy[key] = kept;
  }
  return copy ?? value;
}
