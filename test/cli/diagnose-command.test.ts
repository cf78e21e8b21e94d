import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ModelServer, type ServedBrain, serveModel } from '../../src/simulate/index.ts';
import { taskwright } from './run.ts';

// Commands load whole domains: on a machine with other work a test can take minutes.
vi.setConfig({ testTimeout: 240_000 });

/** Ids of shipped tasks, in the order of their names. */
const SHIPPED = readdirSync(new URL('../../tasks/retail/', import.meta.url))
  .filter((name) => name.endsWith('.json') && name !== 'gold.lock.json')
  .map((name) => name.replace('.json', ''))
  .sort();

let workspace: string;
beforeAll(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'taskwright-'));
  const words = ['validate', 'retail', '--agent', 'null', '--trials', '3', '--no-sanity', '--run', 'none'];
  const tasks = SHIPPED.slice(0, 3).flatMap((id) => ['--task', id]);
  await taskwright(...words, ...tasks, '--workspace', workspace);
}, 240_000);
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('taskwright diagnose', () => {
  it('says whose fault each failure of a run is, and writes it beside the run', async () => {
    const { status, stdout } = await taskwright('diagnose', 'none', '--workspace', workspace, '--json');
    const report = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(report.trials).toBe(9);
    expect(report.failed).toBeGreaterThan(0);
    expect(report.remedies).toHaveLength(report.groups.length);
    const file = join(workspace, 'validation-runs', 'retail', 'none', 'diagnosis.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(report);
  });

  it('takes decisions of people, and refuses a file of another form', async () => {
    const people = join(workspace, 'people.jsonl');
    writeFileSync(people, '{"task":"t"}\n');
    const words = ['diagnose', 'none', '--workspace', workspace, '--people', people];
    const bad = await taskwright(...words);
    expect(bad.status).toBe(2);
    expect(bad.stderr).toContain('line 1 has another form');
  });

  it('names a run that is not there', async () => {
    const { status, stderr } = await taskwright('diagnose', 'nosuch', '--workspace', workspace);
    expect(status).toBe(2);
    expect(stderr).toContain('Cannot find run "nosuch"');
  });
});

describe('taskwright remedy', () => {
  it('needs four tasks to hold some out', async () => {
    const { status, stderr } = await taskwright('remedy', 'none', '--workspace', workspace);
    expect(status).toBe(2);
    expect(stderr).toContain('four are needed');
  });
});

/** A served model that plays a user who agrees and stops, and a judge that talks nonsense. */
async function served(): Promise<ModelServer> {
  const said = (last: string): string =>
    /all done/.test(last) ? '###STOP###' : /confirm/.test(last) ? 'Yes, please.' : 'Please see to my order.';
  const answer: ServedBrain['answer'] = ({ role, messages }) => ({
    text: role === 'user' ? said(messages.at(-1)?.content ?? '') : 'I would say it went fine.',
  });
  return serveModel({ brain: { answer } });
}

describe('taskwright persona-study', () => {
  it('compares personas on the same tasks and seeds', async () => {
    const server = await served();
    try {
      const words = [
        'persona-study',
        'retail',
        '--agent',
        'gold',
        '--trials',
        '2',
        '--task',
        SHIPPED[0] ?? '',
      ];
      const user = ['--user', 'lm', '--user-model', `m@${server.url}`, '--workspace', workspace, '--json'];
      const { status, stdout } = await taskwright(...words, ...user);
      const study = JSON.parse(stdout);
      expect(status).toBe(0);
      expect(study.personas.map(({ name }: { name: string }) => name)).toEqual(['expert', 'non-expert']);
      expect(study.comparisons[0].measures.pass.difference.interval).toMatchObject({ level: 0.95 });
    } finally {
      await server.close();
    }
  });

  it('says which users can play a persona', async () => {
    const { status, stderr } = await taskwright('persona-study', 'retail', '--workspace', workspace);
    expect(status).toBe(2);
    expect(stderr).toContain('has no model to play it with');
  });
});

describe('taskwright diagnose --judge-model', () => {
  it('leaves undecided what a judge only talks about, and lists what it cost', async () => {
    const server = await served();
    try {
      const model = `m@${server.url}`;
      const words = [
        'diagnose',
        'none',
        '--workspace',
        workspace,
        '--judge-model',
        model,
        '--judges',
        '1',
        '--json',
      ];
      const { stdout, stderr } = await taskwright(...words);
      const report = JSON.parse(stdout);
      expect(report.notes.decided.judge).toBe(0);
      expect(report.notes.decided.nobody).toBeGreaterThan(0);
      expect(report.errors.every(({ by }: { by: string }) => by === 'code')).toBe(true);
      expect(stderr).toContain('judge m');
    } finally {
      await server.close();
    }
  });
});

describe('taskwright notes', () => {
  it('gives drafted notes that gold meets and nothing does not', async () => {
    const { stdout } = await taskwright('notes', 'retail', '--task', SHIPPED[0] ?? '', '--json');
    const [task] = JSON.parse(stdout).tasks;
    expect(task.tried).toMatchObject({ gold: 1, nothing: 0, mutationScore: 1 });
    expect(task.notes.length).toBeGreaterThan(3);
  });
});
