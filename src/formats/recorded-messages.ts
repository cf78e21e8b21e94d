import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { Call, Observation, Requestor, Turn } from '../define/index.ts';

const API_OUTPUT = 'API output: ';

/**
 * Chat messages of a recording as turns. System messages are left out; repeated call ids are made unique; calls of
 * text-protocol agents (`Action: {json}`) and their `API output: ` answers are read where the source left them as text.
 */
export function readMessages(messages: readonly JsonValue[]): Turn[] {
  const reader = new MessageReader();
  for (const message of messages) if (isJsonObject(message)) reader.read(message);
  return reader.turns;
}

class MessageReader {
  readonly turns: Turn[] = [];
  /** Calls without an answer yet: recorded id, own id, tool. */
  #open: { readonly recorded: string; readonly call: Call }[] = [];
  readonly #ids = new Set<string>();

  read(message: JsonObject): void {
    if (message.role === 'user') this.#user(message);
    else if (message.role === 'assistant') this.#assistant(message);
    else if (message.role === 'tool') this.#tool(message);
  }

  #user(message: JsonObject): void {
    const text = textOf(message.content);
    const calls = this.#calls(message, 'user');
    if (calls.length === 0 && text.startsWith(API_OUTPUT) && this.#open.length > 0) {
      this.#answer(this.#open[0], text.slice(API_OUTPUT.length), false);
      return;
    }
    this.turns.push({ role: 'user', text, ...(calls.length > 0 && { calls }) });
  }

  #assistant(message: JsonObject): void {
    const content = typeof message.content === 'string' ? message.content : undefined;
    const calls = this.#calls(message, 'agent');
    if (calls.length > 0) {
      this.turns.push({ role: 'agent', ...(content !== undefined && { text: content }), calls });
      return;
    }
    const spoken = typeof message.respond === 'string' ? message.respond : content;
    const inText = message.text_protocol === undefined ? readTextAction(content) : undefined;
    if (inText === undefined) this.turns.push({ role: 'agent', text: spoken ?? '' });
    else if (inText.tool === 'respond') this.turns.push({ role: 'agent', text: textOf(inText.args.content) });
    else {
      const call = this.#begin(inText, '', 'agent');
      this.turns.push({ role: 'agent', ...(content !== undefined && { text: content }), calls: [call] });
    }
  }

  #tool(message: JsonObject): void {
    // τ²-bench packs the answers of one turn into one message.
    if (Array.isArray(message.tool_messages)) {
      for (const part of message.tool_messages) if (isJsonObject(part)) this.#tool({ role: 'tool', ...part });
      return;
    }
    const id = textOf(message.tool_call_id ?? message.id);
    const open = this.#open.find(({ recorded }) => recorded === id) ?? this.#open[0];
    this.#answer(open, textOf(message.content), message.error === true);
  }

  #answer(open: { readonly call: Call } | undefined, text: string, error: boolean): void {
    if (open === undefined) return;
    this.#open = this.#open.filter((other) => other !== open);
    const { call } = open;
    this.turns.push({
      role: 'tool',
      call: call.id,
      tool: call.tool,
      ...(call.requestor === 'user' && { requestor: 'user' as const }),
      observation: recordedObservation(text, error),
      changed: false,
    });
  }

  #calls(message: JsonObject, requestor: Requestor): Call[] {
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
    return calls.flatMap((call: JsonValue) => {
      if (!isJsonObject(call)) return [];
      const inner = isJsonObject(call.function) ? call.function : call;
      const read = readArguments(inner.arguments);
      const by = call.requestor === 'user' ? 'user' : requestor;
      return [this.#begin({ tool: textOf(inner.name), ...read }, textOf(call.id), by)];
    });
  }

  #begin(call: Omit<Call, 'id'>, recorded: string, requestor: Requestor): Call {
    const base = recorded === '' ? `call-${this.#ids.size + 1}` : recorded;
    let id = base;
    for (let copy = 2; this.#ids.has(id); copy += 1) id = `${base}-${copy}`;
    this.#ids.add(id);
    const opened: Call = { id, ...call, ...(requestor === 'user' && { requestor }) };
    this.#open.push({ recorded, call: opened });
    return opened;
  }
}

/** What a caller read, with failure told by the text: recordings rarely say it otherwise. */
export function recordedObservation(text: string, error = false): Observation {
  const failed = error || /^(Error\b|Unknown action\b)/.test(text);
  return failed ? { text, failed, cause: 'tool' } : { text, failed };
}

function readArguments(value: JsonValue | undefined): Pick<Call, 'args' | 'unreadable'> {
  if (isJsonObject(value)) return { args: value };
  if (typeof value !== 'string') return { args: {}, unreadable: JSON.stringify(value) ?? '' };
  try {
    const parsed: unknown = JSON.parse(value);
    if (isJsonObject(parsed)) return { args: parsed };
  } catch {
    // The text is kept below.
  }
  return { args: {}, unreadable: value };
}

function readTextAction(content: string | undefined): Omit<Call, 'id'> | undefined {
  const at = content?.lastIndexOf('Action:') ?? -1;
  if (content === undefined || at < 0) return undefined;
  try {
    const parsed: unknown = JSON.parse(content.slice(at + 'Action:'.length).trim());
    if (!isJsonObject(parsed) || typeof parsed.name !== 'string') return undefined;
    return { tool: parsed.name, ...readArguments(parsed.arguments ?? parsed.kwargs) };
  } catch {
    return undefined;
  }
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
