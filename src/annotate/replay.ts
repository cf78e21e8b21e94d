import type { Finding } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { Domain, Observation, OptionValues, PastAction } from '../define/index.ts';
import { Database, Environment, type Outcome, type State } from '../environment/index.ts';
import type { GoldAction, InitialState, Task } from './task.ts';

declare const REPLAYED: unique symbol;

/** What replaying one list of gold actions gave. */
export interface GoldReplay {
  readonly outcome: Outcome;
  /** One per gold action, in order; calls that end a conversation are run too. */
  readonly steps: readonly GoldStep[];
}

export interface GoldStep extends PastAction, Pick<GoldAction, 'because' | 'expectFailure'> {
  readonly index: number;
  readonly wrote: boolean;
}

/** A final state that counts as right. */
export interface AcceptedOutcome {
  /** `gold` for the annotation itself, else the id of the alternative. */
  readonly id: string;
  readonly outcome: Outcome;
  readonly outputs: readonly string[];
}

/**
 * A task whose gold actions have run on a fresh database. Only `replayTask` makes one,
 * so that simulating, grading or exporting a task without a gold outcome does not compile.
 */
export interface ReplayedTask extends Task {
  readonly gold: GoldReplay;
  /** The gold outcome first, then the accepted alternatives. */
  readonly accepted: readonly AcceptedOutcome[];
  /** Values of the domain's options it was replayed under. */
  readonly optionValues: OptionValues;
  /** Failing gold actions of a task that skips them. */
  readonly failures: readonly Finding[];
  readonly [REPLAYED]: true;
}

/** A replay that gave a gold outcome, or the findings that say why it did not. */
export type ReplayResult =
  | { readonly ok: true; readonly task: ReplayedTask }
  | {
      readonly ok: false;
      readonly task: Task;
      readonly failures: readonly Finding[];
      readonly replay: GoldReplay;
    };

/** Runs actions one after the other on a fresh fork; a failing action is recorded and the next one runs. */
export function replayActions(environment: Environment, actions: readonly GoldAction[]): GoldReplay {
  const steps = actions.map((action, index): GoldStep => {
    const { observation, wrote } = environment.call(action);
    return { ...action, index, observation, wrote, effect: effectOf(environment.domain, action.tool) };
  });
  return { outcome: environment.outcome(), steps };
}

/**
 * Replays a task's gold actions, and those of its accepted alternatives, each on a fresh database.
 * A gold action that fails is a finding, and so is one that was marked to fail and does not.
 */
export function replayTask(
  domain: Domain,
  database: Database,
  task: Task,
  options: OptionValues = {},
): ReplayResult {
  const start = startEnvironment(domain, database, task, options);
  const gold = replayActions(start.fork(), task.goldActions);
  const failures = failuresOf(domain, task, gold, '');
  const accepted: AcceptedOutcome[] = [{ id: 'gold', outcome: gold.outcome, outputs: task.outputs }];
  for (const alternative of task.accepts ?? []) {
    const replay = replayActions(start.fork(), alternative.goldActions);
    failures.push(...failuresOf(domain, task, replay, ` of alternative "${alternative.id}"`));
    accepted.push({
      id: alternative.id,
      outcome: replay.outcome,
      outputs: alternative.outputs ?? task.outputs,
    });
  }
  if (failures.length > 0 && task.skipFailingGold !== true)
    return { ok: false, task, failures, replay: gold };
  const replayed: Omit<ReplayedTask, typeof REPLAYED> = {
    ...task,
    gold,
    accepted,
    failures,
    optionValues: start.options,
  };
  return { ok: true, task: replayed as ReplayedTask };
}

/** A fresh environment for a task: its options, its initial rows, its initial actions. */
export function startEnvironment(
  domain: Domain,
  database: Database,
  task: Pick<Task, 'initialState' | 'options'>,
  options: OptionValues = {},
): Environment {
  const environment = new Environment(domain, patchDatabase(domain, database, task.initialState).fork(), {
    options: { ...options, ...task.options },
  });
  return environment;
}

const patched = new WeakMap<InitialState, Database>();

/** The database with a task's initial state applied: the changes belong to the start, not to the outcome. */
function patchDatabase(domain: Domain, database: Database, initial: InitialState | undefined): Database {
  if (initial === undefined || (initial.rows === undefined && (initial.actions ?? []).length === 0))
    return database;
  const known = patched.get(initial);
  if (known !== undefined) return known;
  const environment = new Environment(domain, database);
  environment.state.transaction<Record<string, Record<string, unknown>>, void>((tables) => {
    for (const [table, rows] of Object.entries(initial.rows ?? {})) {
      for (const [key, patch] of Object.entries(rows)) {
        if (patch === null) tables[table]?.remove(key);
        else tables[table]?.put(key, merge(tables[table]?.get(key) as JsonObject | undefined, patch));
      }
    }
  });
  for (const action of initial.actions ?? []) environment.call(action);
  const result = rebase(domain, database, environment.state);
  patched.set(initial, result);
  return result;
}

/** Objects are merged member by member at every depth, as τ²-bench does; everything else is replaced. */
function merge(row: JsonObject | undefined, patch: JsonObject): Record<string, JsonValue> {
  const result: Record<string, JsonValue> = { ...row };
  for (const [name, part] of Object.entries(patch)) {
    const before = result[name];
    result[name] = isJsonObject(part) ? merge(isJsonObject(before) ? before : undefined, part) : part;
  }
  return result;
}

/** A database that starts where a state is. Tables without writes are shared. */
function rebase(domain: Domain, database: Database, state: State): Database {
  const tables = Object.keys(domain.tables).map((name) => {
    const written = state.writtenRows(name);
    if (written === undefined) return [name, database.rows(name)] as const;
    const rows = new Map(database.rows(name));
    for (const [key, row] of written) {
      if (row === null) rows.delete(key);
      else rows.set(key, row);
    }
    return [name, rows] as const;
  });
  return new Database(domain, Object.fromEntries(tables));
}

function failuresOf(domain: Domain, task: Task, replay: GoldReplay, where: string): Finding[] {
  const findings: Finding[] = [];
  for (const step of replay.steps) {
    if (step.observation.failed === (step.expectFailure === true)) continue;
    findings.push({
      code: 'gold-action-error',
      severity: 'error',
      message: step.observation.failed
        ? `gold action ${step.index + 1}${where}: ${step.effect} tool "${step.tool}" answered "${reason(step.observation)}"`
        : `gold action ${step.index + 1}${where}: tool "${step.tool}" is marked to fail but succeeded`,
      domain: domain.name,
      task: task.id,
      action: step.index,
      hint: step.observation.failed
        ? 'change the arguments, or mark the action with "expectFailure": true if the refusal is meant'
        : 'take the mark "expectFailure" away',
      evidence: { tool: step.tool, args: step.args, effect: step.effect, observation: step.observation.text },
    });
  }
  return findings;
}

function reason(observation: Observation): string {
  return observation.text.replace(/^Error: /, '');
}

function effectOf(domain: Domain, tool: string): PastAction['effect'] {
  return domain.tool(tool)?.effect ?? 'unknown';
}
