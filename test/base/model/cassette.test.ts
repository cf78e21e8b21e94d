import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Cassette,
  type CassetteMode,
  createModel,
  Ledger,
  type ModelReply,
  type ModelRequest,
} from '../../../src/base/model/index.ts';
import { type ModelServer, serveModel } from '../../../src/simulate/serve/index.ts';

const KEY = 'sk-canary-cassette-55';
let folder: string;
let server: ModelServer;
let asked = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cassette-'));
  asked = 0;
  server = await serveModel({
    brain: {
      answer: ({ messages }) => {
        asked += 1;
        return { text: `${messages.at(-1)?.content} -> answer ${asked}\nof ${KEY}` };
      },
    },
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (content: string): ModelRequest => ({
  messages: [
    { role: 'system', content: 'two\nlines' },
    { role: 'user', content },
  ],
  temperature: 0,
});

function open(mode: CassetteMode, more: { shared?: boolean; ledger?: Ledger } = {}) {
  const { shared, ledger } = more;
  const cassette = new Cassette({ folder, mode, ...(shared !== undefined && { shared }) });
  const model = createModel(
    { name: 'm', baseUrl: server.url },
    { env: { OPENAI_API_KEY: KEY }, cassette, ...(ledger && { ledger }) },
  );
  return (content: string, scope: string): Promise<ModelReply> =>
    model.complete(ask(content), { role: 'agent', scope });
}

describe('Cassette', () => {
  it('replays by question, trial and occurrence, without asking or paying', async () => {
    const record = open('record');
    const first = [await record('a', 't#0'), await record('a', 't#0'), await record('a', 't#1')];
    expect(new Set(first.map(({ text }) => text)).size).toBe(3);
    await server.close();
    const ledger = new Ledger();
    const replay = open('replay', { ledger });
    // Another order of trials than when recording.
    const again = [await replay('a', 't#1'), await replay('a', 't#0'), await replay('a', 't#0')];
    const said = (replies: readonly ModelReply[]) =>
      replies.map(({ text }) => text?.replaceAll(KEY, '[secret]'));
    expect(said(again)).toEqual(said([first[2]!, first[0]!, first[1]!]));
    expect(again.every(({ recorded }) => recorded)).toBe(true);
    expect(ledger.total().calls).toBe(0);
  });

  it('refuses to answer a question it does not know, and says why', async () => {
    await open('record')('a', 't#0');
    const replay = open('replay');
    await expect(replay('b', 't#0')).rejects.toThrow(/no answer to question .* \(asked 1 times\)/);
    await expect(replay('a', 't#7')).rejects.toMatchObject({ code: 'cassette-miss' });
  });

  it('never gives one trial’s answer to another unless asked to share', async () => {
    const record = open('replay-else-record');
    await record('a', 't#0');
    await record('a', 't#1');
    expect(asked).toBe(2);
    rmSync(folder, { recursive: true, force: true });
    const shared = open('replay-else-record', { shared: true });
    const one = await shared('a', 't#0');
    const two = await shared('a', 't#1');
    expect(asked).toBe(3);
    expect([one.recorded, two.recorded]).toEqual([false, true]);
  });

  it('asks only for what is missing in replay-else-record', async () => {
    await open('record')('a', 't#0');
    const both = open('replay-else-record');
    expect((await both('a', 't#0')).recorded).toBe(true);
    expect((await both('b', 't#0')).recorded).toBe(false);
    expect((await open('replay')('b', 't#0')).recorded).toBe(true);
  });

  it('writes files that hold no key and that a person can compare', async () => {
    const record = open('record');
    await record('a', 'retail/task one#0');
    await record('b', 'retail/task one#0');
    const [file = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, file), 'utf8');
    expect(file).toBe('retail-task-one-0.json');
    expect(text).not.toContain(KEY);
    expect(text).not.toMatch(/authorization|bearer|127\.0\.0\.1/i);
    expect(text.split('\n').length).toBeGreaterThan(30);
    expect(JSON.parse(text).entries[1].request).toMatchObject({ asBefore: 1, messages: [{ content: 'b' }] });
  });

  it('needs no key and no server to replay', async () => {
    await open('record')('a', 't#0');
    const model = createModel({ name: 'm' }, { env: {}, cassette: new Cassette({ folder, mode: 'replay' }) });
    expect((await model.complete(ask('a'), { role: 'agent', scope: 't#0' })).recorded).toBe(true);
  });
});
