import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Alternative, AuditContext, Entity } from '../types.ts';
import { entityFacts, type Facts, factsOf } from './facts.ts';

/** What stands in the world now in the place that an alternative would fill: the item to be replaced, the row's own field. */
export interface Current {
  readonly facts: Facts;
  /** The value itself, where the place holds one. */
  readonly value?: JsonValue;
}

/** The thing or value that the argument would replace; undefined when it replaces nothing. */
export function currentOf(alternative: Alternative, context: AuditContext): Current | undefined {
  return pairedItem(alternative, context) ?? standingField(alternative, context);
}

/** For lists that go in pairs (these items for those): the item at the same position in the other list. */
function pairedItem(alternative: Alternative, context: AuditContext): Current | undefined {
  const { goldEntity, argument, position } = alternative;
  if (goldEntity === undefined || goldEntity.path.length === 0) return undefined;
  const siblings = memberAt(goldEntity.row, goldEntity.path.slice(0, -1));
  if (siblings === undefined) return undefined;
  const args = argsOf(alternative);
  const rows = targetRows(alternative, context);
  for (const [name, value] of Object.entries(args)) {
    if (name === argument) continue;
    const other = Array.isArray(value) ? (value as JsonValue[])[position ?? 0] : value;
    // Of the two lists, the one whose items are in the row now holds what is replaced.
    if (typeof other !== 'string' || !stands(other, rows)) continue;
    const item = siblings[other];
    if (!isJsonObject(item)) continue;
    const entity: Pick<Entity, 'value' | 'schema'> = { value: item, schema: goldEntity.schema };
    return { facts: entityFacts(entity), value: other };
  }
  return undefined;
}

/** For a change of a row's field: what that field holds now. */
function standingField(alternative: Alternative, context: AuditContext): Current | undefined {
  const { argument } = alternative;
  if (argument === undefined) return undefined;
  for (const row of targetRows(alternative, context)) {
    const value = row[argument];
    if (value === undefined) continue;
    const place = alternative.position === undefined ? value : (value as JsonValue[])[alternative.position];
    if (place === undefined) continue;
    // Inside an object of a list the place is the member that holds a value of this kind.
    const held =
      isJsonObject(place) && !isJsonObject(alternative.goldValue)
        ? Object.values(place).find((member) => member === alternative.goldValue)
        : place;
    if (held === undefined) continue;
    return { facts: factsOf({ value: held }, alternative, context), value: held };
  }
  return undefined;
}

/** Rows that the other arguments of the write name: what it is done to. */
export function targetRows(alternative: Alternative, context: AuditContext): JsonObject[] {
  const rows: JsonObject[] = [];
  for (const [name, value] of Object.entries(argsOf(alternative))) {
    if (name === alternative.argument || typeof value !== 'string') continue;
    for (const table of Object.keys(context.database.tables)) {
      const row = context.database.rows(table).get(value);
      if (row !== undefined) rows.push(row);
    }
  }
  return rows;
}

/** Whether a value already stands somewhere in the rows that the write is done to ("the original payment method"). */
export function stands(value: JsonValue, rows: readonly JsonObject[]): boolean {
  const seek = (node: JsonValue, depth: number): boolean => {
    if (node === value) return true;
    if (depth > 4 || typeof node !== 'object' || node === null) return false;
    return Object.values(node).some((member) => seek(member as JsonValue, depth + 1));
  };
  return rows.some((row) => seek(row, 0));
}

function argsOf(alternative: Alternative): JsonObject {
  return (alternative.actions[alternative.actionIndex]?.args ?? {}) as JsonObject;
}

function memberAt(row: JsonObject, path: readonly string[]): JsonObject | undefined {
  let node: JsonValue | undefined = row;
  for (const step of path) node = isJsonObject(node) ? node[step] : undefined;
  return isJsonObject(node) ? node : undefined;
}
