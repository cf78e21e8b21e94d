import type { GoldStep } from '../../annotate/index.ts';
import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { keyParameter } from '../schema/key-parameter.ts';
import { effectiveSchema } from '../schema/schema-node.ts';
import type { Alternative, AuditedTask, GoldWrite } from '../types.ts';
import { tryDraft } from './build.ts';
import { namedRows } from './candidates.ts';
import { projectTo } from './project.ts';
import { goldAfter, type PlanItem } from './run-plan.ts';

/** Swaps of neighbouring writes tried per task. */
const SWAPS = 8;

/** Other legal ways to the same wish: writes in another order, merged, split, or with a step skipped. */
export function pathAlternatives(audited: AuditedTask): Alternative[] {
  return [
    ...reordered(audited),
    ...audited.writes.flatMap((write) => [...merged(write, audited), ...split(write, audited)]),
  ];
}

function reordered(audited: AuditedTask): Alternative[] {
  const found: Alternative[] = [];
  for (const [at, write] of audited.writes.slice(0, SWAPS).entries()) {
    const next = audited.writes[at + 1];
    if (next === undefined) break;
    const first = audited.gold.steps[write.index] as GoldStep;
    const second = audited.gold.steps[next.index] as GoldStep;
    const between = audited.gold.steps.slice(write.index + 1, next.index).map((gold) => ({ gold }));
    const result = tryDraft(audited, {
      kind: 'path',
      path: 'order',
      write,
      rest: [{ gold: second }, { gold: first }, ...between, ...goldAfter(audited, next.index)],
      goldValue: [write.index + 1, next.index + 1],
      otherValue: [next.index + 1, write.index + 1],
    });
    if (typeof result !== 'string') found.push(result);
  }
  return found;
}

/** Two writes of one tool on the same row: the later one alone, or both joined into one call. */
function merged(write: GoldWrite, audited: AuditedTask): Alternative[] {
  const found: Alternative[] = [];
  for (const later of audited.writes) {
    if (later.index <= write.index || later.action.tool !== write.action.tool) continue;
    if (!isDoneToSameRow(write, later)) continue;
    const skipped = tryDraft(audited, {
      kind: 'path',
      path: 'skip-step',
      write,
      rest: goldAfter(audited, write.index),
      goldValue: [write.action.args, later.action.args],
      otherValue: [later.action.args],
    });
    // Where each write sets other things, the later one alone is no way to the same wish.
    if (typeof skipped !== 'string' && covers(later.action.args, write.action.args)) found.push(skipped);
    const joined = joinLists(write.action.args, later.action.args);
    if (joined === undefined) continue;
    const result = tryDraft(audited, {
      kind: 'path',
      path: 'merge',
      write,
      rest: [
        { action: { ...write.action, args: joined } },
        ...without(goldAfter(audited, write.index), later.index),
      ],
      goldValue: [write.action.args, later.action.args],
      otherValue: [joined],
    });
    if (typeof result !== 'string') found.push(result);
  }
  return found;
}

/** One write of two paired or single lists in two calls; or one that sets several members of its row, one by one. */
function split(write: GoldWrite, audited: AuditedTask): Alternative[] {
  const found: Alternative[] = [];
  for (const [first, second] of [listHalves(write.action.args), memberSteps(write)]) {
    if (first === undefined || second === undefined) continue;
    const result = tryDraft(audited, {
      kind: 'path',
      path: 'split',
      write,
      rest: [
        { action: { ...write.action, args: first } },
        { action: { ...write.action, args: second } },
        ...goldAfter(audited, write.index),
      ],
      goldValue: [write.action.args],
      otherValue: [first, second],
    });
    if (typeof result !== 'string') found.push(result);
  }
  return found;
}

function without(rest: readonly PlanItem[], index: number): PlanItem[] {
  return rest.filter((item) => item.gold?.index !== index);
}

/** Whether two calls of one tool are done to one row; that they name the same owner, or hold the same item, is not enough. */
function isDoneToSameRow(write: GoldWrite, later: GoldWrite): boolean {
  const tool = write.before.domain.tool(write.action.tool);
  const key = tool && keyParameter(tool)?.name;
  return key !== undefined && equalJson(write.action.args[key], later.action.args[key]) && !addsRow(write);
}

function addsRow(write: GoldWrite): boolean {
  const after = write.before.fork({ lazyText: true });
  after.call(write.action);
  return [...write.before.state.differences(after.state)].some(({ before }) => before === undefined);
}

/** Whether a later call sets everything that an earlier one sets, except what the earlier one sets in passing. */
function covers(later: JsonObject, earlier: JsonObject): boolean {
  const names = Object.keys(earlier);
  if (!names.every((name) => Object.hasOwn(later, name))) return false;
  return names.filter((name) => !equalJson(earlier[name], later[name])).length < names.length;
}

/** Arguments with lists joined; undefined unless everything else is equal and there is a list. */
function joinLists(left: JsonObject, right: JsonObject): JsonObject | undefined {
  const joined: Record<string, JsonValue> = {};
  let lists = 0;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const [a, b] = [left[name], right[name]];
    if (Array.isArray(a) && Array.isArray(b) && !equalJson(a, b)) {
      joined[name] = [...a, ...b];
      lists += 1;
    } else if (a !== undefined && equalJson(a, b)) joined[name] = a;
    else return undefined;
  }
  return lists === 0 ? undefined : joined;
}

type Pair = readonly [JsonObject | undefined, JsonObject | undefined];

/** The first item of every list of the longest length, and the rest. */
function listHalves(args: JsonObject): Pair {
  const lengths = Object.values(args).map((value) => (Array.isArray(value) ? value.length : 0));
  const length = Math.max(0, ...lengths);
  if (length < 2) return [undefined, undefined];
  const half = (cut: (list: readonly JsonValue[]) => readonly JsonValue[]): JsonObject =>
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        Array.isArray(value) && value.length === length ? cut(value as readonly JsonValue[]) : value,
      ]),
    );
  return [half((list) => list.slice(0, 1)), half((list) => list.slice(1))];
}

/** A call that changes several members of its row, as two calls: one member first, then all. */
function memberSteps(write: GoldWrite): Pair {
  const [named] = namedRows(write.action.args, write);
  if (named === undefined) return [undefined, undefined];
  const tool = write.before.domain.tool(write.action.tool);
  const root = tool?.parameters as JsonObject;
  const properties = isJsonObject(root.properties) ? root.properties : {};
  const kept: Record<string, JsonValue> = {};
  let changed = 0;
  for (const [name, value] of Object.entries(write.action.args)) {
    const now = named.row[name];
    if (now === undefined || name === named.place.argument) continue;
    const present = projectTo(effectiveSchema(root, properties[name]), root, now);
    if (equalJson(present, value)) continue;
    changed += 1;
    // The second member to change waits for the second call.
    if (changed === 2) kept[name] = present;
  }
  if (changed !== 2) return [undefined, undefined];
  return [{ ...write.action.args, ...kept }, write.action.args];
}
