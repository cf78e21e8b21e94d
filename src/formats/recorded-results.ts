import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { RecordedTrial } from './recorded.ts';
import { readMessages } from './recorded-messages.ts';
import { type RecordedTaskParts, recordedTask, taskKeyOf } from './recorded-task.ts';

/** Whether a document is a τ-bench result file: a list of `{ task_id, reward, info, traj }`. */
export function looksLikeTauResults(document: JsonValue): boolean {
  return Array.isArray(document) && isJsonObject(document[0]) && 'traj' in document[0];
}

/** Whether a document is a τ²-bench result file: `{ info, tasks, simulations }`. */
export function looksLikeTau2Results(document: JsonValue): boolean {
  return isJsonObject(document) && Array.isArray(document.simulations);
}

/** Trials of a τ-bench result file. The file does not name its domain. */
export function readTauResults(document: readonly JsonValue[], domain: string, run: string): RecordedTrial[] {
  return document.flatMap((item, position) =>
    isJsonObject(item) ? [tauTrial(item, domain, run, position)] : [],
  );
}

function tauTrial(item: JsonObject, domain: string, run: string, position: number): RecordedTrial {
  const info = isJsonObject(item.info) ? item.info : {};
  const task = isJsonObject(info.task) ? info.task : {};
  const id = String(item.task_id ?? position);
  const parts: RecordedTaskParts = {
    id,
    benchmark: 'tau1',
    told: task,
    goldActions: task.actions,
    outputs: task.outputs,
  };
  const messages = Array.isArray(item.traj) ? (item.traj as readonly JsonValue[]) : [];
  return {
    ...identity(parts, domain, position),
    seed: null,
    agent: 'unknown',
    user: 'unknown',
    run,
    transcript: readMessages(messages),
    termination: null,
    crash: messages.length > 0 ? null : String(info.error ?? 'no messages were recorded'),
    recorded: facts(item.reward, null),
  };
}

/** Trials of a τ²-bench result file. */
export function readTau2Results(document: JsonObject, run: string): RecordedTrial[] {
  const info = isJsonObject(document.info) ? document.info : {};
  const domain = nameIn(info.environment_info, 'domain_name') ?? 'unknown';
  const tasks = new Map(
    (Array.isArray(document.tasks) ? document.tasks : [])
      .filter(isJsonObject)
      .map((task) => [String(task.id), task]),
  );
  const simulations = (document.simulations as readonly JsonValue[]).filter(isJsonObject);
  return simulations.map((simulation, position): RecordedTrial => {
    const id = String(simulation.task_id);
    const task = tasks.get(id);
    const criteria = isJsonObject(task?.evaluation_criteria) ? task.evaluation_criteria : {};
    const parts: RecordedTaskParts = {
      id,
      benchmark: 'tau2',
      told: task?.user_scenario,
      // τ²-bench writes null for "no action is right".
      goldActions: task === undefined ? undefined : (criteria.actions ?? []),
      outputs: criteria.communicate_info,
      basis: criteria.reward_basis,
    };
    const messages = Array.isArray(simulation.messages) ? (simulation.messages as readonly JsonValue[]) : [];
    const reward = isJsonObject(simulation.reward_info) ? simulation.reward_info : {};
    const check = isJsonObject(reward.db_check) ? reward.db_check.db_match : null;
    return {
      ...identity(parts, domain, position),
      seed: typeof simulation.seed === 'number' ? simulation.seed : null,
      agent: nameIn(info.agent_info, 'llm') ?? 'unknown',
      user: nameIn(info.user_info, 'llm') ?? 'unknown',
      run,
      transcript: readMessages(messages),
      termination: typeof simulation.termination_reason === 'string' ? simulation.termination_reason : null,
      crash: messages.length > 0 ? null : 'no messages were recorded',
      recorded: facts(reward.reward, typeof check === 'boolean' ? check : null),
    };
  });
}

function identity(
  parts: RecordedTaskParts,
  domain: string,
  number: number,
): Pick<RecordedTrial, 'id' | 'domain' | 'benchmark' | 'task' | 'taskId' | 'taskKey' | 'number'> {
  return {
    id: `${domain}/${parts.id}/${number}`,
    domain,
    benchmark: parts.benchmark,
    task: recordedTask(parts),
    taskId: parts.id,
    taskKey: taskKeyOf(parts),
    number,
  };
}

function facts(reward: JsonValue | undefined, databaseMatch: boolean | null): RecordedTrial['recorded'] {
  return {
    reward: typeof reward === 'number' ? reward : null,
    databaseMatch,
    observations: null,
    state: null,
    label: null,
  };
}

function nameIn(value: JsonValue | undefined, key: string): string | undefined {
  const name = isJsonObject(value) ? value[key] : undefined;
  return typeof name === 'string' ? name : undefined;
}
