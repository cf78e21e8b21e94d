import { APIConnectionError, APIError, APIUserAbortError } from 'openai';
import type { ModelConfig } from './model-config.ts';
import { ModelError, type ModelErrorDetails } from './model-error.ts';
import type { Secrets } from './secrets.ts';

/** What a failed call is told about. */
export interface FailedCall {
  readonly config: Pick<ModelConfig, 'name' | 'model' | 'keyEnv'>;
  /** Public form of the base URL. */
  readonly server: string;
  readonly keyEnv: string | null;
  readonly withTools: boolean;
  readonly secrets: Secrets;
  /** Why the call was cut off from our side, if it was. */
  readonly cut?: 'timeout' | 'aborted' | undefined;
}

const OVERFLOW =
  /context[ _-]?(length|window|size)|maximum context|(prompt|input) is too long|too many (input )?tokens|exceeds? .{0,40}(context|tokens)/i;
const TOOLS = /\b(tools?|tool_choice|function[ _-]?call(ing|s)?)\b/i;
const REFUSED =
  /not support|unsupported|does not allow|not allowed|not enabled|enable-auto-tool-choice|requires/i;
const MODEL = /\bmodel\b/i;

/** Turns whatever a call threw into a ModelError that says what to do. No secret survives in it. */
export function explainError(error: unknown, call: FailedCall): ModelError {
  if (error instanceof ModelError) return error;
  const { config, server } = call;
  const name = config.name;
  if (call.cut === 'aborted' || (error instanceof APIUserAbortError && call.cut === undefined)) {
    return new ModelError('aborted', `Cannot finish call of model "${name}": the run was stopped`);
  }
  if (call.cut === 'timeout') {
    return new ModelError('timeout', `Cannot reach model "${name}": ${server} did not answer in time`, {
      hint: 'raise timeoutMs of this model in taskwright.config.ts',
    });
  }
  if (error instanceof APIConnectionError || !(error instanceof APIError)) return connection(error, call);
  return answered(error, call);
}

function answered(error: APIError, call: FailedCall): ModelError {
  const { config, server } = call;
  const status = error.status as number;
  const said = call.secrets.redact(saidBy(error)).slice(0, 300);
  const fail = (
    code: ModelError['code'],
    what: string,
    hint?: string,
    more: ModelErrorDetails = {},
  ): ModelError =>
    new ModelError(code, `Cannot use model "${config.name}": ${what}`, {
      status,
      ...(hint !== undefined && { hint }),
      ...more,
    });
  const served = config.model ?? config.name;
  if (status === 401 || status === 403) {
    return fail(
      'bad-key',
      `${server} refused the key (${status}: ${said})`,
      call.keyEnv === null
        ? 'name the environment variable of the key as keyEnv in taskwright.config.ts'
        : `set ${call.keyEnv} to a valid key`,
    );
  }
  if (error.code === 'insufficient_quota') {
    return fail('rate-limit', `the account at ${server} has no credit left (${said})`, 'add credit', {
      retriable: false,
    });
  }
  if (OVERFLOW.test(said) || error.code === 'context_length_exceeded') {
    return fail(
      'context-overflow',
      `the conversation does not fit its context (${status}: ${said})`,
      'take a model with a longer context, or a smaller policy and fewer tools',
    );
  }
  if (status < 500 && call.withTools && TOOLS.test(said) && REFUSED.test(said)) {
    return fail(
      'no-tools',
      `it takes no tools (${status}: ${said})`,
      'use --agent react or --agent act, which need no tool support',
    );
  }
  if (error.code === 'model_not_found' || (status === 404 && MODEL.test(said))) {
    return fail(
      'no-model',
      `${server} has no model "${served}" (${status}: ${said})`,
      'check "model" in taskwright.config.ts',
    );
  }
  if (status === 404 || status === 405) {
    return fail(
      'wrong-url',
      `${server} has no chat completions (${status})`,
      'the base URL usually ends in /v1',
    );
  }
  const retryAfterMs = retryAfter(error.headers);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 429)
    return fail('rate-limit', `${server} is asked too often (429: ${said})`, undefined, wait);
  if (status === 408 || status === 409 || status >= 500) {
    return fail('server-error', `${server} failed (${status}: ${said})`, undefined, wait);
  }
  const hint = /temperature/i.test(said)
    ? 'set temperature: null for this model in taskwright.config.ts'
    : 'compare the request with what the server takes; "extra" adds members to it';
  return fail('bad-request', `${server} refused the request (${status}: ${said})`, hint);
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host name cannot be resolved now',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
};

function connection(error: unknown, { config, server, secrets }: FailedCall): ModelError {
  const code = causes(error).find((candidate) => candidate in NETWORK);
  const message = secrets.redact(innermost(error));
  if (error instanceof SyntaxError || /JSON/.test(message)) {
    return new ModelError(
      'bad-response',
      `Cannot read answer of model server "${server}": it is cut or no JSON`,
    );
  }
  const why = code === undefined ? message.slice(0, 200) : `${NETWORK[code]} (${code})`;
  return new ModelError('connection', `Cannot reach model "${config.name}" at ${server}: ${why}`, {
    hint: 'check baseUrl of this model in taskwright.config.ts, and that the server runs',
  });
}

/** Codes of an error and its causes, outermost first. */
function causes(error: unknown): string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; at instanceof Error && depth < 6; depth += 1) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') codes.push(code);
    at = at.cause;
  }
  return codes;
}

/** The message of the cause everything else rests on. */
function innermost(error: unknown): string {
  let at = error;
  for (let depth = 0; at instanceof Error && at.cause instanceof Error && depth < 6; depth += 1)
    at = at.cause;
  return at instanceof Error ? at.message : 'unknown failure';
}

function saidBy(error: APIError): string {
  const { message } = (error.error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : error.message;
}

/** Milliseconds a response asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfter(headers: Headers | undefined, now: () => number = Date.now): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const text = headers?.get('retry-after') ?? '';
  if (text === '') return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}
