import type { GoldStep } from '../../annotate/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { AnyTool } from '../../define/index.ts';
import type { AuditContext, AuditedTask } from '../types.ts';

export { ownedRows, type ReachedRow, rowsInReach } from '../evidence/reached.ts';

/** Gold writes that went through, as steps of the replay. */
export function doneWrites(audited: AuditedTask): GoldStep[] {
  return audited.gold.steps.filter(
    (step) => step.effect === 'write' && !step.observation.failed && step.wrote,
  );
}

/** Every text and number inside a value. */
export function leaves(
  value: JsonValue,
  visit: (leaf: string | number | boolean, name: string) => void,
  name = '',
): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      leaves(member as JsonValue, visit, Array.isArray(value) ? name : key);
    }
  } else if (value !== null) visit(value, name);
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
export function answerOf(step: GoldStep): JsonValue {
  try {
    return JSON.parse(step.observation.text) as JsonValue;
  } catch {
    return step.observation.text;
  }
}

/** The parameter by which a write tool names the row it is done to, with the row's table. */
export function keyParameter(tool: AnyTool): { readonly name: string; readonly table: string } | undefined {
  const properties = (tool.parameters as JsonObject).properties;
  if (!isJsonObject(properties)) return undefined;
  for (const [name, schema] of Object.entries(properties)) {
    const target = isJsonObject(schema) ? schema['x-references'] : undefined;
    if (typeof target === 'string' && !target.includes('/')) return { name, table: target };
  }
  return undefined;
}

/** Names of the things that a gold write is done to: named items it lists, or all items of the row it names alone. */
export function touchedNames(step: GoldStep, context: AuditContext): Set<string> {
  const names = new Set<string>();
  const texts = textsIn(step.args);
  const rows = [...texts].flatMap((text) =>
    Object.keys(context.database.tables).flatMap((table) => {
      const row = context.database.rows(table).get(text);
      return row === undefined ? [] : [row];
    }),
  );
  const listed = Object.values(step.args).some((value) => Array.isArray(value));
  const visit = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value) && typeof value.name === 'string') {
      const named = Object.values(value).some(
        (member) => typeof member === 'string' && member !== value.name && texts.has(member),
      );
      if (named || !listed) names.add(value.name);
    }
    for (const member of Object.values(value)) visit(member as JsonValue);
  };
  for (const row of rows) visit(row);
  return names;
}
