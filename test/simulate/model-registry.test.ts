import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AGENT_NAMES,
  agentFromName,
  estimate,
  loadConfig,
  ModelRegistry,
  USER_NAMES,
  userFromName,
} from '../../src/simulate/index.ts';
import { shop } from '../fixtures/shop.ts';
import { closeTask } from './cast.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function config(text: string): Promise<Awaited<ReturnType<typeof loadConfig>>> {
  writeFileSync(join(folder, 'taskwright.config.mjs'), text);
  return loadConfig(folder);
}

describe('loadConfig', () => {
  it('gives an empty registry where a workspace has none', async () => {
    expect(await loadConfig(folder)).toEqual({});
  });

  it('reads models, and makes each once', async () => {
    const models = await config(
      `export default { models: { a: { baseUrl: 'http://127.0.0.1:1/v1', keyEnv: null, limits: { concurrency: 2 } } } }`,
    );
    const registry = new ModelRegistry(models, { env: {} });
    expect(registry.model('a')).toBe(registry.model('a'));
    expect(registry.config('a')).toMatchObject({ name: 'a', keyEnv: null });
  });

  it.each([
    ['export const x = 1;', /no models/],
    [
      'export default { models: { a: { baseURL: "x" } } };',
      /model "a": baseURL must NOT|model "a": .*baseURL/,
    ],
    ['export default { models: { a: { price: { input: -1, output: 1 } } } };', /price\.input/],
    ['export default { models: { a: { limits: { concurrency: 0 } } } };', /limits\.concurrency/],
    ['export default {', /Cannot load module/],
  ])('says what is wrong with %j', async (text, message) => {
    await expect(config(text)).rejects.toThrow(message);
  });
});

describe('ModelRegistry', () => {
  const registry = new ModelRegistry({ models: { 'gpt-4o': {} } }, { env: {} });

  it('takes MODEL@URL for any server', () => {
    expect(registry.config('qwen:8b@http://127.0.0.1:8000/v1')).toMatchObject({
      model: 'qwen:8b',
      baseUrl: 'http://127.0.0.1:8000/v1',
      keyEnv: null,
    });
  });

  it('names a near miss', () => {
    expect(() => registry.config('gpt-4p')).toThrow(/names no such model/);
  });
});

describe('agents and users by name', () => {
  const knowledge = { domain: shop, tasks: [closeTask] };
  const model = new ModelRegistry({}, { env: {} }).model('m@http://127.0.0.1:1/v1');

  it.each(AGENT_NAMES)('finds agent %s', (name) => {
    expect(agentFromName(name, { ...knowledge, model }).name).toBe(name);
  });

  it.each(USER_NAMES)('finds user %s', (name) => {
    expect(userFromName(name, { model }).name).toBe(name);
  });

  it.each([
    [() => agentFromName('tool-calling', knowledge), /needs a model/],
    [() => agentFromName('golden', knowledge), /no such agent/],
    [() => userFromName('lm', {}), /needs a model/],
    [() => userFromName('scripted', { persona: 'expert' }), /no model to play it with/],
    [() => userFromName('lm', { model, persona: 'experts' }), /no such persona/],
  ])('refuses %s', (make, message) => {
    expect(make).toThrow(message);
  });
});

describe('estimate', () => {
  const input = { domain: shop, tasks: [closeTask], trials: 10 };

  it('grows with trials, and lists sides apart', () => {
    const price = { input: 1, output: 1 };
    const one = estimate({ ...input, agent: { price }, user: { price } });
    const two = estimate({ ...input, trials: 20, agent: { price }, user: { price } });
    expect(one.agent.calls).toBe(130);
    expect(two.total.inputTokens / one.total.inputTokens).toBeCloseTo(2, 3);
    expect(one.total.costUsd).toBeGreaterThan(0);
  });

  it('leaves the cost unknown without a price, and asks more of users that check themselves', () => {
    const plain = estimate({ ...input, user: {} });
    const careful = estimate({ ...input, user: { strategy: 'verify' } });
    expect(plain.user.costUsd).toBe('unknown');
    expect(careful.user.calls).toBeGreaterThan(plain.user.calls);
    expect(plain.agent.calls).toBe(0);
  });
});
