import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Task, taskToJson } from '../annotate/index.ts';
import { type Finding, UserError } from '../base/finding/index.ts';
import { formatJson, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';
import { packJson, readPack, verifyFiles } from '../export/index.ts';
import { tableObject } from '../export/pack/files.ts';
import { loadDatabase, loadDomain, readOwnTask, readTasks, tau2CriteriaFindings } from '../formats/index.ts';

export interface ImportTasksOptions {
  readonly format: 'tau-bench' | 'tau2-bench' | 'taskwright';
  readonly path: string;
  readonly workspace: string;
  /** Name of the domain; a pack names it itself. */
  readonly domain: string | undefined;
  /** Database to bring along, for task files. */
  readonly database: string | undefined;
  /** Write the code inside a pack into the workspace, where it will be run. */
  readonly trust: boolean;
}

/** What an import wrote. */
export interface ImportedTasks {
  readonly domain: string;
  readonly tasks: number;
  readonly files: readonly string[];
  /** What the criteria of τ²-bench tasks leave unchecked. */
  readonly findings: readonly Finding[];
  /** Code files of the pack that were left out for want of `--trust`. */
  readonly codeLeftOut: number;
}

interface NewFile {
  readonly path: string;
  readonly text: string;
}

const DIALECT = { 'tau-bench': 'tau1', 'tau2-bench': 'tau2' } as const;

/**
 * Brings tasks and their database from elsewhere into a workspace: `tasks/<domain>/<id>.json`, `databases/<domain>/<table>.json`.
 * Nothing is written when anything is wrong, and no file that exists is replaced.
 * @throws UserError naming what is wrong
 */
export async function importTasks(options: ImportTasksOptions): Promise<ImportedTasks> {
  return options.format === 'taskwright' ? importPack(options) : importTaskFile(options, options.format);
}

async function importTaskFile(
  options: ImportTasksOptions,
  format: 'tau-bench' | 'tau2-bench',
): Promise<ImportedTasks> {
  const { path, workspace, domain: name, database } = options;
  if (name === undefined)
    throw new UserError(`Cannot import "${path}": no domain was named`, { hint: '--domain NAME' });
  const domain = await loadDomain(name, { workspace });
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'tasks.json') : path;
  const list = readTasks(file);
  if (list.format !== format) {
    throw new UserError(`Cannot import "${file}" as ${format}: it is in the form of ${list.format}`, {
      hint: `taskwright import ${list.format} ${path}`,
    });
  }
  const dialect = domain.options.dialect === undefined ? {} : { options: { dialect: DIALECT[format] } };
  const tasks = list.tasks.map((task): Task => ({ ...task, id: `${format}-${task.id}`, ...dialect }));
  const loaded = database === undefined ? undefined : loadDatabase(domain, database);
  const tables =
    loaded === undefined
      ? []
      : Object.keys(domain.tables).map((table) => ({
          path: `databases/${name}/${table}.json`,
          text: formatJson(tableObject(loaded, table)),
        }));
  const files = [...tasks.map((task) => taskFile(name, task)), ...tables];
  const findings = tasks.flatMap(tau2CriteriaFindings).map((finding) => ({ ...finding, domain: name }));
  return { ...(await write(workspace, name, tasks.length, files, 0)), findings };
}

async function importPack({ path, workspace, trust }: ImportTasksOptions): Promise<ImportedTasks> {
  const files = await readPack(path);
  const { manifest, findings } = verifyFiles(files);
  const [first, ...more] = findings;
  if (first !== undefined || manifest === undefined) {
    throw new UserError(
      `Cannot import pack "${path}": ${first?.message ?? 'it has no manifest'}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
      {
        hint: 'nothing was written; taskwright verify shows all differences',
      },
    );
  }
  if (manifest.form !== 'taskwright' || manifest.variant !== 'sealed') {
    throw new UserError(`Cannot import pack "${path}": its form is ${manifest.form} (${manifest.variant})`, {
      hint: 'only sealed packs of the form taskwright can be imported',
    });
  }
  const { domain } = manifest;
  if (!/^[a-z][a-z0-9-]*$/.test(domain))
    throw new UserError(`Cannot import pack "${path}": "${domain}" is no name of a domain`);
  const tasks = manifest.tasks.map((id) => {
    const document = packJson(files, `tasks/${id}.json`) as JsonValue;
    return taskFile(domain, readOwnTask(document, `${path} tasks/${id}.json`));
  });
  const tables = files
    .filter((file) => file.path.startsWith('database/'))
    .map((file) => ({
      path: `databases/${domain}/${file.path.slice('database/'.length)}`,
      text: Buffer.from(file.bytes).toString('utf8'),
    }));
  const code = files.filter((file) => /^code\/(schemas|generators)\//.test(file.path));
  const trusted = trust
    ? code.map((file) => ({
        path: file.path.slice('code/'.length),
        text: Buffer.from(file.bytes).toString('utf8'),
      }))
    : [];
  const written = await write(
    workspace,
    domain,
    tasks.length,
    [...tasks, ...tables, ...trusted],
    trust ? 0 : code.length,
  );
  return { ...written, findings: [] };
}

function taskFile(domain: string, task: Task): NewFile {
  if (!/^[\w][\w.-]*$/.test(task.id)) {
    throw new UserError(`Cannot import task "${task.id}": its id cannot be the name of a file`);
  }
  return { path: `tasks/${domain}/${task.id}.json`, text: formatJson(taskToJson(task) as JsonObject) };
}

async function write(
  workspace: string,
  domain: string,
  tasks: number,
  files: readonly NewFile[],
  codeLeftOut: number,
): Promise<Omit<ImportedTasks, 'findings'>> {
  // Domains share code: a file of it that is there already, and the same, is none of the pack's to write.
  const isSharedCode = (file: string, text: string): boolean =>
    !relative(resolve(workspace), file).split(sep).includes(domain) && readFileSync(file, 'utf8') === text;
  const places = files.map(({ path, text }) => ({ file: join(resolve(workspace), path), text }));
  const taken = places.find(({ file, text }) => existsSync(file) && !isSharedCode(file, text));
  if (taken !== undefined) {
    throw new UserError('Cannot import: a file of that name exists already', {
      at: taken.file,
      hint: 'nothing was written; import into another workspace',
    });
  }
  for (const { file, text } of places) {
    mkdirSync(dirname(file), { recursive: true });
    await replaceFile(file, text);
  }
  return { domain, tasks, files: places.map(({ file }) => file), codeLeftOut };
}
