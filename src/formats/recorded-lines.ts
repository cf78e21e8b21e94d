import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { RecordedTrial } from './recorded.ts';
import { readMessages } from './recorded-messages.ts';
import { recordedTask, taskKeyOf } from './recorded-task.ts';

/** Whether a line is a trial in the normalised form that several harnesses' recordings were brought into. */
export function looksLikeNormalisedLine(line: JsonValue): boolean {
  return isJsonObject(line) && Array.isArray(line.messages) && 'gold_actions' in line && 'domain' in line;
}

/** One trial of the normalised form. Crashed trials have no messages, and some no task. */
export function readNormalisedLine(line: JsonObject): RecordedTrial {
  const benchmark = line.benchmark === 'tau2' ? 'tau2' : 'tau1';
  const domain = String(line.domain);
  const taskId = String(line.task_id);
  const parts = {
    id: taskId,
    benchmark,
    told: line.instruction_or_task_ref,
    goldActions: line.gold_actions,
    outputs: line.gold_outputs,
    basis: isJsonObject(line.reward_info) ? line.reward_info.reward_basis : undefined,
    accepts: acceptsOf(line.acceptable_outcomes),
  } as const;
  const number = typeof line.trial_uid === 'number' ? line.trial_uid : Number(line.trial ?? 0);
  const messages = line.messages as readonly JsonValue[];
  return {
    id: `${domain}/${taskId}/${number}`,
    domain,
    benchmark,
    task: recordedTask(parts),
    taskId,
    taskKey: typeof line.task_key === 'string' ? line.task_key : taskKeyOf(parts),
    number,
    seed: typeof line.seed === 'number' ? line.seed : null,
    agent: [line.agent, line.model].filter((part) => typeof part === 'string').join(' '),
    user: typeof line.user_model === 'string' ? line.user_model : 'unknown',
    run: String(line.run ?? line.source ?? ''),
    transcript: readMessages(messages),
    termination: typeof line.termination === 'string' ? line.termination : null,
    crash: crashOf(line, messages.length),
    recorded: factsOf(line),
  };
}

function acceptsOf(value: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((item: JsonValue) => {
    if (!isJsonObject(item)) return item;
    return (item.actions ?? item.gold_actions ?? null) as JsonValue;
  });
}

function crashOf(line: JsonObject, messages: number): string | null {
  if (isJsonObject(line.error)) return String(line.error.error ?? 'the trial crashed');
  if (typeof line.error === 'string') return line.error;
  return messages === 0
    ? `no messages were recorded (${String(line.termination ?? 'no reason given')})`
    : null;
}

function factsOf(line: JsonObject): RecordedTrial['recorded'] {
  const replay = isJsonObject(line.replay) ? line.replay : {};
  const { obs_equal: equal, obs_total: total } = replay;
  return {
    reward: typeof line.reward === 'number' ? line.reward : null,
    databaseMatch: typeof replay.db_match === 'boolean' ? replay.db_match : null,
    observations: typeof equal === 'number' && typeof total === 'number' ? { equal, total } : null,
    state: typeof replay.state_hash === 'string' ? replay.state_hash : null,
    label: typeof line.label === 'string' ? line.label : null,
  };
}
