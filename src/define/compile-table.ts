import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { lazyValidator } from './ajv.ts';
import type { IndexedField, Reference, SchemaPath, Table, TableSchema } from './table.ts';

/** Reads what follows from a table's schema: key, references, indexes, unordered and volatile places. */
export function compileTable(name: string, schema: TableSchema): Table {
  const references: Reference[] = [];
  const indexes: IndexedField[] = [];
  const unordered: SchemaPath[] = [];
  const volatile: SchemaPath[] = [];
  walkSchema(schema, (node, path) => {
    const target = node['x-references'];
    if (typeof target === 'string') references.push({ path, target });
    const index = node['x-index'];
    if (index === true || index === 'casefold') {
      indexes.push({ field: path.join('.'), path, casefold: index === 'casefold' });
    }
    if (node['x-unordered'] === true) unordered.push(path);
    if (node['x-volatile'] === true) volatile.push(path);
  });
  const key = schema['x-key'];
  return {
    name,
    schema,
    key: typeof key === 'string' ? key : undefined,
    references,
    indexes,
    unordered,
    volatile,
    validate: lazyValidator(schema),
  };
}

/** Visits a schema and everything inside it; `$ref` to `#/$defs/…` is followed, alternatives are all visited. */
export function walkSchema(root: JsonObject, visit: (node: JsonObject, path: SchemaPath) => void): void {
  const step = (node: JsonValue | undefined, path: SchemaPath, depth: number): void => {
    if (!isJsonObject(node) || depth > 32) return;
    visit(node, path);
    const ref = node.$ref;
    if (typeof ref === 'string') step(resolveLocal(root, ref), path, depth + 1);
    for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
      const branches = node[keyword];
      if (Array.isArray(branches)) for (const branch of branches) step(branch as JsonValue, path, depth + 1);
    }
    const properties = node.properties;
    if (isJsonObject(properties)) {
      for (const [name, child] of Object.entries(properties)) step(child, [...path, name], depth + 1);
    }
    step(node.items, [...path, '*'], depth + 1);
    step(node.additionalProperties, [...path, '*'], depth + 1);
    step(node.propertyNames, [...path, '*'], depth + 1);
  };
  step(root, [], 0);
}

/** What a `$ref` to a place of the same schema leads to. */
export function resolveLocal(root: JsonObject, ref: string): JsonValue | undefined {
  if (!ref.startsWith('#/')) return undefined;
  let node: JsonValue | undefined = root;
  for (const part of ref.slice(2).split('/')) node = isJsonObject(node) ? node[part] : undefined;
  return node;
}
