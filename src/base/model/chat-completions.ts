import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam } from 'openai/resources';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/index.ts';
import type { ModelCall, ModelMessage, ModelReply, ModelRequest } from './language-model.ts';
import { ModelError } from './model-error.ts';
import type { TokenCount } from './price.ts';

/** What a Chat Completions response says, read with care. */
export interface ChatAnswer extends Pick<ModelReply, 'text' | 'calls' | 'finish' | 'thought' | 'responseId'> {
  readonly tokens: TokenCount | undefined;
}

/** A request in the form of Chat Completions. */
export function toChatBody(
  request: ModelRequest,
  model: string,
  settings: { readonly temperature: number | null; readonly maxTokens?: number; readonly extra?: JsonObject },
): ChatCompletionCreateParamsNonStreaming {
  const { temperature, maxTokens, extra } = settings;
  return {
    model,
    messages: request.messages.map(toChatMessage),
    ...((request.tools ?? []).length > 0 && {
      tools: (request.tools ?? []).map(({ name, description, parameters }) => ({
        type: 'function' as const,
        function: { name, description, parameters: parameters as Record<string, unknown> },
      })),
    }),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...extra,
    ...request.extra,
  };
}

function toChatMessage(message: ModelMessage): ChatCompletionMessageParam {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call, content: message.content };
  if (message.role !== 'assistant') return { role: message.role, content: message.content };
  const calls = message.calls ?? [];
  if (calls.length === 0) return { role: 'assistant', content: message.content ?? '' };
  return {
    role: 'assistant',
    content: message.content,
    tool_calls: calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

/**
 * Reads a response body.
 * @throws ModelError `bad-response` when it is not a completion: a web page, an empty list of choices, a cut document
 */
export function readChatBody(body: unknown, server: string): ChatAnswer {
  if (typeof body === 'string' && /^\s*</.test(body)) {
    throw new ModelError(
      'bad-response',
      `Cannot read answer of model server "${server}": it sent a web page`,
      {
        hint: 'check the base URL; it usually ends in /v1',
      },
    );
  }
  if (!isJsonObject(body)) throw unreadable(server, 'it is no JSON object');
  const { choices } = body;
  const choice = Array.isArray(choices) ? (choices[0] as JsonValue | undefined) : undefined;
  if (!isJsonObject(choice)) {
    const { error } = body;
    const said =
      isJsonObject(error) && typeof error.message === 'string' ? `: "${error.message.slice(0, 200)}"` : '';
    throw unreadable(server, `it holds no choice${said}`);
  }
  const { message } = choice;
  if (!isJsonObject(message)) throw unreadable(server, 'its choice holds no message');
  const { text, aloud } = withoutThought(textOf(message.content));
  const thought = message.reasoning_content ?? message.reasoning ?? aloud;
  return {
    text,
    calls: callsOf(message.tool_calls, server),
    finish: finishOf(choice.finish_reason),
    tokens: tokensOf(body.usage),
    ...(typeof thought === 'string' && thought !== '' && { thought }),
    ...(typeof body.id === 'string' && body.id !== '' && { responseId: body.id }),
  };
}

/**
 * Some servers leave a model's thoughts in its text: `<think>…</think>` in front of the answer, often without the opening
 * tag, which their template has written, or without the closing one, when the answer was cut off.
 */
function withoutThought(said: string | null): { readonly text: string | null; readonly aloud?: string } {
  const found = said === null ? null : /^\s*(?:<think>)?([\s\S]*?)<\/think>\s*([\s\S]*)$/.exec(said);
  if (found !== null) return { text: found[2] || null, aloud: (found[1] ?? '').trim() };
  if (said?.trimStart().startsWith('<think>') === true) {
    return { text: null, aloud: said.trimStart().slice('<think>'.length).trim() };
  }
  return { text: said };
}

function textOf(content: JsonValue | undefined): string | null {
  if (typeof content === 'string') return content === '' ? null : content;
  if (!Array.isArray(content)) return null;
  const parts = content.flatMap((part: JsonValue) =>
    isJsonObject(part) && typeof part.text === 'string' ? [part.text] : [],
  );
  return parts.length === 0 ? null : parts.join('');
}

function callsOf(calls: JsonValue | undefined, server: string): ModelCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.map((call: JsonValue) => {
    const made = isJsonObject(call) ? call.function : undefined;
    if (!isJsonObject(call) || !isJsonObject(made) || typeof made.name !== 'string') {
      throw unreadable(server, 'a tool call has no name');
    }
    const written = made.arguments;
    return {
      id: typeof call.id === 'string' ? call.id : '',
      name: made.name,
      arguments: typeof written === 'string' ? written : JSON.stringify(written ?? {}),
    };
  });
}

function finishOf(reason: JsonValue | undefined): ModelReply['finish'] {
  if (reason === 'stop' || reason === 'length') return reason;
  if (reason === 'tool_calls' || reason === 'function_call') return 'calls';
  return reason === 'content_filter' ? 'filter' : 'other';
}

function tokensOf(usage: JsonValue | undefined): TokenCount | undefined {
  if (!isJsonObject(usage) || typeof usage.prompt_tokens !== 'number') return undefined;
  const details = usage.prompt_tokens_details;
  const cached = isJsonObject(details) ? details.cached_tokens : undefined;
  return {
    input: usage.prompt_tokens,
    output: typeof usage.completion_tokens === 'number' ? usage.completion_tokens : 0,
    ...(typeof cached === 'number' && { cachedInput: cached }),
  };
}

function unreadable(server: string, what: string): ModelError {
  return new ModelError('bad-response', `Cannot read answer of model server "${server}": ${what}`);
}
