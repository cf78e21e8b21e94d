import { join, resolve } from 'node:path';
import type { Argv } from 'yargs';
import type { Task } from '../annotate/index.ts';
import { suggest, UserError } from '../base/finding/index.ts';
import { type Domain, type OptionValues, resolveOptions } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { findDomain, loadDatabase, loadDomain, readTasks, type TaskFormat } from '../formats/index.ts';
import { defaultDatabase, plant } from '../generate/index.ts';
import type { GlobalArguments } from './command.ts';

/** Options of commands that work on a domain, its database and its tasks. */
export interface ProjectArguments {
  readonly domain: string;
  readonly database?: string | undefined;
  readonly tasks?: string | undefined;
  readonly task?: readonly string[] | undefined;
  readonly option?: readonly string[] | undefined;
}

/** What most commands start from. */
export interface Project {
  readonly domain: Domain;
  readonly database: Database;
  readonly tasks: readonly Task[];
  readonly format: TaskFormat;
  /** Option values for the domain: given ones, else those that fit the tasks' format. */
  readonly options: OptionValues;
  /** Folder of the workspace's tasks of this domain. */
  readonly tasksFolder: string;
}

/** Adds `<domain>`, `--database`, `--tasks`, `--task` and `--option`. */
export function projectOptions(yargs: Argv<GlobalArguments>): Argv<ProjectArguments & GlobalArguments> {
  return yargs
    .positional('domain', { type: 'string', demandOption: true, describe: 'name of the domain' })
    .option('database', { type: 'string', describe: 'folder of table files, or one file with all tables' })
    .option('tasks', { type: 'string', describe: 'file or folder of tasks (format detected)' })
    .option('task', { type: 'string', array: true, nargs: 1, describe: 'only this task (may be repeated)' })
    .option('option', {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'option of the domain, NAME=VALUE',
    });
}

/** Loads domain, database and tasks. @throws UserError for whatever is missing or malformed */
export async function openProject(args: ProjectArguments & GlobalArguments): Promise<Project> {
  const workspace = resolve(args.workspace);
  const domain = await loadDomain(args.domain, { workspace });
  const tasksFolder = join(findDomain(args.domain, workspace).root, 'tasks', args.domain);
  const list = readTasks(args.tasks ?? tasksFolder);
  const database =
    args.database === undefined
      ? plant(domain, await defaultDatabase(domain, { workspace }), list.tasks)
      : loadDatabase(domain, args.database);
  const tasks = choose(list.tasks, args.task);
  return {
    domain,
    database,
    tasks,
    format: list.format,
    options: chooseOptions(domain, list.format, args.option),
    tasksFolder,
  };
}

function choose(tasks: readonly Task[], wanted: readonly string[] | undefined): readonly Task[] {
  if (wanted === undefined || wanted.length === 0) return tasks;
  return wanted.map((given) => {
    const id = given.includes('/') ? given.slice(given.lastIndexOf('/') + 1) : given;
    const task = tasks.find((candidate) => candidate.id === id);
    if (task !== undefined) return task;
    throw new UserError(`Cannot find task "${id}": the list has no such task`, {
      hint: suggest(
        id,
        tasks.map((candidate) => candidate.id),
      ),
    });
  });
}

const DIALECT: Readonly<Record<TaskFormat, string>> = {
  taskwright: 'own',
  'tau-bench': 'tau1',
  'tau2-bench': 'tau2',
};

/** Values of the domain’s options: given as NAME=VALUE, else those that fit the tasks’ format. */
export function chooseOptions(
  domain: Domain,
  format: TaskFormat,
  given: readonly string[] = [],
): OptionValues {
  const values: Record<string, string | number | boolean | null> = {};
  const dialect = DIALECT[format];
  if (domain.options.dialect?.values.includes(dialect)) values.dialect = dialect;
  for (const text of given) {
    const [name = '', ...rest] = text.split('=');
    if (rest.length === 0)
      throw new UserError(`Cannot read option "${text}": it has no "="`, { hint: '--option NAME=VALUE' });
    values[name] = readValue(rest.join('='));
  }
  return resolveOptions(domain, values);
}

function readValue(text: string): string | number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
