import type { ReplayedTask, Task } from '../annotate/index.ts';
import { hashJson, type JsonValue, sha256 } from '../base/json/index.ts';
import { type Domain, describeTool, type OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import type { OutputMode } from '../grade/index.ts';

/** Hashes of all that a trial's result depends on. */
export interface RunHashes {
  readonly policy: string;
  /** Descriptions and code of tools and rules. */
  readonly tools: string;
  readonly rules: string;
  readonly database: string;
  /** By task id: scenario, gold actions, outputs, all of it. */
  readonly tasks: Readonly<Record<string, string>>;
}

/** What a run was made with. */
export interface RunSettings {
  readonly agent: string;
  readonly user: string;
  /** Personas the user plays, in order; `null` for none. */
  readonly personas: readonly (string | null)[];
  /** Trials of each task and persona. */
  readonly trials: number;
  readonly seed: number;
  readonly outputMode: OutputMode;
  readonly policyCounts: boolean;
  readonly options: OptionValues;
  readonly plan: 'fixed' | 'sequential';
  /** What the command line needs to make the same agents and users again. */
  readonly setup: JsonValue;
}

/** `run.json`: says what a run is and whether its evidence still holds. */
export interface RunRecord {
  readonly format: 1;
  readonly run: string;
  readonly domain: string;
  /** `simulated` here, `recorded` elsewhere and replayed here, or `regraded` from another run. */
  readonly kind: 'simulated' | 'recorded' | 'regraded';
  readonly createdAt: string;
  readonly software: string;
  readonly settings: RunSettings;
  readonly hashes: RunHashes;
  /** The tasks as they were, so that a report needs nothing else. */
  readonly tasks: readonly Task[];
}

/** The hashes a run made now would have. */
export function hashesOf(
  domain: Domain,
  database: Database,
  tasks: readonly (Task | ReplayedTask)[],
): RunHashes {
  return {
    ...domainHashes(domain),
    database: database.hash(),
    tasks: Object.fromEntries(tasks.map((task) => [task.id, hashTask(task)])),
  };
}

/** The part of the hashes that is the domain's own. */
export function domainHashes(domain: Domain): Pick<RunHashes, 'policy' | 'tools' | 'rules'> {
  const tools = [...domain.tools, ...domain.userTools].map((tool) => [
    JSON.stringify(describeTool(tool)),
    tool.effect,
    tool.run.toString(),
  ]);
  const rules = domain.rules.map((rule) => [rule.id, rule.clause, rule.needs, rule.check.toString()]);
  return {
    policy: sha256(domain.policy.text),
    tools: hashJson([domain.version, domain.now, tools]),
    rules: hashJson(rules),
  };
}

/** A task without what replaying added. */
export function plainTask(task: Task | ReplayedTask): Task {
  const {
    gold: _gold,
    accepted: _accepted,
    failures: _failures,
    optionValues: _values,
    ...rest
  } = task as ReplayedTask;
  return JSON.parse(JSON.stringify(rest)) as Task;
}

function hashTask(task: Task | ReplayedTask): string {
  return hashJson(plainTask(task) as unknown as JsonValue);
}
