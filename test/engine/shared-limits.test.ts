import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, startRedis } from '../../scripts/redis-process.ts';
import { bullmqEngine, startWorker } from '../../src/engine/bullmq.ts';
import { RedisAllowances } from '../../src/engine/redis-allowances.ts';
import { runValidation } from '../../src/validate/index.ts';
import { createStore, maker, plan } from '../validate/fixture-run.ts';

const suite = hasRedis ? describe : describe.skip;

suite(`limits shared by machines${hasRedis ? '' : ' (skipped: there is no redis-server)'}`, () => {
  let folder: string;
  let redis: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'limits-'));
    ({ url, process: redis } = await startRedis(folder));
  });
  afterAll(() => {
    redis.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('of trials: two workers together begin no more in a minute than the run allows', {
    timeout: 60_000,
  }, async () => {
    const open = async (_setup: unknown, run: string) => maker(undefined, run);
    const workers = [await startWorker({ open, url }), await startWorker({ open, url })];
    const store = await createStore(join(folder, 'run'));
    const engine = bullmqEngine({ setup: {}, url, pollMs: 200, perMinute: 3 });
    const stop = new AbortController();
    await runValidation({
      store,
      plan: plan(4),
      make: maker(),
      engine,
      concurrency: 1,
      signal: stop.signal,
      // Both workers are idle from then on: without a shared limit they would take more at once.
      onProgress: ({ done }) => {
        if (done === 3) setTimeout(() => stop.abort(), 1500);
      },
    });
    expect(store.count).toBe(3);
    await engine.close();
    for (const worker of workers) await worker.close();
    await store.close();
  });

  it('of a model: what one process takes is gone for the other, and what it gives back is there', async () => {
    const [here, there] = [new RedisAllowances(url), new RedisAllowances(url)];
    const [mine, theirs] = [here.open('model requests', 4), there.open('model requests', 4)];
    await mine.take(2);
    await theirs.take(2);
    // The next one refills in 15 seconds.
    await expect(theirs.take(1, AbortSignal.timeout(150))).rejects.toThrow();
    mine.settle(2, 0);
    await theirs.take(2);
    theirs.settle(0, 3);
    await expect(mine.take(1, AbortSignal.timeout(150))).rejects.toThrow();
    await there.open('another model', 4).take(4);
    here.close();
    there.close();
  });
});
