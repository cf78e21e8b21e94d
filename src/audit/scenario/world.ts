import type { GoldStep } from '../../annotate/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { valuesAt } from '../../environment/index.ts';
import { memo } from '../evidence/memo.ts';
import { nameOf } from '../evidence/names.ts';
import { entityOf } from '../schema/entity.ts';
import { leaves } from '../schema/leaves.ts';
import { placesOf } from '../schema/places.ts';
import type { AuditContext, AuditedTask } from '../types.ts';

export { ownedRows, type ReachedRow, rowsInReach } from '../evidence/reached.ts';
export { keyParameter } from '../schema/key-parameter.ts';
export { leaves } from '../schema/leaves.ts';

/** Gold writes that went through, as steps of the replay. */
export function doneWrites(audited: AuditedTask): GoldStep[] {
  return audited.gold.steps.filter(
    (step) => step.effect === 'write' && !step.observation.failed && step.wrote,
  );
}

/** The texts among the arguments of an action, in lists and objects too. */
export function textsIn(args: JsonObject): Set<string> {
  const texts = new Set<string>();
  leaves(args, (leaf) => {
    if (typeof leaf === 'string') texts.add(leaf);
  });
  return texts;
}

/** What a step answered, as a value; its text where it is no JSON. */
export const answerOf = memo((step: GoldStep): JsonValue => {
  try {
    return JSON.parse(step.observation.text) as JsonValue;
  } catch {
    return step.observation.text;
  }
});

/** Names of the things that a gold write is done to: named items it lists, or all items of the row it names alone. */
export function touchedNames(step: GoldStep, audited: AuditedTask, context: AuditContext): Set<string> {
  const names = new Set<string>();
  const texts = textsIn(step.args);
  const listed = Object.values(step.args).some((value) => Array.isArray(value));
  const tool = context.domain.tool(step.tool);
  const places = tool === undefined ? [] : placesOf(tool, step.args);
  for (const { schema, value } of places) {
    const target = schema['x-references'];
    if (typeof target !== 'string') continue;
    const entity = entityOf(context.domain, audited.start.state, target, value, audited.reach.rows);
    if (entity === undefined) continue;
    const name = nameOf(entity.value) ?? nameOf(entity.row);
    if (entity.path.length > 0 && name !== undefined) names.add(name);
    if (entity.path.length > 0) continue;
    visitNamed(entity.row, 1, (item, itemName) => {
      const named = Object.values(item).some(
        (member) => typeof member === 'string' && member !== itemName && texts.has(member),
      );
      if (named || !listed) names.add(itemName);
    });
    if (!listed)
      for (const referred of referredNames(entity.table, entity.row, audited, context)) names.add(referred);
  }
  return names;
}

/** Names of the things in a row: of named items in it, and of items of collections that it refers to. */
export function namesIn(
  table: string,
  row: JsonObject,
  audited: AuditedTask,
  context: AuditContext,
): Set<string> {
  const names = new Set(referredNames(table, row, audited, context));
  visitNamed(row, 0, (_, name, depth) => {
    if (depth > 0) names.add(name);
  });
  return names;
}

function referredNames(
  table: string,
  row: JsonObject,
  audited: AuditedTask,
  context: AuditContext,
): string[] {
  const references = context.domain.tables[table]?.references ?? [];
  return references.flatMap(({ path, target }) => {
    if (!target.includes('/')) return [];
    return valuesAt(row, path).flatMap((value) => {
      const entity = entityOf(context.domain, audited.start.state, target, value, audited.reach.rows);
      const name = nameOf(entity?.value) ?? nameOf(entity?.row);
      return name === undefined ? [] : [name];
    });
  });
}

function visitNamed(
  value: JsonValue,
  depth: number,
  visit: (item: JsonObject, name: string, depth: number) => void,
): void {
  if (depth > 5 || typeof value !== 'object' || value === null) return;
  if (isJsonObject(value) && typeof value.name === 'string') visit(value, value.name, depth);
  for (const member of Object.values(value)) visitNamed(member as JsonValue, depth + 1, visit);
}
