import { replayActions, startEnvironment, type Task } from '../../annotate/index.ts';
import type { Finding } from '../../base/finding/index.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../base/json/index.ts';
import type { Domain, OptionValues } from '../../define/index.ts';
import { Database, type State } from '../../environment/index.ts';
import { readTau2Tasks, readTauTasks, Tau2Hash, TauHash } from '../../formats/index.ts';
import type { PackFile } from '../archive/pack-file.ts';
import type { PackContent } from './pack.ts';

/** File of a sealed pack that holds its gold states by the rule of the harness it is for. */
export const GOLD_STATES = 'gold.states.json';

/** Hashes of end states as another harness computes them; null for a state its data model cannot hold. */
export interface TargetGold {
  readonly rule: 'tau-bench' | 'tau2-bench';
  /** Of the database before any call. */
  readonly database: string | null;
  /** After the gold actions, by task id. */
  readonly tasks: Readonly<Record<string, string | null>>;
}

/** How a harness's folder is read back, and how it compares states. */
interface Target {
  readonly dialect: string;
  readonly hash: (domain: string) => { ofState(state: State): string };
  readonly tables: (files: ReadonlyMap<string, JsonValue>, domain: Domain) => Record<string, JsonObject>;
  readonly tasks: (document: JsonValue) => Task[];
}

const TARGETS: Readonly<Record<TargetGold['rule'], Target>> = {
  'tau-bench': {
    dialect: 'tau1',
    hash: (domain) => new TauHash(domain),
    tables: (files, domain) =>
      Object.fromEntries(
        Object.keys(domain.tables).map((name) => [
          name,
          (files.get(`data/${name}.json`) ?? {}) as JsonObject,
        ]),
      ),
    tasks: (document) => readTauTasks(document, 'tasks.json'),
  },
  'tau2-bench': {
    dialect: 'tau2',
    hash: (domain) => new Tau2Hash(domain),
    tables: (files) => (files.get('db.json') ?? {}) as Record<string, JsonObject>,
    tasks: (document) => readTau2Tasks(document),
  },
};

/** Whether a form is one whose harness's own rule for states is known. */
export function hasTargetGold(form: string): form is TargetGold['rule'] {
  return Object.hasOwn(TARGETS, form);
}

/**
 * Gold states of a written folder: its files are read back, its gold is replayed as the harness's tools behave, and each
 * end state is hashed by the harness's own rule.
 * @param ids ids of the tasks, in the order they were written
 */
export function targetGold(
  rule: TargetGold['rule'],
  domain: Domain,
  files: readonly PackFile[],
  ids: readonly string[],
): TargetGold {
  const target = TARGETS[rule];
  const documents = new Map(
    files
      .filter(({ path }) => path === 'tasks.json' || path === 'db.json' || path.startsWith('data/'))
      .map(({ path, bytes }) => [path, parseJson(Buffer.from(bytes).toString('utf8'), path)]),
  );
  const database = new Database(domain, target.tables(documents, domain));
  const offered = domain.options.dialect?.values.includes(target.dialect) === true;
  const options: OptionValues = offered ? { dialect: target.dialect } : {};
  const hash = target.hash(domain.name);
  const states = target.tasks(documents.get('tasks.json') ?? []).map((task, index) => {
    const environment = startEnvironment(domain, database, task, options);
    replayActions(environment, task.goldActions);
    return [ids[index] ?? task.id, hashOrNull(hash, environment.state)] as const;
  });
  return { rule, database: hashOrNull(hash, database.fork()), tasks: Object.fromEntries(states) };
}

/** The gold states a pack was written with; undefined for one that holds none. */
export function targetGoldOf(files: readonly PackFile[]): TargetGold | undefined {
  const file = files.find(({ path }) => path === GOLD_STATES);
  return file && (parseJson(Buffer.from(file.bytes).toString('utf8'), GOLD_STATES) as unknown as TargetGold);
}

/** Tasks whose gold ends elsewhere in the harness than here, or in a state its data model cannot hold. */
export function targetGoldFindings(there: TargetGold, content: PackContent): Finding[] {
  const { domain, database, tasks } = content;
  const hash = TARGETS[there.rule].hash(domain.name);
  return tasks.flatMap((task): Finding[] => {
    const environment = startEnvironment(domain, database, task, task.optionValues);
    replayActions(environment, task.goldActions);
    const here = hashOrNull(hash, environment.state);
    if (here !== null && here === there.tasks[task.id]) return [];
    return [
      {
        code: 'target-gold-differs',
        severity: 'warning',
        task: task.id,
        message: `gold of task "${task.id}" ends in ${here === null || there.tasks[task.id] === null ? 'a state that the data model there cannot hold' : `another state by the tools and the hash of ${there.rule}`}`,
        hint: `write the task for the behaviour of ${there.rule} ("options"), or leave it out of this form`,
      },
    ];
  });
}

function hashOrNull(hash: { ofState(state: State): string }, state: State): string | null {
  try {
    return hash.ofState(state);
  } catch (error) {
    if ((error as Error).name === 'ZodError' || (error as Error).name === '$ZodError') return null;
    throw error;
  }
}
