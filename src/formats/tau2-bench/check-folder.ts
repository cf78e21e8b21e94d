import type { z } from 'zod';
import type { Finding } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { TAU2_DATABASES } from './database-model.ts';
import { tau2Splits, tau2Task } from './task-model.ts';

/** The documents of a τ²-bench domain folder; undefined for a missing file. */
export interface Tau2Folder {
  readonly domain: string;
  readonly tasks: JsonValue | undefined;
  readonly splits: JsonValue | undefined;
  readonly database: JsonValue | undefined;
  readonly policy: string | undefined;
}

/** The split that τ²-bench runs when none is named. */
export const DEFAULT_SPLIT = 'base';

/**
 * What τ²-bench's own data model would not accept of a domain folder, field by field, and what it would drop:
 * - `tau2-shape` (error): a field is missing, or of another kind
 * - `tau2-link` (error): ids repeat, a split names a task there is none of, a row lies under another key than its own
 * - `tau2-dropped` (note): a field that its reader leaves out
 * - `tau2-unknown-database` (note): the domain's database has no published model, so that only its form is checked
 */
export function checkTau2Folder(folder: Tau2Folder): Finding[] {
  return [
    ...checkTasks(folder.tasks),
    ...checkSplits(folder.splits, folder.tasks),
    ...checkDatabase(folder.domain, folder.database),
    ...(folder.policy === undefined || folder.policy.trim() === ''
      ? [problem('tau2-shape', 'policy.md', 'expected a text', undefined)]
      : []),
  ];
}

function checkTasks(tasks: JsonValue | undefined): Finding[] {
  if (!Array.isArray(tasks))
    return [problem('tau2-shape', 'tasks.json', 'expected a list of tasks', undefined)];
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const [index, task] of (tasks as readonly JsonValue[]).entries()) {
    const at = `tasks.json[${index}]`;
    const id = isJsonObject(task) && typeof task.id === 'string' ? task.id : undefined;
    findings.push(...checkShape(tau2Task, task, at, id));
    if (id !== undefined && seen.has(id))
      findings.push(problem('tau2-link', `${at}.id`, `"${id}" occurs twice`, id));
    if (id !== undefined) seen.add(id);
    findings.push(...checkActionIds(task, at, id));
  }
  return findings;
}

/** Ids of actions are unique within their task. */
function checkActionIds(task: JsonValue, at: string, id: string | undefined): Finding[] {
  const criteria = isJsonObject(task) ? task.evaluation_criteria : undefined;
  const actions = isJsonObject(criteria) && Array.isArray(criteria.actions) ? criteria.actions : [];
  const ids = (actions as readonly JsonValue[]).map((action) =>
    isJsonObject(action) ? action.action_id : undefined,
  );
  return ids.flatMap((one, index) =>
    typeof one === 'string' && ids.indexOf(one) < index
      ? [
          problem(
            'tau2-link',
            `${at}.evaluation_criteria.actions[${index}].action_id`,
            `"${one}" occurs twice`,
            id,
          ),
        ]
      : [],
  );
}

function checkSplits(splits: JsonValue | undefined, tasks: JsonValue | undefined): Finding[] {
  const findings = checkShape(tau2Splits, splits, 'split_tasks.json', undefined);
  if (findings.length > 0 || !isJsonObject(splits)) return findings;
  const ids = new Set(
    (Array.isArray(tasks) ? (tasks as readonly JsonValue[]) : []).map(
      (task) => isJsonObject(task) && task.id,
    ),
  );
  for (const [name, listed] of Object.entries(splits)) {
    for (const id of listed as readonly string[]) {
      if (!ids.has(id))
        findings.push(problem('tau2-link', `split_tasks.json.${name}`, `no task has the id "${id}"`, id));
    }
  }
  if (!Object.hasOwn(splits, DEFAULT_SPLIT)) {
    findings.push(
      problem(
        'tau2-link',
        'split_tasks.json',
        `split "${DEFAULT_SPLIT}", which runs by default, is missing`,
        undefined,
      ),
    );
  }
  return findings;
}

function checkDatabase(domain: string, database: JsonValue | undefined): Finding[] {
  if (!isJsonObject(database))
    return [problem('tau2-shape', 'db.json', 'expected an object of tables', undefined)];
  const model = TAU2_DATABASES[domain];
  if (model === undefined) {
    return [
      {
        code: 'tau2-unknown-database',
        severity: 'note',
        message: `τ²-bench publishes no data model of domain "${domain}": its rows are not checked, and it needs tools in Python to run there`,
        at: 'db.json',
      },
    ];
  }
  const findings: Finding[] = [];
  for (const name of Object.keys(database)) {
    if (!Object.hasOwn(model.rows, name))
      findings.push(problem('tau2-shape', `db.json.${name}`, 'the data model has no such table', undefined));
  }
  for (const [name, shape] of Object.entries(model.rows)) {
    const rows = database[name];
    if (model.lists ? !Array.isArray(rows) : !isJsonObject(rows)) {
      const form = model.lists ? 'a list of rows' : 'an object of rows by key';
      findings.push(problem('tau2-shape', `db.json.${name}`, `expected ${form}`, undefined));
      continue;
    }
    findings.push(...checkRows(name, shape, rows as JsonObject));
  }
  return findings;
}

/** Faults that many rows share are one finding, which names the first row. */
function checkRows(table: string, shape: z.ZodType, rows: JsonObject): Finding[] {
  const byFault = new Map<string, { readonly first: Finding; count: number }>();
  for (const [key, row] of Object.entries(rows)) {
    const at = `db.json.${table}.${key}`;
    for (const finding of checkShape(shape, row, at, undefined)) {
      const fault = finding.message.slice(at.length);
      const known = byFault.get(fault);
      if (known === undefined) byFault.set(fault, { first: finding, count: 1 });
      else known.count += 1;
    }
  }
  return [...byFault.values()].map(({ first, count }) =>
    count === 1 ? first : { ...first, message: `${first.message} (and ${count - 1} times more)` },
  );
}

function checkShape(
  shape: z.ZodType,
  value: JsonValue | undefined,
  at: string,
  task: string | undefined,
): Finding[] {
  const read = shape.safeParse(value);
  if (!read.success) {
    return read.error.issues
      .flatMap((issue) => innermost(issue))
      .map(({ path, message }) => problem('tau2-shape', at + pathText(path), message, task));
  }
  return droppedFields(value, read.data).map((path) => ({
    code: 'tau2-dropped',
    severity: 'note',
    message: `${at}${path}: the reader leaves this field out`,
    at: at + path,
    ...(task !== undefined && { task }),
  }));
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** Of a choice of forms, what is wrong with the one that fits best: the one whose first fault lies deepest. */
function innermost(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) =>
    branch.flatMap((inner) =>
      innermost({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
    ),
  );
  const tagged = branches.filter((branch) => !branch.some(({ message }) => isTag(message)));
  const depth = (branch: readonly Issue[]): number => Math.max(0, ...branch.map(({ path }) => path.length));
  const candidates = tagged.length > 0 ? tagged : branches;
  return [...candidates].sort((left, right) => depth(right) - depth(left))[0] ?? [issue];
}

/** Whether a fault is that of a form's fixed word, which says that another form was meant. */
function isTag(message: string): boolean {
  return message.startsWith('Invalid input: expected "');
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

/** Paths of members that a value had and its reading does not. */
function droppedFields(before: unknown, after: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((item, index) =>
      droppedFields(item, after[index]).map((path) => `[${index}]${path}`),
    );
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  return Object.entries(before).flatMap(([name, member]) =>
    Object.hasOwn(after, name)
      ? droppedFields(member, after[name]).map((path) => `.${name}${path}`)
      : [`.${name}`],
  );
}

function problem(code: string, at: string, state: string, task: string | undefined): Finding {
  return {
    code,
    severity: 'error',
    message: `${at}: ${state}`,
    at,
    hint: 'τ²-bench would refuse to load this folder, or run another task than meant',
    ...(task !== undefined && { task }),
  };
}
