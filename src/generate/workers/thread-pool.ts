import type { Worker } from 'node:worker_threads';
import type { ShardOrder, ShardResult } from '../make-shard.ts';
import type { Shard } from '../shards.ts';
import type { Fingerprint } from './fingerprint.ts';
import { type PortableError, reviveError } from './portable-error.ts';
import type { ShardSource } from './shard-source.ts';
import { startThread } from './start-thread.ts';

/** What a thread needs to make shards: it loads domain and generators itself. */
export interface ThreadTask {
  readonly domain: string;
  readonly workspace: string;
  readonly seed: number;
  readonly order: ShardOrder;
  /** What the rows must come from, when they are made for another machine. */
  readonly expected?: { readonly fingerprint: Fingerprint; readonly software: string };
}

/** A thread ended without an answer, as for want of memory. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

export type ThreadReply = { readonly result: ShardResult } | { readonly error: PortableError };

/** How many shards may be ahead of the one that is written next, per thread: bounds memory. */
const AHEAD = 4;

/**
 * Room for new objects in MiB. A block's rows live until the block is written, so that the collector of new objects would
 * copy all of them each time it runs: with more room it runs half as often.
 */
const YOUNG_MIB = 96;

/** Shards made by threads. The results, and so the bytes, are those of one thread. */
export function threadPool(task: ThreadTask, threads: number): ShardSource {
  const workers = Array.from({ length: threads }, () => startWorker(task));
  return {
    run: (shards, signal) => inOrder(workers, shards, signal),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function* inOrder(
  workers: readonly Worker[],
  shards: readonly Shard[],
  signal: AbortSignal,
): AsyncGenerator<ShardResult> {
  const idle = [...workers];
  const pending = new Map<number, Promise<ShardResult>>();
  const waiting: (() => void)[] = [];
  const take = async (): Promise<Worker> => {
    while (idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    return idle.pop() as Worker;
  };
  const start = async (shard: Shard): Promise<ShardResult> => {
    const worker = await take();
    try {
      return await ask(worker, shard);
    } finally {
      idle.push(worker);
      waiting.shift()?.();
    }
  };
  let next = 0;
  for (let done = 0; done < shards.length && !signal.aborted; done += 1) {
    for (; next < shards.length && next < done + workers.length * AHEAD; next += 1) {
      const promise = start(shards[next] as Shard);
      // A failure is thrown where its turn comes; until then it must not count as unhandled.
      promise.catch(() => undefined);
      pending.set(next, promise);
    }
    const result = await (pending.get(done) as Promise<ShardResult>);
    pending.delete(done);
    yield result;
  }
}

function ask(worker: Worker, shard: Shard): Promise<ShardResult> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (reply: ThreadReply): void => {
      stop();
      if ('error' in reply) reject(reviveError(reply.error));
      else resolve(reply.result);
    };
    const onError = (error: Error): void => {
      stop();
      reject(new ThreadError(`Cannot make shard ${shard.number}: ${error.message}`, { cause: error }));
    };
    const onExit = (code: number): void => {
      stop();
      reject(new ThreadError(`Cannot make shard ${shard.number}: its thread ended with code ${code}`));
    };
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    worker.postMessage(shard);
  });
}

function startWorker(task: ThreadTask): Worker {
  return startThread(new URL('./thread', import.meta.url), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  });
}
