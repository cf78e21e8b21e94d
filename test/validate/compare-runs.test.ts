import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localEngine } from '../../src/engine/local.ts';
import { compareRuns, RunStore, runValidation, type TrialMaker } from '../../src/validate/index.ts';
import { gold, maker, plan, record, storeOptions } from './fixture-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compare-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function runOf(name: string, make: TrialMaker, more: Parameters<typeof storeOf>[1] = {}) {
  const store = await storeOf(name, more);
  await runValidation({
    store,
    plan: more.tasks === undefined ? plan(12) : plan(12, more.tasks),
    make,
    engine: localEngine(),
    concurrency: 2,
  });
  return store;
}

function storeOf(name: string, { policy, tasks: _tasks }: { policy?: string; tasks?: string[] } = {}) {
  const base = record(12, name);
  const hashes = policy === undefined ? base.hashes : { ...base.hashes, policy };
  return RunStore.create(join(folder, name), { ...base, hashes }, storeOptions);
}

describe('compareRuns', () => {
  it('finds no difference between a run and itself made again, and gives the noise floor', async () => {
    const first = await runOf('a', maker());
    const second = await runOf('b', maker());
    const comparison = await compareRuns(first, second);
    expect(comparison).toMatchObject({ first: 'a', second: 'b', tasks: 3, difference: 0, pValue: 1 });
    expect(comparison.interval).toMatchObject({ low: 0, high: 0 });
    expect(comparison.noiseFloor.first).toBeGreaterThan(0);
    // Alike by chance is not exact: a larger difference could still have gone unseen.
    expect(comparison.smallestVisible).toBeGreaterThan(comparison.noiseFloor.first ?? 1);
    expect(comparison.findings).toEqual([]);
    await first.close();
    await second.close();
  });

  it('gives the difference to a better agent, task by task, largest first', async () => {
    const noisy = await runOf('noisy', maker());
    const better = await runOf('gold', maker(gold));
    const { difference, interval, byTask, noiseFloor } = await compareRuns(noisy, better);
    expect(difference).toBeGreaterThan(0);
    expect(interval.low).toBeLessThanOrEqual(difference);
    expect(interval.high).toBeGreaterThanOrEqual(difference);
    expect(byTask.map((task) => task.second.passed)).toEqual([12, 12, 12]);
    const sizes = byTask.map((task) => Math.abs(task.difference));
    expect(sizes).toEqual([...sizes].sort((left, right) => right - left));
    expect(noiseFloor.second).toBe(0);
    expect((await compareRuns(better, noisy)).difference).toBeCloseTo(-difference, 12);
    await noisy.close();
    await better.close();
  });

  it('leaves out tasks of one run alone, and says when policy or tasks are not the same', async () => {
    const first = await runOf('a', maker());
    const second = await runOf('b', maker(), { policy: 'other', tasks: ['one', 'two'] });
    const { tasks, leftOut, findings } = await compareRuns(first, second);
    expect({ tasks, leftOut }).toEqual({ tasks: 2, leftOut: ['told'] });
    expect(findings.map(({ message }) => message)).toEqual(['runs "a" and "b" have other policy']);
    await first.close();
    await second.close();
  });

  it('refuses runs that share no task', async () => {
    const first = await runOf('a', maker(), { tasks: ['one'] });
    const second = await runOf('b', maker(), { tasks: ['two'] });
    await expect(compareRuns(first, second)).rejects.toThrow('no task has countable trials in both');
    await first.close();
    await second.close();
  });
});
