import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createModel,
  Ledger,
  type ModelConfig,
  ModelError,
  type ModelRequest,
  preflight,
} from '../../../src/base/model/index.ts';
import {
  type ModelServer,
  type ModelServerOptions,
  type ServerFault,
  scriptBrain,
  serveModel,
} from '../../../src/simulate/serve/index.ts';

const KEY = 'sk-canary-3f9a71c2';
const env = { OPENAI_API_KEY: KEY };
const ask: ModelRequest = { messages: [{ role: 'user', content: 'hello' }] };
const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };
const role = { role: 'agent' };

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(options: Partial<ModelServerOptions> = {}): Promise<ModelServer> {
  const brain = scriptBrain([
    { says: 'call', answer: { calls: [{ tool: 'look', args: { at: 'x' } }] } },
    { says: '(\\w+)', answer: { text: 'you said $1' } },
  ]);
  const server = await serveModel({ brain, ...options });
  servers.push(server);
  return server;
}

/** A server that answers everything alike. */
async function dumb(status: number, body: string, type = 'application/json'): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  servers.push({
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function model(baseUrl: string, more: Partial<ModelConfig> = {}, tools = {}) {
  return createModel({ name: 'm', baseUrl, backoffMs: 1, ...more }, { env, ...tools });
}

async function failure(promise: Promise<unknown>): Promise<ModelError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}

describe('createModel', () => {
  it.each([false, true])('reads text, tool calls, tokens and cost (stream: %s)', async (stream) => {
    const { url } = await serve();
    const served = model(url, { stream, price: { input: 1, output: 1 } });
    const text = await served.complete(ask, role);
    expect(text).toMatchObject({
      text: 'you said hello',
      calls: [],
      finish: 'stop',
      responseId: 'response-1',
    });
    expect(text.usage.costUsd).toBeGreaterThan(0);
    const calls = await served.complete(
      { messages: [{ role: 'user', content: 'call' }], tools: [tool] },
      role,
    );
    expect(calls).toMatchObject({ text: null, finish: 'calls' });
    expect(calls.calls).toEqual([{ id: 'call-0-0', name: 'look', arguments: '{"at":"x"}' }]);
  });

  it.each<[ServerFault, boolean]>([
    ['rate-limit', false],
    ['server-error', false],
    ['cut', false],
    ['malformed', false],
    ['empty-choices', false],
    ['rate-limit', true],
    ['cut', true],
    ['empty-choices', true],
  ])('gets its answer through %s in six of ten attempts (stream: %s)', async (fault, stream) => {
    const server = await serve({ faults: { seed: 3, rates: { [fault]: 0.6 }, retryAfterMs: 1 } });
    const served = model(server.url, { stream, attempts: 25 });
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) {
      const reply = await served.complete({ messages: [{ role: 'user', content: word }] }, role);
      expect(reply.text).toBe(`you said ${word}`);
    }
    expect(server.counts[fault]).toBeGreaterThan(2);
  });

  it('bills nothing for attempts that failed and once for the one that did not', async () => {
    const server = await serve({ faults: { seed: 1, rates: { 'server-error': 0.5 } } });
    const ledger = new Ledger();
    const served = model(server.url, { attempts: 30, price: { input: 1, output: 1 } }, { ledger });
    for (let index = 0; index < 5; index += 1) await served.complete(ask, role);
    expect(ledger.total().calls).toBe(5);
  });

  it('cuts off a server that does not answer, and says so', async () => {
    const server = await serve({ faults: { seed: 1, rates: { latency: 1 }, latencyMs: 5000 } });
    const error = await failure(model(server.url, { timeoutMs: 30, attempts: 2 }).complete(ask, role));
    expect(error).toMatchObject({ code: 'timeout', attempts: 2 });
  });

  it('stops at once when the run is stopped', async () => {
    const server = await serve({ faults: { seed: 1, rates: { latency: 1 }, latencyMs: 60_000 } });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const pending = model(server.url).complete(ask, { ...role, signal: controller.signal });
    expect((await failure(pending)).code).toBe('aborted');
  });

  it('sends the fixed temperature of a model instead of the role’s, and none for null', async () => {
    const bodies: unknown[] = [];
    const { url } = await serve({ onRequest: (body) => bodies.push(body.temperature) });
    await model(url).complete({ ...ask, temperature: 0 }, role);
    await model(url, { temperature: 0.7 }).complete({ ...ask, temperature: 0 }, role);
    await model(url, { temperature: null }).complete({ ...ask, temperature: 0 }, role);
    expect(bodies).toEqual([0, 0.7, undefined]);
  });
});

describe('what a person reads when a model cannot be used', () => {
  it('names the variable of a key that is not set', () => {
    expect(() => createModel({ name: 'm', keyEnv: 'MY_KEY' }, { env: {} })).toThrow(/MY_KEY is not set/);
  });

  const cases: readonly [string, () => Promise<unknown>, string, RegExp, RegExp][] = [
    [
      'a bad key',
      async () => model((await serve({ key: 'other' })).url).complete(ask, role),
      'bad-key',
      /refused the key \(401/,
      /set OPENAI_API_KEY/,
    ],
    [
      'a wrong path',
      async () => model((await serve()).url.replace('/v1', '/v2')).complete(ask, role),
      'wrong-url',
      /has no chat completions/,
      /ends in \/v1/,
    ],
    [
      'no server',
      async () => {
        const server = await serve();
        await server.close();
        return model(server.url, { attempts: 1 }).complete(ask, role);
      },
      'connection',
      /nothing listens there \(ECONNREFUSED\)/,
      /check baseUrl/,
    ],
    [
      'a web page',
      async () => model(await dumb(200, '<html>hi</html>', 'text/html'), { attempts: 1 }).complete(ask, role),
      'bad-response',
      /it sent a web page/,
      /\/v1/,
    ],
    [
      'a model that is not there',
      async () =>
        model((await serve({ brain: { models: ['other'], answer: () => ({ text: 'x' }) } })).url).complete(
          ask,
          role,
        ),
      'no-model',
      /has no model "m"/,
      /"model" in taskwright\.config\.ts/,
    ],
    [
      'a conversation that does not fit',
      async () => model((await serve({ contextTokens: 10 })).url).complete(ask, role),
      'context-overflow',
      /does not fit its context/,
      /longer context/,
    ],
    [
      'a model without tools',
      async () => model((await serve({ tools: 'refuse' })).url).complete({ ...ask, tools: [tool] }, role),
      'no-tools',
      /takes no tools/,
      /--agent react/,
    ],
    [
      'an account without credit',
      async () => {
        const body = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } };
        return model(await dumb(429, JSON.stringify(body))).complete(ask, role);
      },
      'rate-limit',
      /no credit left/,
      /add credit/,
    ],
  ];

  it.each(cases)('says what to do about %s, without another attempt', async (_, run, code, message, hint) => {
    const error = await failure(run());
    expect(error).toMatchObject({ code, attempts: 1 });
    expect(error.message).toMatch(message);
    expect(error.details.hint).toMatch(hint);
  });

  it('finds these before any trial is spent', async () => {
    const { url } = await serve({ tools: 'refuse' });
    const needs = { role: 'agent', tools: true, standingTokens: 900 };
    await expect(preflight(model(url), {}, needs)).rejects.toMatchObject({ code: 'no-tools' });
    await expect(preflight(model(url), {}, { ...needs, tools: false })).resolves.toBeUndefined();
    await expect(
      preflight(model(url), { contextTokens: 800 }, { ...needs, tools: false }),
    ).rejects.toMatchObject({ code: 'context-overflow' });
  });
});

describe('secrets', () => {
  it('never reach an error, even when the server echoes them', async () => {
    const echo = JSON.stringify({
      error: { message: `Incorrect API key provided: ${KEY}. Header tok-77aa88bb` },
    });
    for (const status of [400, 401, 429, 500]) {
      const url = await dumb(status, echo);
      const served = model(url, { attempts: 2, headers: { 'x-gateway': 'tok-77aa88bb' } });
      const error = await failure(served.complete(ask, role));
      const all = `${error.stack}\n${JSON.stringify(error)}\n${JSON.stringify(error.details)}\n${String(error.cause)}`;
      expect(all).not.toContain(KEY);
      expect(all).not.toContain('tok-77aa88bb');
      expect(all).toContain('[secret]');
    }
  });

  it('are not taken from a URL, and such a URL is not repeated', () => {
    const make = (): unknown => model('http://joe:pass-word-99@localhost/v1');
    expect(make).toThrow(/holds a user name or password/);
    expect(make).not.toThrow(/pass-word-99/);
  });
});
