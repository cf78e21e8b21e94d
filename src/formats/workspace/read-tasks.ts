import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../../annotate/index.ts';
import { UserError } from '../../base/finding/index.ts';
import type { JsonValue } from '../../base/json/index.ts';
import { readDocument } from '../read-file.ts';
import { looksLikeTauTasks, readTauTasks } from '../tau-bench.ts';
import { looksLikeTau2Tasks, readTau2Tasks } from '../tau2-bench.ts';
import { looksLikeOwnTasks, readOwnTask, readOwnTasks } from './task-file.ts';

export type TaskFormat = 'taskwright' | 'tau-bench' | 'tau2-bench';

export interface TaskList {
  readonly tasks: readonly Task[];
  readonly format: TaskFormat;
  /** Where they were read from. */
  readonly source: string;
}

/** One format of task documents: how it is told from others, and read. */
interface TaskReader {
  readonly format: TaskFormat;
  matches(document: JsonValue): boolean;
  read(document: JsonValue, source: string): Task[];
}

const READERS: readonly TaskReader[] = [
  { format: 'taskwright', matches: looksLikeOwnTasks, read: readOwnTasks },
  { format: 'tau-bench', matches: looksLikeTauTasks, read: readTauTasks },
  { format: 'tau2-bench', matches: looksLikeTau2Tasks, read: readTau2Tasks },
];

/**
 * Reads tasks from a file (format detected) or from a folder with one task of our own a file.
 * @throws UserError when there is none, when ids repeat, or when the format is not known
 */
export function readTasks(path: string): TaskList {
  if (!existsSync(path)) throw new UserError(`Cannot read tasks "${path}": there is no such file or folder`);
  const list = statSync(path).isDirectory() ? readFolder(path) : readTaskFile(path);
  if (list.tasks.length === 0) {
    throw new UserError(`Cannot use tasks "${path}": the list is empty`, {
      hint: 'an empty list proves nothing; name a file or folder with at least one task',
    });
  }
  const seen = new Set<string>();
  for (const { id } of list.tasks) {
    if (seen.has(id)) throw new UserError(`Cannot use tasks "${path}": id "${id}" is used twice`);
    seen.add(id);
  }
  return list;
}

function readTaskFile(path: string): TaskList {
  const document = readDocument(path);
  if (Array.isArray(document) && document.length === 0)
    return { tasks: [], format: 'taskwright', source: path };
  const reader = READERS.find((candidate) => candidate.matches(document));
  if (reader === undefined) {
    throw new UserError(`Cannot read tasks "${path}": the format is not known`, {
      hint: `known formats: ${READERS.map(({ format }) => format).join(', ')}`,
    });
  }
  return { tasks: reader.read(document, path), format: reader.format, source: path };
}

function readFolder(path: string): TaskList {
  const files = readdirSync(path)
    .filter(
      (name) => name.endsWith('.json') && !name.endsWith('.lock.json') && !name.endsWith('.schema.json'),
    )
    .filter((name) => !['waivers.json', 'baseline.json'].includes(name))
    .sort();
  const tasks = files.map((name) => {
    const file = join(path, name);
    const task = readOwnTask(readDocument(file), file);
    if (`${task.id}.json` !== name) {
      throw new UserError(`Cannot use task "${file}": its id is "${task.id}"`, {
        hint: `name the file ${task.id}.json or change the id`,
      });
    }
    return task;
  });
  return { tasks, format: 'taskwright', source: path };
}
