import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, said, startRedis } from '../../scripts/redis-process.ts';
import { bullmqEngine } from '../../src/engine/bullmq.ts';
import { localEngine } from '../../src/engine/local.ts';
import { RunStore, runValidation } from '../../src/validate/index.ts';
import { createStore, maker, plan, storeOptions } from '../validate/fixture-run.ts';

const suite = hasRedis ? describe : describe.skip;

suite(`the bullmq engine${hasRedis ? '' : ' (skipped: there is no redis-server)'}`, () => {
  let folder: string;
  let redis: ChildProcess;
  let url: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bullmq-'));
    ({ url, process: redis } = await startRedis(folder));
  });
  afterAll(() => {
    for (const child of [...children, redis]) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const worker = async (slow: number): Promise<ChildProcess> => {
    const script = new URL('worker-process.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--import', 'tsx', script, String(slow)], {
      env: { ...process.env, REDIS_URL: url },
    });
    children.push(child);
    await said(child, /ready/);
    return child;
  };
  const bytes = (name: string): string => readFileSync(join(folder, name, 'trials.jsonl'), 'utf8');

  it('gives the bytes of the local engine, with a worker and the coordinator killed on the way', {
    timeout: 240_000,
  }, async () => {
    const local = await createStore(join(folder, 'local'));
    await runValidation({
      store: local,
      plan: plan(12),
      make: maker(),
      engine: localEngine(),
      concurrency: 4,
    });
    await local.close();

    const first = await worker(200);
    const engine = bullmqEngine({ setup: {}, url, pollMs: 500, ahead: 12 });
    const store = await createStore(join(folder, 'shared'));
    const stop = new AbortController();
    await runValidation({
      store,
      plan: plan(12),
      make: maker(),
      engine,
      concurrency: 1,
      signal: stop.signal,
      onProgress: ({ done }) => {
        // The worker dies with jobs in its hands, and the coordinator goes away.
        if (done >= 6) first.kill('SIGKILL');
        if (done >= 6) stop.abort();
      },
    });
    await engine.close();
    await store.close();
    expect(store.count).toBeLessThan(36);

    await worker(0);
    const again = await RunStore.open(join(folder, 'shared'), { ...storeOptions, write: true });
    const second = bullmqEngine({ setup: {}, url, pollMs: 500 });
    const end = await runValidation({
      store: again,
      plan: plan(12),
      make: maker(),
      engine: second,
      concurrency: 1,
    });
    await second.close();
    await again.close();
    expect(end.missing).toBe(0);
    expect(bytes('shared')).toBe(bytes('local'));
  });

  it('says so when there is no Redis', async () => {
    const engine = bullmqEngine({ setup: {}, url: 'redis://127.0.0.1:1' });
    const store = await createStore(join(folder, 'none'));
    const run = runValidation({ store, plan: plan(1), make: maker(), engine, concurrency: 1 });
    await expect(run).rejects.toThrow('Cannot reach Redis "redis://127.0.0.1:1"');
    await engine.close();
    await store.close();
  });
});
