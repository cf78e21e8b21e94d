import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Domain, Table } from '../../define/index.ts';
import type { State } from '../../environment/index.ts';
import type { Entity, FieldDifference } from '../types.ts';
import { schemaAt } from './schema-node.ts';
import { targetOf } from './target.ts';

/**
 * The row or nested item that a key names.
 * @param target `users`, or `products/variants` for an item of a nested collection
 * @param near rows to prefer when several rows hold an item of that key, as `table/key`
 */
export function entityOf(
  domain: Domain,
  state: State,
  target: string,
  value: JsonValue,
  near?: ReadonlySet<string>,
): Entity | undefined {
  if (typeof value !== 'string') return undefined;
  const { table, path, keys: collection } = targetOf(target);
  const definition = domain.tables[table];
  if (definition === undefined) return undefined;
  if (path.length === 0) {
    const row = state.row(table, value);
    return row && { table, key: value, path: [], value: row, schema: schemaAt(definition.schema, []), row };
  }
  const keys = state.base.lookup(table, collection, false, value);
  const key =
    keys.length === 1 ? keys[0] : (keys.find((candidate) => near?.has(`${table}/${candidate}`)) ?? keys[0]);
  return key === undefined ? undefined : itemOf(definition, state, key, [...path, value]);
}

/** An item of a nested collection of a row. */
export function itemOf(
  definition: Table,
  state: State,
  key: string,
  path: readonly string[],
): Entity | undefined {
  const row = state.row(definition.name, key);
  let item: JsonValue | undefined = row;
  for (const step of path) item = isJsonObject(item) ? item[step] : undefined;
  if (row === undefined || !isJsonObject(item)) return undefined;
  return { table: definition.name, key, path, value: item, schema: schemaAt(definition.schema, path), row };
}

/** Keys of the collection that an item stands in, in the order of the row. */
export function siblingsOf(entity: Entity): string[] {
  let collection: JsonValue | undefined = entity.row;
  for (const step of entity.path.slice(0, -1)) {
    collection = isJsonObject(collection) ? collection[step] : undefined;
  }
  return isJsonObject(collection) ? Object.keys(collection) : [];
}

/**
 * What an object value such as `{ flight_number, date }` names: the row of its first reference, narrowed to the item
 * of a nested collection that another of its members is the key of.
 */
export function compositeEntity(
  domain: Domain,
  state: State,
  schema: JsonObject,
  value: JsonObject,
  near?: ReadonlySet<string>,
): Entity | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  for (const [name, node] of Object.entries(properties)) {
    if (!isJsonObject(node) || typeof node['x-references'] !== 'string') continue;
    const entity = entityOf(domain, state, node['x-references'], value[name] ?? null, near);
    if (entity === undefined) continue;
    return narrow(domain, state, entity, Object.values(value)) ?? entity;
  }
  return undefined;
}

function narrow(
  domain: Domain,
  state: State,
  entity: Entity,
  members: readonly JsonValue[],
): Entity | undefined {
  if (entity.path.length > 0) return undefined;
  for (const [name, collection] of Object.entries(entity.row)) {
    if (!isJsonObject(collection)) continue;
    for (const member of members) {
      if (typeof member !== 'string' || !isJsonObject(collection[member])) continue;
      const item = itemOf(domain.tables[entity.table] as Table, state, entity.key, [name, member]);
      if (item === undefined) continue;
      const properties = { ...propertiesOf(entity.schema), ...propertiesOf(item.schema) };
      return {
        ...item,
        value: { ...scalars(entity.row), ...item.value },
        schema: { ...item.schema, properties },
      };
    }
  }
  return undefined;
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

function scalars(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value !== 'object'));
}

/** Fields by which two entities differ: leaves of objects; lists as wholes; keyed collections of items left out. */
export function differingFields(gold: Entity, other: Entity): FieldDifference[] {
  const differences: FieldDifference[] = [];
  const step = (
    left: JsonValue | undefined,
    right: JsonValue | undefined,
    path: readonly string[],
    schema: JsonObject,
  ): void => {
    if (equalJson(left, right)) return;
    if (isJsonObject(left) && isJsonObject(right)) {
      if (isCollection(left) || isCollection(right)) return;
      for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
        step(left[name], right[name], [...path, name], schemaAt(schema, [name]));
      }
      return;
    }
    differences.push({ path, gold: left, other: right, schema });
  };
  step(gold.value, other.value, [], gold.schema);
  return differences;
}

function isCollection(value: JsonObject): boolean {
  const items = Object.values(value);
  return items.length > 1 && items.every((item) => isJsonObject(item));
}
