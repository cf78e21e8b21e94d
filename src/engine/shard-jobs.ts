import { deserialize, serialize } from 'node:v8';
import { deflateSync, inflateSync } from 'node:zlib';
import { sha256 } from '../base/json/index.ts';
import type { Fingerprint, PortableError, Shard, ShardResult, SourceTask } from '../generate/index.ts';

/** Name of the queue on which shards of databases wait. */
export const SHARD_QUEUE = 'taskwright-shards';

/** Seconds for which Redis keeps a shard that no coordinator fetches: an hour; after that it is made again. */
export const SHARD_KEPT_SECONDS = 3600;

/** One shard to make. A worker finds the domain in its own workspace, under this name. */
export interface ShardJob {
  readonly task: Omit<SourceTask, 'workspace'>;
  readonly fingerprint: Fingerprint;
  readonly shard: Shard;
}

/** How a job ended: its shard lies in Redis, or it failed in a way that another attempt would not change. */
export type ShardAnswer =
  | { readonly kind: 'made'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly error: PortableError };

/** A shard of another run, seed or version of its generators is another job; the same one is met again after a kill. */
export function shardJobName(run: string, job: ShardJob): string {
  return sha256(JSON.stringify([run, job])).slice(0, 40);
}

/** Where in Redis the bytes of a finished job lie: beside the queue, whose events would carry them to everyone. */
export function shardPlace(job: string): string {
  return `taskwright-shard:${job}`;
}

/** A shard for the way through Redis, compressed lightly: JSON lines shrink to about a fifth. */
export function packShard(result: ShardResult): Buffer {
  return deflateSync(serialize(result), { level: 1 });
}

export function unpackShard(bytes: Uint8Array): ShardResult {
  return deserialize(inflateSync(bytes)) as ShardResult;
}
