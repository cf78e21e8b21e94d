import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { AnyTool } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';
import { type Parameter, parametersOf } from '../reach/read-tools.ts';
import { leaves } from '../schema/leaves.ts';
import { listedValues } from './listed-values.ts';
import { projectTo } from './project.ts';

/** Calls tried per tool. */
const CALLS = 16;

/**
 * Calls of a tool that say the same as what is known: each required argument is a fact of its name, in the form the
 * tool takes it; what no fact names is one of its candidates or of its enum, those that agree with the facts first.
 */
export function callsSaying(facts: JsonObject, tool: AnyTool, environment: Environment): JsonObject[] {
  const root = tool.parameters as JsonObject;
  const parameters = parametersOf(tool);
  const given: Record<string, JsonValue> = {};
  for (const { name, schema } of parameters) {
    const fact = facts[name];
    if (fact !== undefined) given[name] = projectTo(schema, root, fact);
  }
  const texts = textsOf(facts);
  let calls: JsonObject[] = [given];
  // Candidate functions read the arguments before theirs, so that what is known is given first.
  for (const parameter of parameters) {
    if (!parameter.required || Object.hasOwn(given, parameter.name)) continue;
    calls = calls
      .flatMap((args) =>
        agreeing(valuesOf(parameter, tool, args, environment), texts).map((value) => ({
          ...args,
          [parameter.name]: value,
        })),
      )
      .slice(0, CALLS);
  }
  return calls;
}

/** Whether all arguments that name members of a row say what stands in it. */
export function standsIn(row: JsonObject, args: JsonObject, tool: AnyTool): boolean {
  const root = tool.parameters as JsonObject;
  return parametersOf(tool).every(({ name, schema }) => {
    const [said, standing] = [args[name], row[name]];
    return said === undefined || standing === undefined || equalJson(said, projectTo(schema, root, standing));
  });
}

function valuesOf(
  { name, schema }: Parameter,
  tool: AnyTool,
  args: JsonObject,
  environment: Environment,
): JsonValue[] {
  const listed = listedValues(schema, name, { tool: tool.name, args }, environment);
  if (listed !== undefined) return [...listed];
  if (Array.isArray(schema.enum)) return [...(schema.enum as JsonValue[])];
  return schema.type === 'boolean' ? [false, true] : [];
}

function textsOf(value: JsonValue): Set<string> {
  const texts = new Set<string>();
  leaves(value, (leaf) => {
    if (typeof leaf === 'string') texts.add(leaf);
  });
  return texts;
}

/** The values whose texts are all known first, in their own order otherwise. */
function agreeing(values: readonly JsonValue[], known: ReadonlySet<string>): JsonValue[] {
  const strange = (value: JsonValue): number =>
    [...textsOf(isJsonObject(value) || Array.isArray(value) ? value : [value])].filter(
      (text) => !known.has(text),
    ).length;
  return values
    .map((value, at) => ({ value, at, strange: strange(value) }))
    .sort((left, right) => left.strange - right.strange || left.at - right.at)
    .map(({ value }) => value);
}
