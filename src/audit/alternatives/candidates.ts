import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { valuesAt } from '../../environment/index.ts';
import { compositeEntity, entityOf, siblingsOf } from '../schema/entity.ts';
import { type Place, placesOf, placesOfWrite } from '../schema/places.ts';
import type { AuditedTask, Entity, GoldWrite } from '../types.ts';
import { compositeCandidates } from './composites.ts';
import { listedValues } from './listed-values.ts';

/** Values tried per place: bounds the cost of a task whatever the size of the database. */
const CANDIDATES = 60;

/** Other values than gold's that a place of a gold write could take, before tools and rules are asked. */
export function candidatesFor(place: Place, write: GoldWrite, audited: AuditedTask): JsonValue[] {
  const found = listCandidates(place, write, audited);
  const others: JsonValue[] = [];
  for (const value of found) {
    if (equalJson(value, place.value) || others.some((other) => equalJson(other, value))) continue;
    others.push(value);
    if (others.length >= CANDIDATES) break;
  }
  return others;
}

function* listCandidates(place: Place, write: GoldWrite, audited: AuditedTask): Generator<JsonValue> {
  const { schema } = place;
  // Lists of references are varied item by item, which says better where two plans differ.
  const listed = isListOfReferences(schema)
    ? undefined
    : listedValues(schema, place.argument, write.action, write.before);
  if (listed !== undefined) {
    yield* listed;
    return;
  }
  if (Array.isArray(schema.enum)) {
    yield* schema.enum as JsonValue[];
    return;
  }
  if (schema.type === 'boolean') {
    yield !place.value;
    return;
  }
  if (typeof schema['x-references'] === 'string') {
    yield* referenceCandidates(schema['x-references'], place, write, audited);
    return;
  }
  if (isJsonObject(place.value)) yield* compositeCandidates(place, write, audited);
}

/** Whether a list holds keys, which are varied one by one. */
export function isListOfReferences({ items }: JsonObject): boolean {
  return isJsonObject(items) && typeof items['x-references'] === 'string';
}

function* referenceCandidates(
  target: string,
  place: Place,
  write: GoldWrite,
  audited: AuditedTask,
): Generator<JsonValue> {
  const { domain, state } = write.before;
  if (!target.includes('/')) {
    yield* audited.reach.keysOf(target);
    return;
  }
  if (isBound(target, place, write)) {
    yield* valuesOfRows(target, write.action.args, write);
    return;
  }
  const entity = entityOf(domain, state, target, place.value, audited.reach.rows);
  if (entity !== undefined) yield* siblingsOf(entity);
}

/**
 * Whether an argument takes its values from the row that the call names (items of the order), rather than from all of
 * their kind (any variant of the product): gold's values all stand in that row, and no argument before it is so bound.
 */
function isBound(target: string, { argument }: Place, write: GoldWrite): boolean {
  const places = placesOfWrite(write).filter((other) => other.schema['x-references'] === target);
  if (places.length === 0) return false;
  const pool = [...valuesOfRows(target, write.action.args, write)];
  if (pool.length === 0) return false;
  const first = places.find((place) =>
    places
      .filter((other) => other.argument === place.argument)
      .every((other) => pool.some((value) => equalJson(value, other.value))),
  );
  return first?.argument === argument;
}

/** Values of one kind of reference in the rows that a call's arguments name. */
export function* valuesOfRows(target: string, args: JsonObject, write: GoldWrite): Generator<JsonValue> {
  for (const { table, row } of namedRows(args, write)) {
    for (const reference of write.before.domain.tables[table]?.references ?? []) {
      if (reference.target === target) yield* valuesAt(row, reference.path);
    }
  }
}

/** Whole rows that a call's arguments name. */
export function namedRows(
  args: JsonObject,
  write: GoldWrite,
): { readonly table: string; readonly key: string; readonly row: JsonObject; readonly place: Place }[] {
  const tool = write.before.domain.tool(write.action.tool);
  if (tool === undefined) return [];
  const places = args === write.action.args ? placesOfWrite(write) : placesOf(tool, args);
  return places.flatMap((place) => {
    const target = place.schema['x-references'];
    if (typeof target !== 'string' || target.includes('/') || typeof place.value !== 'string') return [];
    const row = write.before.state.row(target, place.value);
    return row === undefined ? [] : [{ table: target, key: place.value, row, place }];
  });
}

/** What a value in a place names. */
export function entityAt(
  schema: JsonObject,
  value: JsonValue,
  write: GoldWrite,
  audited: AuditedTask,
): Entity | undefined {
  const { domain, state } = write.before;
  const target = schema['x-references'];
  if (typeof target === 'string') return entityOf(domain, state, target, value, audited.reach.rows);
  if (isJsonObject(value)) return compositeEntity(domain, state, schema, value, audited.reach.rows);
  return undefined;
}
