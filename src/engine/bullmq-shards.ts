import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { isUserError } from '../base/finding/index.ts';
import {
  type Fingerprint,
  reviveError,
  type Shard,
  type ShardResult,
  type ShardSource,
  SourceError,
  type SourceTask,
} from '../generate/index.ts';
import { checkRedis, connectionTo, redisUrl } from './redis.ts';
import {
  SHARD_KEPT_SECONDS,
  SHARD_QUEUE,
  type ShardAnswer,
  type ShardJob,
  shardJobName,
  shardPlace,
  unpackShard,
} from './shard-jobs.ts';

export interface BullmqShardsOptions {
  /** Name of this generation. One that is begun again under its name meets the shards that were made without it. */
  readonly run: string;
  readonly fingerprint: Fingerprint;
  readonly url?: string;
  readonly queue?: string;
  /** Shards handed out and not yet written, at most: what Redis holds at a time. */
  readonly ahead?: number;
  /** Milliseconds between looks at a shard whose event may have been missed. */
  readonly pollMs?: number;
  /** Told when the first shard is handed out and no worker listens. */
  readonly onNoWorker?: () => void;
}

/**
 * Shards made by workers that share a Redis, on any number of machines: each job at least once, each shard written once
 * and in its turn.
 */
export function bullmqShards(options: BullmqShardsOptions): (task: SourceTask) => ShardSource {
  return (task) => {
    const open: (() => Promise<unknown>)[] = [];
    return {
      async *run(shards, signal) {
        const url = redisUrl(options.url);
        await reachRedis(url);
        const queue = new Queue<ShardJob, ShardAnswer>(options.queue ?? SHARD_QUEUE, {
          connection: connectionTo(url),
        });
        const events = new QueueEvents(queue.name, { connection: connectionTo(url) });
        const redis = new Redis(url, { maxRetriesPerRequest: null });
        // Connections come back by themselves, and what waits for them goes on.
        queue.on('error', () => undefined);
        events.on('error', () => undefined);
        redis.on('error', () => undefined);
        open.push(
          () => events.close(),
          () => queue.close(),
          async () => redis.disconnect(),
        );
        await events.waitUntilReady();
        if ((await queue.getWorkersCount()) === 0) options.onNoWorker?.();
        const { workspace: _, ...portable } = task;
        yield* new Coordinator({ queue, events, redis, task: portable, options }).run(shards, signal);
      },
      close: async () => {
        for (const close of open.splice(0)) await close();
      },
    };
  };
}

/** A Redis that is away spoils no row: what an interrupted generation wrote stays. */
async function reachRedis(url: string): Promise<void> {
  await checkRedis(url).catch((error: unknown) => {
    if (!isUserError(error)) throw error;
    throw new SourceError(error.message, { ...error.details, cause: error });
  });
}

interface CoordinatorSetting {
  readonly queue: Queue<ShardJob, ShardAnswer>;
  readonly events: QueueEvents;
  readonly redis: Redis;
  readonly task: ShardJob['task'];
  readonly options: BullmqShardsOptions;
}

class Coordinator {
  readonly #setting: CoordinatorSetting;
  /** Jobs handed out and not yet written, by name. */
  readonly #open = new Map<string, ShardJob>();
  readonly #ended = new Set<string>();
  #wake: () => void = () => undefined;

  constructor(setting: CoordinatorSetting) {
    this.#setting = setting;
  }

  async *run(shards: readonly Shard[], signal: AbortSignal): AsyncGenerator<ShardResult> {
    const { events, options, task } = this.#setting;
    const { ahead = 16, run, fingerprint } = options;
    const jobs = shards.map((shard): ShardJob => ({ task, fingerprint, shard }));
    const names = jobs.map((job) => shardJobName(run, job));
    const onEnd = ({ jobId }: { readonly jobId: string }): void => {
      if (!this.#open.has(jobId)) return;
      this.#ended.add(jobId);
      this.#wake();
    };
    const onAbort = (): void => this.#wake();
    events.on('completed', onEnd);
    events.on('failed', onEnd);
    signal.addEventListener('abort', onAbort);
    try {
      let next = 0;
      for (const [turn, name] of names.entries()) {
        for (; next < Math.min(jobs.length, turn + ahead); next += 1)
          await this.#hand(names[next] as string, jobs[next] as ShardJob);
        const result = await this.#take(name, signal);
        if (result === undefined) return;
        yield result;
        // Written by now: one that is killed before this line finds the shard again, and makes nothing twice.
        await this.#forget(name);
      }
    } finally {
      events.off('completed', onEnd);
      events.off('failed', onEnd);
      signal.removeEventListener('abort', onAbort);
      for (const name of [...this.#open.keys()]) await this.#forget(name);
    }
  }

  /** Adding a job that is there already changes nothing. */
  async #hand(name: string, job: ShardJob): Promise<void> {
    this.#open.set(name, job);
    await this.#setting.queue.add('shard', job, {
      jobId: name,
      attempts: 3,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: { age: SHARD_KEPT_SECONDS },
      removeOnFail: { age: SHARD_KEPT_SECONDS },
    });
  }

  /** Waits for a shard; undefined when the signal came first. */
  async #take(name: string, signal: AbortSignal): Promise<ShardResult | undefined> {
    const { queue, redis } = this.#setting;
    while (!signal.aborted) {
      this.#ended.delete(name);
      const job = await queue.getJob(name);
      if (job?.finishedOn !== undefined) {
        if (await job.isFailed()) {
          throw new SourceError(`Cannot make shard ${job.data.shard.number}: ${job.failedReason}`, {
            hint: 'run the same command again to go on from there',
          });
        }
        const answer = job.returnvalue;
        if (answer.kind === 'failed') throw reviveError(answer.error);
        const bytes = await redis.getBuffer(shardPlace(name));
        if (bytes !== null) return unpackShard(bytes);
        await job.remove();
      }
      // It left Redis, as after a restart without its disk: it is made again.
      if (job === undefined || job.finishedOn !== undefined)
        await this.#hand(name, this.#open.get(name) as ShardJob);
      if (!this.#ended.has(name) && !signal.aborted) await this.#sleep();
    }
    return undefined;
  }

  /** Takes a job and its shard out of Redis. One that a worker holds stays until the worker is done with it. */
  async #forget(name: string): Promise<void> {
    const { queue, redis } = this.#setting;
    this.#open.delete(name);
    this.#ended.delete(name);
    const job = await queue.getJob(name);
    if (job !== undefined && !(await job.isActive())) await job.remove().catch(() => undefined);
    await redis.del(shardPlace(name));
  }

  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#setting.options.pollMs ?? 1000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
