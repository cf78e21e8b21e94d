import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retailDatabase } from '../../generators/retail/database.config.ts';
import { hasRedis, said, startRedis } from '../../scripts/redis-process.ts';
import { versionOf } from '../../src/cli/run-cli.ts';
import type { Domain } from '../../src/define/index.ts';
import { bullmqShards } from '../../src/engine/bullmq-shards.ts';
import { connectionTo } from '../../src/engine/redis.ts';
import { SHARD_QUEUE } from '../../src/engine/shard-jobs.ts';
import { loadDomain } from '../../src/formats/index.ts';
import {
  type Fingerprint,
  fingerprintOf,
  type Generated,
  type GenerateOptions,
  generateFiles,
} from '../../src/generate/index.ts';
import { taskwright } from '../cli/run.ts';

const suite = hasRedis ? describe : describe.skip;
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

suite(`databases made by workers on a Redis${hasRedis ? '' : ' (skipped: there is no redis-server)'}`, () => {
  let folder: string;
  let domain: Domain;
  let redis: ChildProcess;
  let url: string;
  let queue: Queue;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shards-'));
    domain = await loadDomain('retail');
    ({ url, process: redis } = await startRedis(folder));
    queue = new Queue(SHARD_QUEUE, { connection: connectionTo(url) });
  });
  afterAll(async () => {
    await queue.close();
    for (const child of [...children, redis]) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const worker = async (): Promise<ChildProcess> => {
    const words = ['worker', '--lockMs', '2000'];
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...words], {
      env: { ...process.env, REDIS_URL: url },
    });
    children.push(child);
    await said(child, /waiting for trials and shards/);
    return child;
  };
  const stop = async (child: ChildProcess): Promise<void> => {
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  const options = (out: string, given: Partial<GenerateOptions> = {}): GenerateOptions => ({
    workspace: '.',
    out: join(folder, out),
    seed: 4,
    counts: { users: 4000, products: 400, orders: 8000 },
    formats: ['jsonl', 'json.gz'],
    tables: ['users', 'products', 'orders'],
    workers: 1,
    shardRows: 1000,
    ...given,
  });
  const make = async (
    given: GenerateOptions,
    shared?: {
      readonly run: string;
      readonly ahead?: number;
      readonly other?: Fingerprint;
      readonly domain?: string;
    },
  ) => {
    if (shared === undefined) return generateFiles(domain, retailDatabase, given);
    const source: GenerateOptions['source'] = (task) => {
      const fingerprint = { ...fingerprintOf(domain, retailDatabase, task, versionOf()), ...shared.other };
      return bullmqShards({ url, fingerprint, ...shared })({ ...task, domain: shared.domain ?? task.domain });
    };
    return generateFiles(domain, retailDatabase, { ...given, source });
  };
  const hashes = ({ manifest }: Generated) =>
    Object.values(manifest.tables).flatMap(({ files }) => files.map(({ file, hash }) => `${file} ${hash}`));
  it('are the bytes made here, by two workers after a third was killed with a shard in its hands', async () => {
    const lost = await worker();
    let most = 0;
    const count = async (): Promise<void> => {
      const { waiting = 0, active = 0, completed = 0 } = await queue.getJobCounts();
      most = Math.max(most, waiting + active + completed);
    };
    const shared = make(options('shared', { onProgress: count }), { run: 'kill', ahead: 3 });
    while ((await queue.getActiveCount()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await stop(lost);
    expect(await queue.getActiveCount()).toBe(1);
    await Promise.all([worker(), worker()]);
    expect(hashes(await shared)).toEqual(hashes(await make(options('local'))));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
  });

  it('are gone on with after the coordinator went away, to the same bytes', async () => {
    const stopped = new AbortController();
    let calls = 0;
    const onProgress = (): void => {
      calls += 1;
      if (calls === 3) stopped.abort();
    };
    const cut = make(options('resumed', { signal: stopped.signal, onProgress }), { run: 'again', ahead: 2 });
    await expect(cut).rejects.toThrow(/it was stopped after \d+ of 12400 rows/);
    const resumed = await make(options('resumed'), { run: 'again', ahead: 2 });
    expect(resumed.resumedAt).toBe(3);
    expect(hashes(resumed)).toEqual(hashes(await make(options('resumed-local'))));
  });

  it('are not made by a worker of another version or of no such domain, and the message says so', async () => {
    const other = { 'version of generator "orders"': '99' };
    await expect(make(options('stale'), { run: 'stale', other })).rejects.toThrow(
      /on worker "[^"]+": its version of generator "orders" is 1, that of the generation 99/,
    );
    expect(existsSync(join(folder, 'stale'))).toBe(false);
    await expect(make(options('stale'), { run: 'stale', domain: 'retial' })).rejects.toThrow(
      'Cannot find domain "retial"',
    );
  });

  it('keep what was written when Redis cannot be reached', async () => {
    const stopped = new AbortController();
    const given = options('away', { signal: stopped.signal, onProgress: () => stopped.abort() });
    await expect(make(given)).rejects.toThrow('it was stopped');
    const away = options('away', {
      source: bullmqShards({ url: 'redis://127.0.0.1:1', run: 'away', fingerprint: {} }),
    });
    await expect(generateFiles(domain, retailDatabase, away)).rejects.toThrow(
      'Cannot reach Redis "redis://127.0.0.1:1"',
    );
    expect((await make(options('away'))).resumedAt).toBe(1);
  });
});

describe('generate --engine', () => {
  it.each([
    [['--engine', 'bullmq', '--workers', '2'], 'Cannot use --workers with the bullmq engine'],
    [['--engine', 'bullmq', '--show', 'users:0'], 'Cannot use --show with the bullmq engine'],
    [['--engine', 'bullmq', '--ahead', '0'], 'Cannot use --ahead 0'],
    [['--ahead', '4'], 'Cannot use --ahead with the local engine'],
  ])('refuses %j', async (words, message) => {
    const { status, stderr } = await taskwright('generate', 'retail', ...words);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
