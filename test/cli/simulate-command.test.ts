import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { serveModelCommand } from '../../src/cli/serve-model-command.ts';
import { simulateCommand } from '../../src/cli/simulate-command.ts';
import { type ModelServer, type ScriptRule, scriptBrain, serveModel } from '../../src/simulate/index.ts';

const KEY = 'sk-canary-cli-0192837465';
const TASK = 'address-before-items';
let server: ModelServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
  delete process.env.OPENAI_API_KEY;
});

class Sink extends Writable {
  text = '';
  readonly columns = 80;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(...words: string[]) {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const status = await runCli(words, [simulateCommand, serveModelCommand], { stdout, stderr });
  return { status, stdout: stdout.text, stderr: stderr.text };
}

const polite: readonly ScriptRule[] = [
  { role: 'user', turn: 0, answer: { text: 'Hello, I want to change my order.' } },
  { role: 'user', answer: { text: '###STOP###' } },
  { says: 'one word "ready"', answer: { text: 'ready' } },
  { role: 'agent', answer: { text: 'I am sorry, I cannot help.' } },
];

async function serve(options: Partial<Parameters<typeof serveModel>[0]> = {}): Promise<string> {
  server = await serveModel({ brain: scriptBrain(polite), ...options });
  return `m@${server.url}`;
}

describe('taskwright simulate', () => {
  it('shows a trial of the gold agent on lines of at most 80 columns, and passes', async () => {
    const { status, stderr, stdout } = await run('simulate', 'retail', '--task', TASK);
    expect(stderr).toMatch(/^retail\/address-before-items trial 0 seed 1 · agent gold · user scripted/);
    for (const mark of [
      'user     ',
      'agent    ',
      '  call   ',
      '  gives  ',
      '  wrote  ',
      'pass',
      '✓ database',
    ]) {
      expect(stderr).toContain(mark);
    }
    expect(stderr.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect([status, stdout]).toEqual([0, '']);
  });

  it('prints the trial as one JSON document', async () => {
    const { stdout } = await run('simulate', 'retail', '--task', TASK, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ task: TASK, agent: 'gold', verdict: { kind: 'pass' } });
  });

  it('runs a model on both sides, shows why it failed, and what it cost', async () => {
    process.env.OPENAI_API_KEY = KEY;
    const model = await serve({ key: KEY });
    const words = ['simulate', 'retail', '--task', TASK, '--agent-model', model, '--agent', 'act'];
    const { status, stderr } = await run(...words);
    expect(stderr).toMatch(/fail\n[\s\S]*× database: the database ends differently from gold/);
    expect(stderr).toMatch(/agent m@http:\S+: \d+ calls, \d+ tokens in, \d+ out, cost unknown/);
    expect(stderr).not.toContain(KEY);
    expect(status).toBe(1);
  });

  it.each<[string, Partial<Parameters<typeof serveModel>[0]>, readonly string[], RegExp]>([
    ['a bad key', { key: 'other-key' }, [], /refused the key[\s\S]*set OPENAI_API_KEY/],
    ['a model that is not there', { brain: { models: ['x'], answer: () => 'no' } }, [], /has no model "m"/],
    ['no tool support', { tools: 'refuse' }, [], /takes no tools[\s\S]*--agent react/],
    ['a context that is too small', { contextTokens: 5 }, [], /does not fit its context/],
    ['a budget in dollars without a price', {}, ['--budget-usd', '1'], /price of model/],
    ['a persona nobody knows', {}, ['--persona', 'exprt'], /did you mean "expert"/],
  ])('ends with 2 before the trial for %s', async (_, options, more, message) => {
    process.env.OPENAI_API_KEY = KEY;
    const model = await serve(options);
    const { status, stderr, stdout } = await run(
      ...['simulate', 'retail', '--task', TASK, '--model', model, '--json', ...more],
    );
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/hint/);
    expect(stderr).not.toContain('user     ');
    expect(stderr + stdout).not.toContain(KEY);
    expect(status).toBe(2);
  });

  it('asks for a task when none is named', async () => {
    const { status, stderr } = await run('simulate', 'retail');
    expect([status, stderr]).toEqual([2, expect.stringMatching(/one task has to be named[\s\S]*--task ID/)]);
  });
});

describe('taskwright serve-model', () => {
  it.each([
    [[], /nothing says what it answers/],
    [['--script', 'none.json'], /there is no such file/],
    [['--script', 'package.json', '--fault', 'fire=1'], /is no list of rules/],
  ])('ends with 2 for %j', async (words, message) => {
    const { status, stderr } = await run('serve-model', ...words);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
