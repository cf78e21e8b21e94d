import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { resolveLocal, type SchemaPath } from '../../define/index.ts';

/** Stands in place of the schema of shared values; its value is the number of the place. */
export const SHARED = 'x-shared';

/**
 * Puts a mark in place of the schema at a path.
 * @param root a schema of its own: it is changed
 * @returns the JSON pointer to what stood there, undefined when there is no such path
 */
export function markShared(root: JsonObject, path: SchemaPath, number: number): string | undefined {
  let pointer = '#';
  let holder: JsonValue | undefined = { root };
  let name = 'root';
  for (const step of path) {
    const node: JsonValue | undefined = opened(holder, name, root);
    if (!isJsonObject(node)) return undefined;
    const ref = (holder as JsonObject)[name] as JsonObject;
    if (node !== ref) {
      pointer = ref.$ref as string;
      // A copy, so that others who refer to it are not marked.
      (holder as Record<string, JsonValue>)[name] = node;
    }
    holder = step === '*' ? node : node.properties;
    if (step !== '*') name = step;
    else name = node.items === undefined ? 'additionalProperties' : 'items';
    pointer += step === '*' ? `/${name}` : `/properties/${escaped(name)}`;
  }
  if (!isJsonObject(holder) || !isJsonObject(holder[name])) return undefined;
  (holder as Record<string, JsonValue>)[name] = { [SHARED]: number };
  return pointer;
}

/** A member of a schema; of one that refers elsewhere, a copy of what it refers to. */
function opened(holder: JsonValue | undefined, name: string, root: JsonObject): JsonValue | undefined {
  const node = isJsonObject(holder) ? holder[name] : undefined;
  if (!isJsonObject(node) || typeof node.$ref !== 'string') return node;
  return structuredClone(resolveLocal(root, node.$ref));
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
