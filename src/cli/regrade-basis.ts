import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ReplayedTask, replayTask, type Task } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import type { JsonValue } from '../base/json/index.ts';
import { type Domain, type OptionValues, resolveOptions } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { loadDatabase, loadDomain, readTasks } from '../formats/index.ts';
import { defaultDatabase } from '../generate/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { RunRecord } from '../validate/index.ts';
import { type AuditOf, auditOf } from './audit-of.ts';
import type { GlobalArguments } from './command.ts';
import { openSetup, type RunSetup } from './run-setup.ts';

/** What an old run is graded against. */
export interface RegradeBasis {
  readonly domain: Domain;
  readonly options: OptionValues;
  /** The database whose hash the new run keeps. */
  readonly database: Database;
  /** Today's tasks, for the report. */
  readonly tasks: readonly ReplayedTask[];
  readonly audit: AuditOf;
  /** What the new run says it was made from. */
  readonly setup: JsonValue;
  /** The task and database of a trial; undefined where the task is gone. */
  of(trial: Trial): { readonly task: ReplayedTask; readonly database: Database } | undefined;
}

export interface RegradeChoice extends GlobalArguments {
  readonly database: string | undefined;
  readonly tasks: string | undefined;
}

/** What `import recorded` keeps of where a run came from. */
export interface RecordedSetup {
  readonly path: string;
  /** Name of the database by name of the source run. */
  readonly databases: Readonly<Record<string, string>>;
}

/** Whether a run's trials were made elsewhere: recorded ones, and those graded again. */
export function isRecordedSetup(setup: JsonValue): boolean {
  return (setup as Partial<Record<keyof RecordedSetup, JsonValue>>).databases !== undefined;
}

/** Opens today's domain, database and tasks for an old run. @throws UserError for whatever is missing */
export async function openRegradeBasis(record: RunRecord, args: RegradeChoice): Promise<RegradeBasis> {
  return isRecordedSetup(record.settings.setup)
    ? await recordedBasis(record, args)
    : await simulatedBasis(record, args);
}

async function simulatedBasis(record: RunRecord, args: RegradeChoice): Promise<RegradeBasis> {
  const opened = await openSetup({
    ...(record.settings.setup as unknown as RunSetup),
    ...(args.database !== undefined && { database: resolve(args.database) }),
    ...(args.tasks !== undefined && { tasks: resolve(args.tasks) }),
  });
  const { domain, database, options } = opened.project;
  const tasks = new Map(opened.tasks.map((task) => [task.id, task]));
  return {
    domain,
    options,
    database,
    tasks: opened.tasks,
    audit: opened.audit,
    setup: opened.setup as unknown as JsonValue,
    of: (trial) => {
      const task = tasks.get(trial.task);
      return task && { task, database };
    },
  };
}

/** Recorded trials name the database they fit; their tasks are those of the run, or the given ones. */
async function recordedBasis(record: RunRecord, args: RegradeChoice): Promise<RegradeBasis> {
  const domain = await loadDomain(record.domain, { workspace: args.workspace });
  const options = resolveOptions(domain, record.settings.options);
  const given = args.tasks === undefined ? undefined : readTasks(args.tasks).tasks;
  const tasks = given === undefined ? record.tasks : renamed(record.tasks, given);
  const { databases, path } = record.settings.setup as unknown as RecordedSetup;
  const names = args.database === undefined ? [...new Set(Object.values(databases))] : [args.database];
  const worlds = new Map<string, World>();
  for (const name of names) worlds.set(name, await openWorld(domain, name, tasks, options, args));
  const [first] = worlds.values();
  if (first === undefined) {
    throw new UserError(`Cannot regrade run "${record.run}": it names no database`, {
      hint: 'name the one it was recorded on with --database',
    });
  }
  const worldOf = (trial: Trial): World => worlds.get(String(trial.extra?.database)) ?? first;
  return {
    domain,
    options,
    database: first.database,
    tasks: merged([...worlds.values()]),
    audit: auditOf(domain, first.database, [...first.tasks.values()], { options }),
    setup: { path, databases: args.database === undefined ? databases : { '': resolve(args.database) } },
    of: (trial) => {
      const { database, tasks: replayed } = worldOf(trial);
      const task = replayed.get(trial.task);
      return task && { task, database };
    },
  };
}

interface World {
  readonly database: Database;
  readonly tasks: ReadonlyMap<string, ReplayedTask>;
}

async function openWorld(
  domain: Domain,
  name: string,
  tasks: readonly Task[],
  options: OptionValues,
  { workspace }: RegradeChoice,
): Promise<World> {
  const own = name.startsWith('the database of domain ');
  if (!own && !existsSync(name)) {
    throw new UserError(`Cannot open database "${name}": it is gone`, {
      hint: 'name where it lies now with --database',
    });
  }
  const database = own ? await defaultDatabase(domain, { workspace }) : loadDatabase(domain, name);
  const replayed = tasks.flatMap((task) => {
    const result = replayTask(domain, database, task, options);
    return result.ok ? [[task.id, result.task] as const] : [];
  });
  return { database, tasks: new Map(replayed) };
}

/** Where several databases were used, gold of each counts as gold. */
function merged(worlds: readonly World[]): ReplayedTask[] {
  const byId = new Map<string, ReplayedTask>();
  for (const task of worlds.flatMap(({ tasks }) => [...tasks.values()])) {
    const known = byId.get(task.id);
    byId.set(task.id, known ? { ...known, accepted: [...known.accepted, ...task.accepted] } : task);
  }
  return [...byId.values()];
}

/** Given tasks under the names of the run's: an imported run adds the version to the id where it has several. */
function renamed(known: readonly Task[], given: readonly Task[]): Task[] {
  const byId = new Map(given.map((task) => [task.id, task]));
  return known.flatMap(({ id }) => {
    const task = byId.get(id) ?? byId.get(id.replace(/@[^@]*$/, ''));
    return task === undefined ? [] : [{ ...task, id }];
  });
}
