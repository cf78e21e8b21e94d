import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDomain } from '../../src/formats/index.ts';
import { defaultDatabase } from '../../src/generate/index.ts';
import { taskwright } from './run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'runs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = ['--workspace'] as const;
const call = (...words: readonly string[]) => taskwright(...words, ...inFolder, folder, '--json', '--quiet');
const document = async (...words: readonly string[]) => JSON.parse((await call(...words)).stdout);

describe('taskwright compare', () => {
  it('sets two runs side by side: difference, interval, smallest visible difference, noise floor', async () => {
    const words = [
      'validate',
      'retail',
      '--task',
      'move-house',
      '--task',
      'cancel-double-click',
      '--no-sanity',
    ];
    await call(...words, '--agent', 'gold', '--trials', '4', '--run', 'gold');
    await call(...words, '--agent', 'null', '--trials', '4', '--run', 'null');
    const { status, stdout } = await call('compare', 'null', 'gold');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      first: 'null',
      second: 'gold',
      tasks: 2,
      difference: 1,
      interval: { low: 1, high: 1 },
      noiseFloor: { first: 0, second: 0 },
      leftOut: [],
      findings: [],
    });
    const text = await taskwright('compare', 'gold', 'null', ...inFolder, folder);
    expect(text.stderr).toContain('pass rate over 2 tasks: -100.0 points');
    expect(text.stderr).toContain('noise floor (the same agent twice)');
  });
});

describe('taskwright regrade', () => {
  /** A recording in the form of τ-bench results: one trial that does what is asked, one that crashed. */
  const recording = async (): Promise<{ path: string; order: string }> => {
    const database = await defaultDatabase(await loadDomain('retail'));
    const orders = [...database.rows('orders')];
    const [order] = orders.find(([, row]) => row.status === 'pending') ?? ['none'];
    const kwargs = { order_id: order, reason: 'no longer needed' };
    const task = {
      instruction: 'Cancel it.',
      actions: [{ name: 'cancel_pending_order', kwargs }],
      outputs: [],
    };
    const traj = [
      { role: 'user', content: 'Cancel my order, please.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: '1', function: { name: 'cancel_pending_order', arguments: JSON.stringify(kwargs) } },
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 'ok' },
      { role: 'user', content: '###STOP###' },
    ];
    const path = join(folder, 'results.json');
    const trials = [
      { task_id: 0, reward: 1, info: { task }, traj, trial: 0 },
      { task_id: 0, reward: 0, info: { error: 'boom' }, traj: [], trial: 1 },
    ];
    writeFileSync(path, JSON.stringify(trials));
    return { path, order };
  };

  it('grades an imported run again: alike against the same tasks, otherwise against mended ones', async () => {
    const { path } = await recording();
    await call('import', 'recorded', path, '--domain', 'retail', '--run', 'old');
    const again = await document('regrade', 'old', '--name', 'again');
    expect(again).toMatchObject({ kind: 'regraded', regradedFrom: 'old', changed: 0, leftOut: 0 });
    expect(again.totals).toMatchObject({ trials: 2, countable: 1, passed: 1, voids: { infrastructure: 1 } });
    const mended = join(folder, 'mended.json');
    const nothing = { id: '0', scenario: { instruction: 'Cancel nothing.' }, goldActions: [], outputs: [] };
    writeFileSync(mended, JSON.stringify([{ ...nothing, notes: [], tags: [] }]));
    const other = await document('regrade', 'old', '--tasks', mended, '--name', 'mended');
    expect(other).toMatchObject({ changed: 1, totals: { countable: 1, passed: 0 } });
    // A run that was graded again can be reported on and graded again itself.
    expect((await document('report', 'mended')).kind).toBe('regraded');
    expect(await document('regrade', 'mended', '--name', 'back')).toMatchObject({ changed: 0 });
  });

  it('grades a simulated run against today’s tasks', async () => {
    await call(
      'validate',
      'retail',
      '--task',
      'move-house',
      '--agent',
      'gold',
      '--trials',
      '2',
      '--run',
      'sim',
    );
    const again = await document('regrade', 'sim', '--name', 'sim-again');
    expect(again).toMatchObject({ changed: 0, totals: { trials: 2, passed: 2 } });
    const lines = (name: string) =>
      readFileSync(join(folder, 'validation-runs/retail', name, 'trials.jsonl'), 'utf8')
        .trimEnd()
        .split('\n');
    expect(lines('sim-again').map((line) => JSON.parse(line).outcome)).toEqual(
      lines('sim').map((line) => JSON.parse(line).outcome),
    );
  });
});
