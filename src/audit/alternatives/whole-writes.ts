import type { GoldAction } from '../../annotate/index.ts';
import { equalJson, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { type AnyTool, isOffered } from '../../define/index.ts';
import { type Parameter, parametersOf } from '../reach/read-tools.ts';
import { entityOf } from '../schema/entity.ts';
import { effectiveSchema } from '../schema/schema-node.ts';
import type { Alternative, AuditedTask, GoldWrite } from '../types.ts';
import { tryDraft } from './build.ts';
import { valuesOfRows } from './candidates.ts';
import { listedValues } from './listed-values.ts';
import { projectTo } from './project.ts';
import { goldAfter } from './run-plan.ts';

/** Calls tried per tool when gold writes nothing. */
const CALLS = 16;

/** Each of several gold writes left out: a user who wants nothing at all does not get in touch. */
export function droppedWrites(audited: AuditedTask): Alternative[] {
  if (audited.writes.length < 2) return [];
  return audited.writes.flatMap((write) => {
    const result = tryDraft(audited, {
      kind: 'dropped-write',
      write,
      rest: goldAfter(audited, write.index),
      goldValue: write.action.args,
      otherValue: null,
    });
    return typeof result === 'string' ? [] : [result];
  });
}

/** Where gold writes nothing: single writes that tools and policy accept on the rows an agent comes across. */
export function writesBesideNone(audited: AuditedTask): Alternative[] {
  if (audited.writes.length > 0) return [];
  const { domain, options } = audited.start;
  return domain.tools
    .filter((tool) => tool.effect === 'write' && tool.endsConversation !== true && isOffered(tool, options))
    .flatMap((tool) =>
      callsOf(tool, audited)
        .slice(0, CALLS)
        .flatMap((action) => tryAdded(action, audited)),
    );
}

function tryAdded(action: GoldAction, audited: AuditedTask): Alternative[] {
  const write: GoldWrite = { index: audited.gold.steps.length, action, before: audited.end };
  const key = Object.entries(action.args).find(([, value]) => typeof value === 'string');
  const target = parametersOf(audited.start.domain.tool(action.tool) as AnyTool).find(
    (parameter) => parameter.name === key?.[0],
  )?.target;
  const result = tryDraft(audited, {
    kind: 'extra-write',
    write,
    rest: [{ action }],
    goldValue: null,
    otherValue: action.args,
    otherEntity:
      target === undefined
        ? undefined
        : entityOf(audited.start.domain, audited.end.state, target, key?.[1] ?? null, audited.reach.rows),
  });
  return typeof result === 'string' ? [] : [result];
}

/**
 * Calls of a tool whose arguments all follow from its schema and the rows at hand; none where free text is needed.
 * Arguments that restate members of the row keep them, but for one that is changed.
 */
export function callsOf(tool: AnyTool, audited: AuditedTask): GoldAction[] {
  let partial: CallInMaking[] = [{ args: {}, standing: {}, changed: false }];
  for (const parameter of parametersOf(tool).filter(({ required }) => required)) {
    partial = partial.flatMap((call) => extended(call, parameter, tool, audited)).slice(0, CALLS * 4);
    if (partial.length === 0) return [];
  }
  return partial.map(({ args }) => ({ tool: tool.name, args }));
}

/** A call in the making. */
interface CallInMaking {
  readonly args: JsonObject;
  /** Members of the row it is done to, in the form of the tool's arguments. */
  readonly standing: JsonObject;
  /** Whether an argument differs from what stands already. */
  readonly changed: boolean;
}

function extended(
  call: CallInMaking,
  parameter: Parameter,
  tool: AnyTool,
  audited: AuditedTask,
): CallInMaking[] {
  const { name, target } = parameter;
  const standing = call.standing[name];
  const known = { ...call.standing, ...call.args };
  if (standing !== undefined) {
    const kept = { ...call, args: { ...call.args, [name]: standing } };
    if (call.changed) return [kept];
    const others = valuesFor(parameter, tool, { ...known, [name]: standing }, audited);
    return [
      kept,
      ...others
        .filter((value) => !equalJson(value, standing))
        .map((value) => ({ ...call, args: { ...call.args, [name]: value }, changed: true })),
    ];
  }
  return valuesFor(parameter, tool, known, audited).map((value) => {
    const args = { ...call.args, [name]: value };
    const row =
      target === undefined || target.includes('/') ? undefined : audited.end.state.row(target, String(value));
    return row === undefined
      ? { ...call, args }
      : { ...call, args, standing: { ...call.standing, ...standingArguments(tool, row) } };
  });
}

/** Members of a row under the names of a tool's parameters. */
function standingArguments(tool: AnyTool, row: JsonObject): JsonObject {
  const root = tool.parameters as JsonObject;
  return Object.fromEntries(
    parametersOf(tool)
      .filter(({ name }) => row[name] !== undefined)
      .map(({ name, schema }) => [name, projectTo(schema, root, row[name] as JsonValue)]),
  );
}

function valuesFor(
  { schema, target, name }: Parameter,
  tool: AnyTool,
  args: JsonObject,
  audited: AuditedTask,
): JsonValue[] {
  if (target !== undefined && !target.includes('/')) return [...audited.reach.keysOf(target)].slice(0, CALLS);
  const listed = listedValues(schema, name, { tool: tool.name, args }, audited.end);
  if (listed !== undefined) return [...listed].slice(0, CALLS);
  if (Array.isArray(schema.enum)) return [...(schema.enum as JsonValue[])];
  if (target !== undefined) return referenceValues(target, tool, args, audited);
  if (schema.type === 'array') {
    const items = effectiveSchema(tool.parameters as JsonObject, schema.items);
    const kind = items['x-references'];
    if (typeof kind !== 'string') return [];
    return referenceValues(kind, tool, args, audited).map((value) => [value]);
  }
  return [];
}

function referenceValues(target: string, tool: AnyTool, args: JsonObject, audited: AuditedTask): JsonValue[] {
  const write: GoldWrite = { index: 0, action: { tool: tool.name, args }, before: audited.end };
  return [...new Set(valuesOfRows(target, args, write))].slice(0, CALLS);
}
