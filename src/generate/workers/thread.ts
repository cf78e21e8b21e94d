import { isMainThread, parentPort, type TransferListItem, workerData } from 'node:worker_threads';
import { isUserError } from '../../base/finding/index.ts';
import { loadDomain } from '../../formats/index.ts';
import { loadDatabaseConfig } from '../load-generators.ts';
import { type ShardResult, shardMaker } from '../make-shard.ts';
import type { Shard } from '../shards.ts';
import { assertSameFingerprint, fingerprintOf } from './fingerprint.ts';
import { portableError } from './portable-error.ts';
import { SourceError } from './shard-source.ts';
import type { ThreadReply, ThreadTask } from './thread-pool.ts';

/** What is moved to the other thread instead of copied. */
function buffersOf({ pieces, uniques }: ShardResult): TransferListItem[] {
  const buffers = new Set<ArrayBufferLike>();
  for (const { text } of pieces)
    for (const list of Object.values(text)) for (const bytes of list) buffers.add(bytes.buffer);
  for (const { columns } of uniques) for (const { hashes } of columns) buffers.add(hashes.buffer);
  return [...buffers] as TransferListItem[];
}

/** @throws SourceError when this machine has no such domain, or would make other rows than those expected */
async function openMaker(task: ThreadTask): Promise<(shard: Shard) => ShardResult> {
  try {
    const domain = await loadDomain(task.domain, { workspace: task.workspace });
    const config = await loadDatabaseConfig(task.domain, task.workspace);
    if (task.expected !== undefined) {
      const { fingerprint, software } = task.expected;
      assertSameFingerprint(task.domain, fingerprintOf(domain, config, task, software), fingerprint);
    }
    return shardMaker(domain, { config, seed: task.seed, now: domain.now }, task.order);
  } catch (error) {
    throw isUserError(error) ? new SourceError(error.message, { ...error.details, cause: error }) : error;
  }
}

async function serve(task: ThreadTask): Promise<void> {
  const opening = openMaker(task);
  // Told with each shard that is asked for.
  opening.catch(() => undefined);
  parentPort?.on('message', async (shard: Shard) => {
    try {
      const make = await opening;
      const result = make(shard);
      parentPort?.postMessage({ result } satisfies ThreadReply, buffersOf(result));
    } catch (error) {
      parentPort?.postMessage({ error: portableError(error) } satisfies ThreadReply);
    }
  });
}

if (!isMainThread) await serve(workerData as ThreadTask);
