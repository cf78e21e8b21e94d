import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readWaivers, type SarifPlace, type Waiver } from '../audit/index.ts';
import { commandLine, type Finding, UserError } from '../base/finding/index.ts';
import { findDomain, readDocument, readText, taskLocator } from '../formats/index.ts';
import type { GlobalArguments } from './command.ts';
import type { Project, ProjectArguments } from './project.ts';

type Arguments = ProjectArguments & Pick<GlobalArguments, 'workspace'>;

/** A command on the same domain, database and tasks, to paste; `--task` is left to be added. */
export function sameAgain(command: 'audit' | 'simulate', args: Arguments): string {
  const { workspace, domain, database, tasks, option } = args;
  return commandLine(['taskwright', command, domain], {
    ...(resolve(workspace) !== process.cwd() && { workspace: shortPath(workspace) }),
    ...(database !== undefined && { database: shortPath(database) }),
    ...(tasks !== undefined && { tasks: shortPath(tasks) }),
    ...(option !== undefined && { option }),
  });
}

/** The shorter way to name a path from here. */
function shortPath(path: string): string {
  const [whole, from] = [resolve(path), relative(process.cwd(), resolve(path))];
  return from !== '' && from.length < whole.length ? from : whole;
}

/** Folder that holds the tasks one a file; undefined when they are all in one file. */
export function tasksFolderOf(
  { tasks }: Pick<ProjectArguments, 'tasks'>,
  { tasksFolder }: Pick<Project, 'tasksFolder'>,
): string | undefined {
  const folder = tasks ?? tasksFolder;
  return existsSync(folder) && statSync(folder).isDirectory() ? folder : undefined;
}

/** Today's day where the clock is, `YYYY-MM-DD` in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Waivers of a task list: those of a named file, else `waivers.json` in the folder of the tasks. One file of many
 * tasks has none of its own: its folder may hold other lists with the same ids.
 */
export function waiversOf(
  args: Pick<ProjectArguments, 'tasks'>,
  project: Pick<Project, 'tasksFolder'>,
  given?: string,
): { readonly file: string | undefined; readonly waivers: readonly Waiver[] } {
  const file = given ?? besideTasks(args, project, 'waivers.json');
  return file === undefined
    ? { file, waivers: [] }
    : { file, waivers: readWaivers(readDocument(file), file) };
}

/** A file in the folder of the tasks, where it is there. */
export function besideTasks(
  args: Pick<ProjectArguments, 'tasks'>,
  project: Pick<Project, 'tasksFolder'>,
  name: string,
): string | undefined {
  const folder = tasksFolderOf(args, project);
  const file = folder === undefined ? undefined : join(folder, name);
  return file !== undefined && existsSync(file) ? file : undefined;
}

/**
 * Folder of tasks that may be written to.
 * @throws UserError when the tasks are in one file of an outside format, or shipped with this package
 */
export function assertOwnTasks(args: Arguments, { tasksFolder }: Project, what: string, hint: string): void {
  if (args.tasks !== undefined) return;
  const workspace = resolve(args.workspace);
  const { root } = findDomain(args.domain, workspace);
  if (root === workspace) return;
  throw new UserError(`Cannot ${what}: the domain is not of this workspace`, { at: tasksFolder, hint });
}

/** Where each finding is: the line of the task's file that holds the argument, the action or the scenario. */
export function placesIn(
  args: Arguments,
  project: Project,
  waiverFile: string | undefined,
): (finding: Finding) => SarifPlace {
  const locators = new Map<string, ReturnType<typeof taskLocator>>();
  const locate = (file: string): ReturnType<typeof taskLocator> => {
    const known = locators.get(file);
    if (known !== undefined) return known;
    const locator = /\.json(\.gz)?$/.test(file)
      ? taskLocator(readText(file), project.format)
      : () => undefined;
    locators.set(file, locator);
    return locator;
  };
  const root = resolve(args.workspace);
  return ({ code, task, action, argument }) => {
    if (code.startsWith('waiver-') && waiverFile !== undefined) return { uri: uriOf(root, waiverFile) };
    if (task === undefined) {
      const place = findDomain(args.domain, root);
      return { uri: uriOf(root, join(place.root, 'schemas', args.domain, 'domain.ts')) };
    }
    const folder = tasksFolderOf(args, project);
    const file = folder === undefined ? (args.tasks ?? project.tasksFolder) : join(folder, `${task}.json`);
    return { uri: uriOf(root, file), region: locate(file)(task, { action, argument }) };
  };
}

/** Relative to the workspace, which is what code hosts take; what lies outside it by its full address. */
function uriOf(root: string, file: string): string {
  const path = relative(root, resolve(file));
  return path.startsWith('..') || path === ''
    ? pathToFileURL(resolve(file)).href
    : path.split(sep).map(encodeURIComponent).join('/');
}
