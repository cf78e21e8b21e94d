import type { JsonObject } from '../json/index.ts';
import type { Limits } from './limiter.ts';
import type { Price } from './price.ts';

/** How a model is reached and what it costs: an entry of `models` in `taskwright.config.ts`. */
export interface ModelConfig {
  /** Name in the registry. */
  readonly name: string;
  /** Name the server knows it by; the registry's name when absent. */
  readonly model?: string;
  /** Address of an OpenAI-compatible server, up to `/v1`; OpenAI's own when absent. */
  readonly baseUrl?: string;
  /** Environment variable that holds the key; `OPENAI_API_KEY` when absent, `null` for servers that ask for none. */
  readonly keyEnv?: string | null;
  /** Sent instead of the role's own temperature; `null` sends none, for models that take no other than theirs. */
  readonly temperature?: number | null;
  /** Most tokens an answer may have. */
  readonly maxTokens?: number;
  /** Tokens the model can read and write in one call, to know in advance that a task does not fit. */
  readonly contextTokens?: number;
  /** Absent means unknown: costs are then unknown, and a budget in dollars is refused. */
  readonly price?: Price;
  readonly limits?: Limits;
  /** Milliseconds one attempt may take (default 180 000). */
  readonly timeoutMs?: number;
  /** Attempts for one answer (default 8). */
  readonly attempts?: number;
  /** Milliseconds the first wait between attempts has at most (default 500). */
  readonly backoffMs?: number;
  /** Longest wait, in milliseconds, a server's `Retry-After` is honoured for (default 60 000). */
  readonly retryAfterCapMs?: number;
  /** Reads the answer as a stream: for servers that close idle connections. */
  readonly stream?: boolean;
  /** Further members of every request body, for example `{ parallel_tool_calls: false }`. */
  readonly extra?: JsonObject;
  /** Further headers of every request; their values are treated as secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Tells the server which trial a request belongs to (`x-taskwright-trial`): for `taskwright serve-model`. */
  readonly sendTrial?: boolean;
}

/** Where OpenAI's own models are. */
export const OPENAI_URL = 'https://api.openai.com/v1';

/** Gives an entry of `models` in `taskwright.config.ts` its types. */
export function defineModel(config: Omit<ModelConfig, 'name'>): Omit<ModelConfig, 'name'> {
  return config;
}
