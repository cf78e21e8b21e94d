import type OpenAI from 'openai';
import { RandomStream } from '../random/index.ts';
import type { Cassette } from './cassette.ts';
import { type ChatAnswer, readChatBody, toChatBody } from './chat-completions.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { connect, keyEnvOf } from './connect.ts';
import { explainError } from './explain-error.ts';
import type { CallContext, LanguageModel, ModelReply, ModelRequest } from './language-model.ts';
import type { Ledger } from './ledger.ts';
import { Limiter } from './limiter.ts';
import { type ModelConfig, OPENAI_URL } from './model-config.ts';
import type { ModelError } from './model-error.ts';
import { estimateInput, usageOf } from './price.ts';
import { retry } from './retry.ts';
import { publicUrl, Secrets } from './secrets.ts';
import type { OpenAllowance } from './token-bucket.ts';
import { NO_USAGE } from './usage.ts';

/** Tokens an answer is taken to have before it is there. */
const EXPECTED_OUTPUT = 300;

/** What a model is given besides its config. */
export interface ModelTools {
  /** Where keys are found; the process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly ledger?: Ledger;
  readonly cassette?: Cassette;
  readonly clock?: Clock;
  /** Seed of the jitter between attempts. */
  readonly seed?: number;
  readonly fetch?: typeof fetch;
  /** Where requests and tokens a minute are counted; in this process when absent. */
  readonly allowances?: OpenAllowance;
  /** Told before each wait between attempts. */
  readonly onWait?: (error: ModelError, waitMs: number) => void;
}

/**
 * A model behind an OpenAI-compatible server. Retries, limits, ledger and cassette apply to every call.
 * @throws UserError when the key's environment variable is not set, unless a cassette answers alone
 */
export function createModel(config: ModelConfig, tools: ModelTools = {}): LanguageModel {
  return new OpenAiModel(config, tools);
}

class OpenAiModel implements LanguageModel {
  readonly name: string;
  readonly model: string;
  readonly #config: ModelConfig;
  readonly #tools: ModelTools;
  readonly #clock: Clock;
  readonly #limiter: Limiter;
  readonly #jitter: RandomStream;
  readonly #secrets = new Secrets();
  readonly #server: string;
  readonly #client: OpenAI | undefined;

  constructor(config: ModelConfig, tools: ModelTools) {
    this.name = config.name;
    this.model = config.model ?? config.name;
    this.#config = config;
    this.#tools = tools;
    this.#clock = tools.clock ?? SYSTEM_CLOCK;
    const url = config.baseUrl ?? OPENAI_URL;
    const { allowances } = tools;
    this.#limiter = new Limiter(
      config.limits ?? {},
      this.#clock,
      // Limits are the server's: two names of one model draw from one allowance.
      allowances && ((what, perMinute) => allowances(`${publicUrl(url)} ${this.model} ${what}`, perMinute)),
    );
    this.#jitter = new RandomStream(tools.seed ?? 0, 'jitter', config.name);
    this.#server = publicUrl(url);
    this.#client = tools.cassette?.mode === 'replay' ? undefined : connect(config, url, tools, this.#secrets);
  }

  async complete(request: ModelRequest, context: CallContext): Promise<ModelReply> {
    const { cassette } = this.#tools;
    const temperature = this.#temperature(request);
    if (cassette === undefined) return this.#ask(request, context, temperature);
    const asked = { ...request, temperature, model: this.model };
    const slot = cassette.open(asked, context.scope);
    const known = slot.answer();
    if (known !== undefined) {
      return { ...known, usage: NO_USAGE, temperature, recorded: true, attempts: 0 };
    }
    if (cassette.mode === 'replay') throw slot.miss(this.name);
    const reply = await this.#ask(request, context, temperature);
    await slot.record(reply, (text) => this.#secrets.redact(text));
    return reply;
  }

  async #ask(request: ModelRequest, context: CallContext, temperature: number | null): Promise<ModelReply> {
    const { ledger } = this.#tools;
    const maxTokens = request.maxTokens ?? this.#config.maxTokens;
    const input = estimateInput(request);
    const expected = usageOf({ input, output: maxTokens ?? EXPECTED_OUTPUT }, this.#config.price);
    const settle = ledger?.reserve(context.role, this.name, expected);
    let used = NO_USAGE;
    try {
      let attempts = 0;
      const answer = await retry(
        (number) => {
          attempts = number;
          return this.#attempt(request, context, temperature, expected.inputTokens + expected.outputTokens);
        },
        {
          attempts: this.#config.attempts ?? 8,
          baseMs: this.#config.backoffMs ?? 500,
          capMs: 30_000,
          retryAfterCapMs: this.#config.retryAfterCapMs ?? 60_000,
          clock: this.#clock,
          jitter: () => this.#jitter.next(),
          ...(context.signal && { signal: context.signal }),
          onWait: (error, waitMs) => {
            if (error.code === 'rate-limit' && error.retryAfterMs !== undefined) this.#limiter.pause(waitMs);
            this.#tools.onWait?.(error, waitMs);
          },
        },
      );
      const { tokens, ...rest } = answer;
      used = usageOf(tokens, this.#config.price);
      return { ...rest, usage: used, temperature, recorded: false, attempts };
    } finally {
      settle?.(used);
    }
  }

  async #attempt(
    request: ModelRequest,
    context: CallContext,
    temperature: number | null,
    estimate: number,
  ): Promise<ChatAnswer> {
    const { signal } = context;
    const controller = new AbortController();
    let cut: 'timeout' | 'aborted' | undefined;
    const abort = (why: 'timeout' | 'aborted') => (): void => {
      cut ??= why;
      controller.abort();
    };
    const onAbort = abort('aborted');
    signal?.addEventListener('abort', onAbort, { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      signal?.throwIfAborted();
      return await this.#limiter.run(
        estimate,
        async () => {
          // The deadline runs from here, so that waiting for our own limits never counts as the server's delay.
          timer = setTimeout(abort('timeout'), this.#config.timeoutMs ?? 180_000);
          const value = await this.#send(request, context, temperature, controller.signal);
          const { input = estimate, output = 0 } = value.tokens ?? {};
          return { value, tokens: input + output };
        },
        signal,
      );
    } catch (error) {
      throw explainError(error, {
        config: this.#config,
        server: this.#server,
        keyEnv: keyEnvOf(this.#config),
        withTools: (request.tools ?? []).length > 0,
        secrets: this.#secrets,
        cut: signal?.aborted === true ? 'aborted' : cut,
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #send(
    request: ModelRequest,
    context: CallContext,
    temperature: number | null,
    signal: AbortSignal,
  ): Promise<ChatAnswer> {
    const client = this.#client as OpenAI;
    const maxTokens = request.maxTokens ?? this.#config.maxTokens;
    const body = toChatBody(request, this.model, {
      temperature,
      ...(maxTokens !== undefined && { maxTokens }),
      ...(this.#config.extra && { extra: this.#config.extra }),
    });
    const headers = this.#headers(context);
    const options = { signal, ...(headers && { headers }) };
    const response =
      this.#config.stream === true
        ? await client.chat.completions
            .stream({ ...body, stream: true, stream_options: { include_usage: true } }, options)
            .finalChatCompletion()
        : await client.chat.completions.create(body, options);
    return readChatBody(response, this.#server);
  }

  #headers({ role, scope }: CallContext): Record<string, string> | undefined {
    if (this.#config.sendTrial !== true) return undefined;
    return {
      'x-taskwright-role': role,
      ...(scope !== undefined && { 'x-taskwright-trial': encodeURIComponent(scope) }),
    };
  }

  #temperature(request: ModelRequest): number | null {
    const { temperature } = this.#config;
    return temperature === undefined ? (request.temperature ?? null) : temperature;
  }
}
