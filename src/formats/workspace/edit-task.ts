import { isDeepStrictEqual } from 'node:util';
import { applyEdits, findNodeAtLocation, type JSONPath, modify, type Node, parseTree } from 'jsonc-parser';
import type { Task } from '../../annotate/index.ts';
import { UserError } from '../../base/finding/index.ts';
import { parseJson } from '../../base/json/index.ts';
import { tasksIn } from './locate-task.ts';
import { readOwnTask } from './task-file.ts';

/** A change to one value of a task of our own form: set to a text, or taken out of its list. */
export interface TaskFileEdit {
  readonly path: readonly (string | number)[];
  /** Absent to take the item out. */
  readonly text?: string;
}

/**
 * Changes one task inside the text of a file and leaves every other character as it is.
 * @param before the task as it was read: a file that holds another by now is not touched
 * @param after what the file must hold when the edits are made
 * @throws UserError when the text holds another task than the one that was read
 */
export function editTaskText(
  text: string,
  edits: readonly TaskFileEdit[],
  { before, after, file }: { readonly before: Task; readonly after: Task; readonly file: string },
): string {
  if (!isDeepStrictEqual(readFrom(text, before.id, file), before)) {
    throw new UserError(`Cannot change task "${before.id}": its file has changed since it was read`, {
      at: file,
      hint: 'run the command again',
    });
  }
  let changed = text;
  for (const { path, text: value } of edits)
    changed = applyOne(changed, pathIn(changed, before.id, path), value);
  if (!isDeepStrictEqual(readFrom(changed, before.id, file), JSON.parse(JSON.stringify(after)))) {
    throw new UserError(
      `Cannot change task "${before.id}": its file is not written in a form that can be edited`,
      {
        at: file,
      },
    );
  }
  return changed;
}

function applyOne(text: string, path: JSONPath, value: string | undefined): string {
  const parent = nodeAt(text, path.slice(0, -1));
  const last = parent?.children?.at(-1);
  const name = path.at(-1);
  if (value !== undefined && nodeAt(text, path) === undefined && last !== undefined) {
    // A new property goes on a line of its own, as the ones before it.
    const at = last.offset + last.length;
    const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, last.offset))?.[1] ?? '';
    const several = text.slice(parent?.offset ?? 0, at).includes('\n');
    const gap = several ? `\n${indent}` : ' ';
    return `${text.slice(0, at)},${gap}${JSON.stringify(name)}: ${JSON.stringify(value)}${text.slice(at)}`;
  }
  return applyEdits(text, modify(text, path, value, {}));
}

function pathIn(text: string, id: string, path: readonly (string | number)[]): JSONPath {
  const root = parseTree(text);
  if (root?.type !== 'array') return [...path];
  return [[...tasksIn(root, 'taskwright').keys()].indexOf(id), ...path];
}

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(text);
  return root && findNodeAtLocation(root, path);
}

function readFrom(text: string, id: string, file: string): Task | undefined {
  const document = parseJson(text, file);
  const items = Array.isArray(document) ? document : [document];
  return items.map((item) => readOwnTask(item, file)).find((task) => task.id === id);
}
