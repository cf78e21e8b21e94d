import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { ServedAnswer, ServedCall } from './brain.ts';
import type { Recording } from './replay-brain.ts';

/** Whether a line holds a trial as chat messages, as several harnesses record them. */
export function looksLikeChatRecording(line: JsonValue): boolean {
  return isJsonObject(line) && Array.isArray(line.messages) && 'task_id' in line;
}

/** A trial recorded as chat messages, as its models wrote them. */
export interface ChatRecording extends Recording {
  /** The agent's first line, where it greeted before the user spoke. */
  readonly greeting: string | undefined;
}

/** Reads `{ domain, task_id, trial_uid, messages: [{ role, content, tool_calls }] }`. */
export function chatRecordingOf(line: JsonObject): ChatRecording {
  const messages = (line.messages as readonly JsonValue[]).filter(isJsonObject);
  const agent: ServedAnswer[] = [];
  const user: ServedAnswer[] = [];
  let greeting: string | undefined;
  for (const [index, message] of messages.entries()) {
    const text = typeof message.content === 'string' ? message.content : null;
    // A user's call of its own harness's tools is not part of the conversation.
    const silent = Array.isArray(message.tool_calls);
    if (message.role === 'user' && !silent) user.push({ text });
    if (message.role !== 'assistant') continue;
    const calls = message.text_protocol === true ? [] : callsOf(message.tool_calls);
    if (index === 0 && calls.length === 0) greeting = text ?? '';
    agent.push({ text, ...(calls.length > 0 && { calls }) });
  }
  const id = `${String(line.domain)}/${String(line.task_id)}#${String(line.trial_uid ?? line.trial ?? 0)}`;
  return { id, agent, user, greeting };
}

function callsOf(calls: JsonValue | undefined): ServedCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isJsonObject).map((call: JsonObject) => ({
    id: String(call.id ?? ''),
    name: String(call.name),
    arguments: JSON.stringify(call.arguments ?? {}),
  }));
}
