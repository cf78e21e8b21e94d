import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskwright } from './run.ts';

const TASK = 'ambiguous-who-pays-the-difference';
const SOURCE = new URL(`../../tasks/retail/${TASK}.json`, import.meta.url).pathname;
const WAIVER = {
  ...{ code: 'argument-undetermined', task: TASK, argument: 'payment_method_id' },
  ...{ reason: 'both are fine', author: 'Kim', expires: '2999-12-31' },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-waivers-'));
  copyFileSync(SOURCE, join(folder, `${TASK}.json`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const waive = (...waivers: readonly object[]): void =>
  writeFileSync(join(folder, 'waivers.json'), JSON.stringify(waivers));

/** The evidence that a fresh run gives, and the folder of that run. */
async function validated(run: string) {
  const words = [
    'validate',
    'retail',
    '--tasks',
    folder,
    '--trials',
    '8',
    '--run',
    run,
    '--no-sanity',
    '--json',
  ];
  const { stdout } = await taskwright(...words, '--workspace', workspace);
  return JSON.parse(stdout);
}

async function exported(run: string) {
  const out = join(mkdtempSync(join(workspace, 'pack-')), 'retail');
  const words = ['export', 'retail', '--tasks', folder, '--all', '--run', run, '--out', out, '--json'];
  const { stdout } = await taskwright(...words, '--workspace', workspace);
  expect(existsSync(out)).toBe(true);
  return JSON.parse(stdout).tasks[0].evidence;
}

const workspace = mkdtempSync(join(tmpdir(), 'taskwright-waivers-workspace-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('a waiver', () => {
  it('softens the evidence of validate: the explorer is not led there, and nothing counts against the task', async () => {
    waive();
    const [before] = (await validated('without')).tasks;
    expect([before.evidence, before.ambiguous]).toEqual(['suspect', true]);
    waive(WAIVER);
    const [after] = (await validated('with')).tasks;
    expect([after.evidence, after.ambiguous]).toEqual(['unique', false]);
    expect(after.waived).toEqual([
      { code: 'argument-undetermined', reason: 'both are fine', author: 'Kim', expires: '2999-12-31' },
    ]);
  });

  it('softens what export says of a run made before it, and no longer once its day is past', async () => {
    waive();
    expect(await exported('without')).toBe('suspect');
    waive(WAIVER);
    expect(await exported('without')).toBe('unique');
    waive({ ...WAIVER, expires: '2020-01-01' });
    expect(await exported('with')).toBe('suspect');
  });
});
