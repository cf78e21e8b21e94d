import { isMainThread, parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { isUserError } from '../../base/finding/index.ts';
import { loadDomain } from '../../formats/index.ts';
import { loadDatabaseConfig } from '../load-generators.ts';
import { type ShardResult, shardMaker } from '../make-shard.ts';
import type { Shard } from '../shards.ts';
import type { PortableError, ThreadReply, ThreadTask } from './thread-pool.ts';

/** What is moved to the other thread instead of copied. */
function buffersOf({ pieces, uniques }: ShardResult): TransferListItem[] {
  const buffers = new Set<ArrayBufferLike>();
  for (const { text } of pieces)
    for (const list of Object.values(text)) for (const bytes of list) buffers.add(bytes.buffer);
  for (const { columns } of uniques) for (const { hashes } of columns) buffers.add(hashes.buffer);
  return [...buffers] as TransferListItem[];
}

/** An error as plain data: its class would be lost between threads. */
function portable(error: unknown): PortableError {
  if (isUserError(error)) return { message: error.message, details: error.details };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

async function serve(task: ThreadTask): Promise<void> {
  const domain = await loadDomain(task.domain, { workspace: task.workspace });
  const config = await loadDatabaseConfig(task.domain, task.workspace);
  const make = shardMaker(domain, { config, seed: task.seed, now: domain.now }, task.order);
  parentPort?.on('message', (shard: Shard) => {
    try {
      const result = make(shard);
      parentPort?.postMessage({ result } satisfies ThreadReply, buffersOf(result));
    } catch (error) {
      parentPort?.postMessage({ error: portable(error) } satisfies ThreadReply);
    }
  });
}

if (!isMainThread) await serve(workerData as ThreadTask);
