import { basename, resolve } from 'node:path';
import type { ReplayedTask, Task } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { findDatabases } from '../formats/find-databases.ts';
import { listDomains, loadDatabase, loadDomain, readTasks } from '../formats/index.ts';
import { readRecorded } from '../formats/read-recorded.ts';
import type { RecordedTrial } from '../formats/recorded.ts';
import { defaultDatabase } from '../generate/index.ts';
import type { Trial } from '../simulate/index.ts';
import { type CandidateDatabase, type Comparison, RecordingImporter } from '../validate/index.ts';
import { type AuditOf, auditOf } from './audit-of.ts';
import type { GlobalArguments } from './command.ts';
import type { ImportArguments } from './import-command.ts';

/** The trials of one domain of a recording. */
export interface RecordedRun {
  readonly domain: Domain;
  /** Values of the domain's options that fit the recording. */
  readonly options: OptionValues;
  readonly database: Database;
  /** Name of the database of each source run. */
  readonly databases: Readonly<Record<string, string>>;
  readonly source: string;
  readonly agents: readonly string[];
  readonly users: readonly string[];
  readonly tasks: readonly ReplayedTask[];
  readonly trials: readonly Trial[];
  readonly audit: AuditOf;
  readonly agree: number;
  readonly disagree: readonly { readonly id: string; readonly kind: string }[];
}

export interface RecordingImport {
  readonly runs: readonly RecordedRun[];
  /** Trials of domains that are not known here, by domain. */
  readonly unknownDomains: ReadonlyMap<string, number>;
}

/** Reads a recording twice: once to learn its tasks and choose databases, once to replay it. */
export async function importRecording(
  args: ImportArguments & GlobalArguments,
  signal: AbortSignal,
): Promise<RecordingImport> {
  const known = new Set(listDomains(args.workspace).map(({ name }) => name));
  const unknownDomains = new Map<string, number>();
  const openings = new Map<string, Opening>();
  const reading = args.domain === undefined ? {} : { domain: args.domain };
  for await (const recording of readRecorded(args.path, reading)) {
    signal.throwIfAborted();
    if (args.domain !== undefined && recording.domain !== args.domain) continue;
    if (!known.has(recording.domain)) {
      unknownDomains.set(recording.domain, (unknownDomains.get(recording.domain) ?? 0) + 1);
      continue;
    }
    const name = `${recording.domain} ${recording.benchmark}`;
    const opening = openings.get(name) ?? (await open(args, recording));
    openings.set(name, opening);
    opening.importer.learn(recording);
  }
  const runs: RecordedRun[] = [];
  for (const opening of openings.values()) runs.push(await replay(args, opening, signal));
  return { runs, unknownDomains };
}

interface Opening {
  readonly domain: Domain;
  readonly benchmark: RecordedTrial['benchmark'];
  readonly databases: readonly CandidateDatabase[];
  readonly importer: RecordingImporter;
}

async function open(args: ImportArguments & GlobalArguments, recording: RecordedTrial): Promise<Opening> {
  const domain = await loadDomain(recording.domain, { workspace: args.workspace });
  const databases = await candidates(args, domain);
  const tasks =
    args.tasks === undefined
      ? undefined
      : new Map(readTasks(args.tasks).tasks.map((task): [string, Task] => [task.id, task]));
  const importer = new RecordingImporter({
    run: '',
    domain,
    databases,
    options: (benchmark) => dialectOf(domain, benchmark),
    outputMode: args.outputMode,
    ...(tasks && { tasks }),
  });
  return { domain, benchmark: recording.benchmark, databases, importer };
}

/** Databases named, else found near the recording, else the domain's own. */
async function candidates(
  args: ImportArguments & GlobalArguments,
  domain: Domain,
): Promise<readonly CandidateDatabase[]> {
  const named = args.database ?? [];
  const paths = named.length > 0 ? named : findDatabases(domain, args.path);
  if (paths.length === 0) {
    const database = await defaultDatabase(domain, { workspace: args.workspace });
    return [{ name: `the database of domain "${domain.name}"`, database }];
  }
  const loaded: CandidateDatabase[] = [];
  let problem: unknown;
  for (const path of paths) {
    try {
      loaded.push({ name: resolve(path), database: loadDatabase(domain, path) });
    } catch (error) {
      // A database of another domain among several is left out; a single one must load.
      problem = error;
    }
  }
  if (loaded.length === 0) throw problem ?? new UserError('Cannot import: no database was found');
  return loaded;
}

async function replay(
  args: ImportArguments & GlobalArguments,
  { domain, benchmark, databases, importer }: Opening,
  signal: AbortSignal,
): Promise<RecordedRun> {
  const chosen = importer.choose();
  const trials: Trial[] = [];
  const agents = new Set<string>();
  const users = new Set<string>();
  let agree = 0;
  const disagree: { id: string; kind: string }[] = [];
  for await (const recording of readRecorded(
    args.path,
    args.domain === undefined ? {} : { domain: args.domain },
  )) {
    signal.throwIfAborted();
    if (recording.domain !== domain.name || recording.benchmark !== benchmark) continue;
    const { id, trial, comparison } = importer.import(recording);
    trials.push(trial);
    agents.add(recording.agent);
    users.add(recording.user);
    if (comparison === null) continue;
    if (comparison.ours === comparison.recorded) agree += 1;
    else disagree.push({ id, kind: explain(comparison) });
  }
  const tasks = importer.replayedTasks();
  const database = mostUsed(chosen, databases);
  const options = dialectOf(domain, benchmark);
  const audit = auditOf(domain, database, args.audit ? tasks : [], { options });
  return {
    domain,
    options,
    database,
    databases: Object.fromEntries([...chosen].map(([run, { name }]) => [run, name])),
    source: basename(args.path).replace(/\.jsonl?(\.gz)?$/, ''),
    agents: [...agents],
    users: [...users],
    tasks,
    trials,
    audit,
    agree,
    disagree,
  };
}

/** Why our verdict on the database may differ from the recorded one. */
function explain({ recordingReplays, refused }: Comparison): string {
  if (recordingReplays === false) return 'the recording does not replay with the original tools either';
  if ((refused.arguments ?? 0) > 0)
    return 'a call whose arguments break the schema of its tool is refused here';
  if ((refused['unknown-tool'] ?? 0) > 0) return 'a tool of the recording is not known here';
  return 'not explained';
}

function mostUsed(
  chosen: ReadonlyMap<string, CandidateDatabase>,
  databases: readonly CandidateDatabase[],
): Database {
  const counts = new Map<CandidateDatabase, number>();
  for (const candidate of chosen.values()) counts.set(candidate, (counts.get(candidate) ?? 0) + 1);
  const [most] = [...counts].sort((left, right) => right[1] - left[1]);
  return (most?.[0] ?? (databases[0] as CandidateDatabase)).database;
}

function dialectOf(domain: Domain, benchmark: RecordedTrial['benchmark']): OptionValues {
  return domain.options.dialect?.values.includes(benchmark) === true ? { dialect: benchmark } : {};
}
