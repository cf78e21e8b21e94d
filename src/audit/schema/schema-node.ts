import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { resolveLocal } from '../../define/index.ts';

const EMPTY: JsonObject = {};
const merged = new WeakMap<JsonObject, JsonObject>();
/** The document a node was taken from, so that references inside it can be followed later. */
const documents = new WeakMap<JsonObject, JsonObject>();

/**
 * A schema node with `$ref` followed and alternatives (`oneOf`, `anyOf`, `allOf`) laid over each other:
 * what any branch says of a property is found under that property.
 */
export function effectiveSchema(root: JsonObject, node: JsonValue | undefined, depth = 0): JsonObject {
  if (!isJsonObject(node) || depth > 16) return EMPTY;
  const known = merged.get(node);
  if (known !== undefined) return known;
  const branches: JsonObject[] = [];
  if (typeof node.$ref === 'string')
    branches.push(effectiveSchema(root, resolveLocal(root, node.$ref), depth + 1));
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
    const list = node[keyword];
    if (!Array.isArray(list)) continue;
    for (const branch of list) branches.push(effectiveSchema(root, branch as JsonValue, depth + 1));
  }
  const result = branches.length === 0 ? node : overlay([...branches, node]);
  merged.set(node, result);
  documents.set(result, root);
  return result;
}

function overlay(nodes: readonly JsonObject[]): JsonObject {
  const result: Record<string, JsonValue> = {};
  const properties: Record<string, JsonValue> = {};
  for (const node of nodes) {
    Object.assign(result, node);
    if (!isJsonObject(node.properties)) continue;
    for (const [name, property] of Object.entries(node.properties)) {
      const before = properties[name];
      properties[name] =
        isJsonObject(before) && isJsonObject(property) ? joinProperty(before, property) : property;
    }
  }
  if (Object.keys(properties).length > 0) result.properties = properties;
  return result;
}

/** Two branches' words on one property; constants of branches become one enum, and what people call them one list. */
function joinProperty(left: JsonObject, right: JsonObject): JsonObject {
  const values = [...constants(left), ...constants(right)];
  const { const: _left, ...restLeft } = left;
  const { const: _right, ...restRight } = right;
  const synonyms = [left['x-synonyms'], right['x-synonyms']].filter(isJsonObject);
  return {
    ...restLeft,
    ...restRight,
    ...(values.length > 0 && { enum: [...new Set(values)] }),
    ...(synonyms.length > 1 && { 'x-synonyms': Object.assign({}, ...synonyms) as JsonObject }),
  };
}

function constants(node: JsonObject): JsonValue[] {
  if (node.const !== undefined) return [node.const];
  return Array.isArray(node.enum) ? [...(node.enum as JsonValue[])] : [];
}

/** The schema of what stands at a path inside a value of this schema. */
export function schemaAt(root: JsonObject, path: readonly (string | number)[]): JsonObject {
  const document = documents.get(root) ?? root;
  let node = effectiveSchema(document, root);
  for (const step of path) {
    const properties = node.properties;
    const child =
      typeof step === 'number'
        ? node.items
        : ((isJsonObject(properties) ? properties[step] : undefined) ?? node.additionalProperties);
    node = effectiveSchema(document, child);
  }
  return node;
}
