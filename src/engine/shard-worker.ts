import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import {
  portableError,
  type Shard,
  type ShardResult,
  type ShardSource,
  ThreadError,
  threadPool,
} from '../generate/index.ts';
import { checkRedis, connectionTo, redisUrl } from './redis.ts';
import {
  packShard,
  SHARD_KEPT_SECONDS,
  SHARD_QUEUE,
  type ShardAnswer,
  type ShardJob,
  shardPlace,
} from './shard-jobs.ts';

export interface ShardWorkerOptions {
  /** Where this machine keeps schemas and generators. */
  readonly workspace: string;
  /** Version of this package. */
  readonly software: string;
  readonly url?: string;
  readonly queue?: string;
  /** Milliseconds after which a silent worker's shard is given to another. */
  readonly lockMs?: number;
  readonly onDone?: (shard: {
    readonly domain: string;
    readonly number: number;
    readonly rows: number;
  }) => void;
  readonly onFailed?: (error: Error) => void;
}

/**
 * Takes shards one at a time until it is closed, and makes them in a thread, so that its hold on a job is renewed however
 * long a shard takes. A job whose rows would come out otherwise here is refused with the reason.
 */
export async function startShardWorker(options: ShardWorkerOptions): Promise<{ close(): Promise<void> }> {
  const { queue = SHARD_QUEUE, lockMs = 30_000, onDone, onFailed } = options;
  const url = redisUrl(options.url);
  await checkRedis(url);
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  const maker = new ShardMaker(options);
  const worker = new Worker<ShardJob, ShardAnswer>(
    queue,
    async ({ id, data }) => {
      const { task, shard } = data;
      let result: ShardResult;
      try {
        result = await maker.make(data);
      } catch (error) {
        if (error instanceof ThreadError) throw error;
        // What a generator throws, it throws at every attempt.
        onFailed?.(error as Error);
        return { kind: 'failed', error: portableError(error) };
      }
      const bytes = packShard(result);
      await redis.set(shardPlace(id as string), bytes, 'EX', SHARD_KEPT_SECONDS);
      onDone?.({ domain: task.domain, number: shard.number, rows: shard.rows });
      return { kind: 'made', bytes: bytes.length };
    },
    {
      connection: connectionTo(url),
      lockDuration: lockMs,
      stalledInterval: Math.max(500, lockMs / 2),
      // Workers may be killed any number of times: only thrown errors use up attempts.
      maxStalledCount: 1000,
    },
  );
  // Connections come back by themselves.
  worker.on('error', () => undefined);
  redis.on('error', () => undefined);
  await worker.waitUntilReady();
  return {
    close: async () => {
      await worker.close();
      await maker.close();
      redis.disconnect();
    },
  };
}

/** Makes shards of one task after the other; the thread stays while the task does. */
class ShardMaker {
  readonly #options: ShardWorkerOptions;
  #task = '';
  #source: ShardSource | undefined;

  constructor(options: ShardWorkerOptions) {
    this.#options = options;
  }

  /** @throws ThreadError when the thread died, which is worth another attempt */
  async make(job: ShardJob): Promise<ShardResult> {
    const source = await this.#open(job);
    try {
      return await only(source, job.shard);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const source = this.#source;
    this.#source = undefined;
    await source?.close();
  }

  async #open({ task, fingerprint }: ShardJob): Promise<ShardSource> {
    const id = JSON.stringify([task, fingerprint]);
    if (this.#source !== undefined && this.#task === id) return this.#source;
    await this.close();
    const { workspace, software } = this.#options;
    this.#task = id;
    this.#source = threadPool({ ...task, workspace, expected: { fingerprint, software } }, 1);
    return this.#source;
  }
}

async function only(source: ShardSource, shard: Shard): Promise<ShardResult> {
  for await (const result of source.run([shard], new AbortController().signal)) return result;
  throw new ThreadError(`Cannot make shard ${shard.number}: its thread gave nothing`);
}
