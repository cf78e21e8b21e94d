import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Alternative, AuditContext, Entity, Option } from '../types.ts';
import { memo } from './memo.ts';
import type { Field } from './spellings.ts';

/** One thing that is so of a value: a field of the entity it names, or something worked out from it. */
export interface Fact extends Field {
  /** Path inside the entity, joined with dots. */
  readonly path: string;
  readonly value: JsonValue;
}

/** What is known of a value, by path. */
export type Facts = ReadonlyMap<string, Fact>;

/** What is known of one choice: its entity's fields, or for a list of legs or items what follows from them all. */
export function factsOf(
  option: Pick<Option, 'value' | 'entity'>,
  alternative: Alternative,
  context: AuditContext,
): Facts {
  if (option.entity !== undefined) return keptFacts(option.entity);
  const facts = new Map<string, Fact>();
  if (Array.isArray(option.value)) {
    for (const fact of listFacts(option.value as JsonValue[], alternative, context))
      facts.set(fact.path, fact);
  } else {
    const name = alternative.argument ?? '';
    facts.set('', { path: '', name, value: option.value, schema: argumentSchema(alternative, context) });
  }
  return facts;
}

const keptFacts = memo(entityFacts);

/** The fields of an entity, nested ones included, collections left out. */
export function entityFacts(entity: Pick<Entity, 'value' | 'schema'> & Partial<Pick<Entity, 'row'>>): Facts {
  const facts = new Map<string, Fact>();
  const walk = (value: JsonValue, schema: JsonObject | undefined, path: readonly string[]): void => {
    if (isJsonObject(value)) {
      if (path.length > 2) return;
      for (const [key, member] of Object.entries(value))
        walk(member, propertySchema(schema, key), [...path, key]);
    } else if (!Array.isArray(value)) {
      const joined = path.join('.');
      facts.set(joined, {
        path: joined,
        name: path.at(-1) ?? '',
        value,
        ...(schema !== undefined && { schema }),
      });
    }
  };
  walk(entity.value, entity.schema, []);
  const name = entity.row?.name ?? entity.row?.title;
  if (typeof name === 'string' && !facts.has('name'))
    facts.set('name', { path: 'name', name: 'name', value: name });
  return facts;
}

/** The schema of a property, through alternatives. */
export function propertySchema(schema: JsonObject | undefined, key: string): JsonObject | undefined {
  if (schema === undefined) return undefined;
  const properties = schema.properties;
  if (isJsonObject(properties) && isJsonObject(properties[key])) return properties[key];
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches) {
      const found = isJsonObject(branch as JsonValue) ? propertySchema(branch as JsonObject, key) : undefined;
      if (found !== undefined) return found;
    }
  }
  return isJsonObject(schema.additionalProperties) ? schema.additionalProperties : undefined;
}

/** The schema of the argument that an alternative changes (of one item, when it changes one). */
export function argumentSchema(alternative: Alternative, context: AuditContext): JsonObject | undefined {
  const parameters = context.domain.tool(alternative.tool)?.parameters as JsonObject | undefined;
  const schema =
    alternative.argument === undefined ? undefined : propertySchema(parameters, alternative.argument);
  if (schema === undefined || alternative.position === undefined) return schema;
  return isJsonObject(schema.items) ? schema.items : schema;
}

/**
 * What follows from a list of objects that name rows: how many, the sum of their numbers, first and last moments.
 * Collections inside a row are entered where another value of the call is a key of them (a date, a cabin).
 */
function listFacts(items: readonly JsonValue[], alternative: Alternative, context: AuditContext): Fact[] {
  const facts: Fact[] = [{ path: 'count', name: 'count legs', value: items.length }];
  const objects = items.filter(isJsonObject);
  if (objects.length === 0 || objects.length < items.length) return facts;
  const args = alternative.actions[alternative.actionIndex]?.args ?? {};
  const keys = new Set(Object.values(args).filter((value): value is string => typeof value === 'string'));
  const rows = objects.map((object) => flatten(object, rowOf(object, context), keys));
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  for (const name of names) {
    const values = rows.map((row) => row.get(name));
    if (values.some((value) => value === undefined)) continue;
    const numbers = values.filter((value): value is number => typeof value === 'number');
    if (numbers.length === values.length) {
      facts.push({ path: `sum.${name}`, name, value: numbers.reduce((sum, number) => sum + number, 0) });
    } else if (typeof values[0] === 'string') {
      facts.push({ path: `first.${name}`, name, value: values[0] });
      facts.push({ path: `last.${name}`, name, value: values.at(-1) as JsonValue });
    }
  }
  return facts;
}

function rowOf(object: JsonObject, context: AuditContext): JsonObject | undefined {
  for (const value of Object.values(object)) {
    if (typeof value !== 'string') continue;
    for (const table of Object.keys(context.database.tables)) {
      const row = context.database.rows(table).get(value);
      if (row !== undefined) return row;
    }
  }
  return undefined;
}

function flatten(
  object: JsonObject,
  row: JsonObject | undefined,
  keys: ReadonlySet<string>,
): Map<string, JsonValue> {
  const flat = new Map<string, JsonValue>();
  const own = new Set([
    ...keys,
    ...Object.values(object).filter((value): value is string => typeof value === 'string'),
  ]);
  const walk = (value: JsonValue, name: string, depth: number): void => {
    if (depth > 4) return;
    if (!isJsonObject(value)) {
      if (!Array.isArray(value) && value !== null) flat.set(name, value);
      return;
    }
    const members = Object.entries(value);
    const entered = members.filter(([key]) => own.has(key));
    const collection = members.length > 3 && members.every(([, member]) => isJsonObject(member));
    for (const [key, member] of entered.length > 0 || collection ? entered : members) {
      walk(member, own.has(key) ? name : key, depth + 1);
    }
  };
  walk(row ?? {}, '', 0);
  walk(object, '', 0);
  return flat;
}
