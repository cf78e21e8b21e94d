import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import type { TaskFormat } from './read-tasks.ts';

/** A part of a task: its gold action, an argument of that; the scenario where neither is named. */
export interface TaskPart {
  readonly action?: number | undefined;
  readonly argument?: string | undefined;
}

/** A stretch of a file; lines and columns count from 1, the end is the column after the last character. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where each format keeps the parts. */
const PARTS: Readonly<
  Record<
    TaskFormat,
    { readonly scenario: JSONPath; readonly actions: JSONPath; readonly args: readonly string[] }
  >
> = {
  taskwright: { scenario: ['scenario'], actions: ['goldActions'], args: ['args'] },
  'tau-bench': { scenario: ['instruction'], actions: ['actions'], args: ['kwargs', 'arguments'] },
  'tau2-bench': {
    scenario: ['user_scenario'],
    actions: ['evaluation_criteria', 'actions'],
    args: ['arguments'],
  },
};

/**
 * Finds tasks in the text of a JSON file that holds one or many.
 * @returns a function from a task's id, and a part of it, to the place; undefined where the text holds no such task
 */
export function taskLocator(
  text: string,
  format: TaskFormat,
): (task: string, part?: TaskPart) => Region | undefined {
  const root = parseTree(text);
  const tasks = root === undefined ? new Map<string, Node>() : tasksIn(root, format);
  const lineStarts = startsOfLines(text);
  return (id, part) => {
    const task = tasks.get(id);
    return task === undefined ? undefined : regionOf(partOf(task, format, part), lineStarts);
  };
}

/** The node of each task by its id, as the readers of the formats give ids. */
export function tasksIn(root: Node, format: TaskFormat): ReadonlyMap<string, Node> {
  const nodes = root.type === 'array' ? (root.children ?? []) : [root];
  return new Map(
    nodes.map((node, position) => {
      const id: unknown = findNodeAtLocation(node, [format === 'tau-bench' ? 'index' : 'id'])?.value;
      return [String(id ?? position), node];
    }),
  );
}

/** The narrowest part that is there. */
function partOf(task: Node, format: TaskFormat, { action, argument }: TaskPart = {}): Node {
  const places = PARTS[format];
  const at = (path: JSONPath): Node | undefined => findNodeAtLocation(task, path);
  if (action === undefined) return property(at(places.scenario)) ?? task;
  const call = goldCalls(at(places.actions), format)[action];
  if (call === undefined) return task;
  const given = places.args
    .map((name) => findNodeAtLocation(call, [name]))
    .find((node) => node !== undefined);
  const value = argument === undefined ? undefined : given && findNodeAtLocation(given, [argument]);
  return property(value) ?? call;
}

/** τ-bench keeps what the agent says among the actions: no gold action of ours. */
function goldCalls(actions: Node | undefined, format: TaskFormat): readonly Node[] {
  const calls = actions?.children ?? [];
  return format === 'tau-bench'
    ? calls.filter((call) => findNodeAtLocation(call, ['name'])?.value !== 'respond')
    : calls;
}

/** A value with its name, since that is what a reader looks for. */
function property(value: Node | undefined): Node | undefined {
  return value?.parent?.type === 'property' ? value.parent : value;
}

function startsOfLines(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function regionOf({ offset, length }: Node, lineStarts: readonly number[]): Region {
  const [startLine, startColumn] = placeOf(offset, lineStarts);
  const [endLine, endColumn] = placeOf(offset + length, lineStarts);
  return { startLine, startColumn, endLine, endColumn };
}

function placeOf(offset: number, lineStarts: readonly number[]): readonly [number, number] {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return [low + 1, offset - (lineStarts[low] ?? 0) + 1];
}
