import type { ModelRequest } from './language-model.ts';
import type { Usage } from './usage.ts';

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** For input tokens the server had in its cache; `input` when absent. */
  readonly cachedInput?: number;
}

/** Tokens of one call. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
}

/** The usage of one call. Without a price, or without a token count, its cost is unknown. */
export function usageOf(tokens: TokenCount | undefined, price: Price | undefined): Usage {
  const { input = 0, output = 0, cachedInput = 0 } = tokens ?? {};
  const costUsd =
    price === undefined || tokens === undefined
      ? 'unknown'
      : ((input - cachedInput) * price.input +
          cachedInput * (price.cachedInput ?? price.input) +
          output * price.output) /
        1_000_000;
  return { calls: 1, inputTokens: input, outputTokens: output, costUsd };
}

/** About how many tokens a text has: four characters a token, as English text and JSON come out on average. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** About how many input tokens a request has, tools included. */
export function estimateInput(request: ModelRequest): number {
  let characters = 0;
  for (const message of request.messages) {
    characters += (message.content ?? '').length + 16;
    if (message.role === 'assistant') {
      for (const call of message.calls ?? []) characters += call.name.length + call.arguments.length;
    }
  }
  for (const tool of request.tools ?? []) characters += toolLength(tool);
  return Math.ceil(characters / 4);
}

const lengths = new WeakMap<object, number>();

function toolLength(tool: NonNullable<ModelRequest['tools']>[number]): number {
  let length = lengths.get(tool);
  if (length === undefined) {
    length = JSON.stringify(tool).length;
    lengths.set(tool, length);
  }
  return length;
}
