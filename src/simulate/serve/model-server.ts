import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, sha256 } from '../../base/json/index.ts';
import { estimateTokens } from '../../base/model/index.ts';
import { readQuestion, type ServedAnswer, type ServedBrain, WRONG_TOOL } from './brain.ts';
import { completionOf, streamOf } from './completion.ts';
import { FaultDice, type FaultPlan, type ServerFault } from './server-faults.ts';

export interface ModelServerOptions {
  readonly brain: ServedBrain;
  /** Port on 127.0.0.1; one chosen by the system when absent. */
  readonly port?: number;
  readonly faults?: FaultPlan;
  /** The only key that is let in. */
  readonly key?: string;
  /** Tokens a request may have. */
  readonly contextTokens?: number;
  /** `refuse`: requests with tools are refused. */
  readonly tools?: 'take' | 'refuse';
  /** Told of each request body, before it is answered. */
  readonly onRequest?: (body: JsonObject, headers: IncomingMessage['headers']) => void;
}

export interface ModelServer {
  /** Base URL, up to `/v1`. */
  readonly url: string;
  /** What it did so far: answers, refusals, and each fault. */
  readonly counts: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible server on loopback, for offline use and tests. @throws UserError when the port is taken */
export async function serveModel(options: ModelServerOptions): Promise<ModelServer> {
  const handler = new Handler(options);
  const server = createServer((request, response) => {
    handler.handle(request, response).catch(() => response.destroy());
  });
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    counts: handler.counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new UserError(`Cannot serve model on port "${port}": ${error.code ?? error.message}`, {
          hint: 'choose another port, or 0 for a free one',
        }),
      );
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

class Handler {
  readonly counts: Record<string, number> = {};
  readonly #options: ModelServerOptions;
  readonly #dice: FaultDice | undefined;
  #responses = 0;

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#dice = options.faults && new FaultDice(options.faults);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    const path = (request.url ?? '').split('?')[0];
    if (request.method === 'GET' && path === '/v1/models') {
      const data = (this.#options.brain.models ?? []).map((id) => ({ id, object: 'model' }));
      return send(response, 200, { object: 'list', data });
    }
    if (request.method !== 'POST' || path !== '/v1/chat/completions') {
      return this.#refuse(response, 404, 'not_found', `nothing is served at ${path}`);
    }
    const { key } = this.#options;
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      return this.#refuse(response, 401, 'invalid_api_key', 'the key is not valid');
    }
    const body = parse(text);
    if (body === undefined) return this.#refuse(response, 400, 'invalid_json', 'the body is no JSON object');
    this.#options.onRequest?.(body, request.headers);
    return this.#complete(request, response, { text, body });
  }

  async #complete(
    request: IncomingMessage,
    response: ServerResponse,
    { text, body }: { readonly text: string; readonly body: JsonObject },
  ): Promise<void> {
    const { brain, contextTokens, tools } = this.#options;
    const question = readQuestion(body, {
      role: header(request, 'x-taskwright-role'),
      trial: header(request, 'x-taskwright-trial'),
    });
    if (brain.models !== undefined && !brain.models.includes(question.model)) {
      return this.#refuse(response, 404, 'model_not_found', `the model ${question.model} does not exist`);
    }
    const tokens = estimateTokens(text);
    if (contextTokens !== undefined && tokens > contextTokens) {
      const message = `this model's maximum context length is ${contextTokens} tokens, the request has ${tokens}`;
      return this.#refuse(response, 400, 'context_length_exceeded', message);
    }
    if (tools === 'refuse' && question.withTools) {
      return this.#refuse(response, 400, 'invalid_request', `${question.model} does not support tools`);
    }
    const fault = this.#dice?.throw(sha256(`${question.trial ?? ''}\n${question.role}\n${text}`));
    if (fault !== undefined) this.#count(fault);
    if (fault === 'latency') await wait(this.#options.faults?.latencyMs ?? 50);
    if (fault !== undefined && this.#failAtOnce(fault, response)) return;
    const answer = brain.answer(question);
    if (typeof answer === 'string') return this.#refuse(response, 400, 'no_answer', answer);
    this.#count('answers');
    this.#responses += 1;
    const spoiled = fault === 'wrong-tool' ? spoil(answer, this.#responses) : answer;
    const id =
      fault === 'wrong-tool' ? `spoiled-${this.#responses}` : (answer.id ?? `response-${this.#responses}`);
    deliver(response, fault, {
      id,
      model: question.model,
      answer: spoiled,
      inputTokens: tokens,
      streamed: body.stream === true,
    });
  }

  /** Faults that need no answer; true when one was sent. */
  #failAtOnce(fault: ServerFault, response: ServerResponse): boolean {
    if (fault === 'rate-limit') {
      const ms = this.#options.faults?.retryAfterMs ?? 20;
      response.setHeader('retry-after-ms', String(ms));
      response.setHeader('retry-after', String(Math.ceil(ms / 1000)));
      send(response, 429, problem('rate_limit_exceeded', 'too many requests'));
      return true;
    }
    if (fault === 'server-error') {
      send(response, 503, problem('overloaded', 'the server is overloaded'));
      return true;
    }
    if (fault === 'empty-choices') {
      send(response, 200, { id: 'empty', object: 'chat.completion', choices: [] });
      return true;
    }
    return false;
  }

  #refuse(response: ServerResponse, status: number, code: string, message: string): void {
    this.#count(code);
    send(response, status, problem(code, message));
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

interface Delivery {
  readonly id: string;
  readonly model: string;
  readonly answer: ServedAnswer;
  readonly inputTokens: number;
  readonly streamed: boolean;
}

function deliver(response: ServerResponse, fault: ServerFault | undefined, delivery: Delivery): void {
  const { streamed } = delivery;
  const text = streamed ? streamOf(delivery) : JSON.stringify(completionOf(delivery));
  const bytes = Buffer.from(text);
  response.setHeader('content-type', streamed ? 'text/event-stream' : 'application/json');
  if (fault === 'cut') {
    if (!streamed) response.setHeader('content-length', bytes.length);
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    return;
  }
  response.end(fault === 'malformed' ? bytes.subarray(0, Math.floor(bytes.length * 0.7)) : bytes);
}

/** The first call under a name no domain has; an answer without calls is left as it is. */
function spoil(answer: ServedAnswer, number: number): ServedAnswer {
  const [first, ...rest] = answer.calls ?? [];
  if (first === undefined) return answer;
  const wrong = { ...first, id: `wrong-${number}`, name: `${WRONG_TOOL}${first.name}` };
  return { ...answer, calls: [wrong, ...rest] };
}

function problem(code: string, message: string): JsonObject {
  return { error: { message, type: code, code, param: null } };
}

function send(response: ServerResponse, status: number, document: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(document));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? decodeURIComponent(value) : undefined;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
