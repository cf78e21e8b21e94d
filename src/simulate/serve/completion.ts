import type { JsonObject } from '../../base/json/index.ts';
import { estimateTokens } from '../../base/model/index.ts';
import type { ServedAnswer } from './brain.ts';

export interface CompletionParts {
  readonly id: string;
  readonly model: string;
  readonly answer: ServedAnswer;
  readonly inputTokens: number;
}

/** An answer as a Chat Completions response. */
export function completionOf({ id, model, answer, inputTokens }: CompletionParts): JsonObject {
  return {
    id,
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: finishOf(answer),
        message: {
          role: 'assistant',
          content: answer.text,
          ...((answer.calls ?? []).length > 0 && { tool_calls: callsOf(answer) }),
        },
      },
    ],
    usage: usageOf(answer, inputTokens),
  };
}

/** The same as server-sent events: the text in two pieces, then the calls, then the usage. */
export function streamOf({ id, model, answer, inputTokens }: CompletionParts): string {
  const half = Math.ceil((answer.text ?? '').length / 2);
  const pieces = [(answer.text ?? '').slice(0, half), (answer.text ?? '').slice(half)];
  const chunk = (delta: JsonObject, finish: string | null = null, more: JsonObject = {}): string =>
    event({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    });
  return [
    chunk({ role: 'assistant' }),
    ...pieces.filter((piece) => piece !== '').map((content) => chunk({ content })),
    ...callsOf(answer).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, finishOf(answer)),
    event({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [],
      usage: usageOf(answer, inputTokens),
    }),
    'data: [DONE]\n\n',
  ].join('');
}

function event(document: JsonObject): string {
  return `data: ${JSON.stringify(document)}\n\n`;
}

function finishOf(answer: ServedAnswer): string {
  return (answer.calls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

function callsOf(answer: ServedAnswer): JsonObject[] {
  return (answer.calls ?? []).map(({ id, name, arguments: written }) => ({
    id,
    type: 'function',
    function: { name, arguments: written },
  }));
}

function usageOf(answer: ServedAnswer, inputTokens: number): JsonObject {
  const written = [answer.text ?? '', ...(answer.calls ?? []).map((call) => call.name + call.arguments)];
  const output = estimateTokens(written.join(''));
  return { prompt_tokens: inputTokens, completion_tokens: output, total_tokens: inputTokens + output };
}
