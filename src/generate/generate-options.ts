import type { Format } from './encode/format.ts';
import type { Segment } from './manifest.ts';
import type { Counts } from './plan.ts';
import type { ShardSource } from './workers/shard-source.ts';

export interface GenerateOptions {
  readonly workspace: string;
  readonly out: string;
  readonly seed: number;
  /** Rows per table. */
  readonly counts: Counts;
  /** Rows that are there already: their blocks are planned as they were, the rest is added. */
  readonly before?: readonly Segment[];
  readonly formats: readonly Format[];
  readonly tables: readonly string[];
  readonly workers: number;
  readonly measure?: boolean;
  /** Rows of a shard, about; the bytes of text formats do not depend on it. */
  readonly shardRows?: number;
  readonly signal?: AbortSignal;
  /** Where shards are made, in place of this process and its threads. */
  readonly source?: (task: SourceTask) => ShardSource;
  readonly onProgress?: (done: { readonly rows: number; readonly of: number }) => void;
}

/** What another source of shards needs to make the same rows. */
export interface SourceTask {
  readonly domain: string;
  readonly workspace: string;
  readonly seed: number;
  readonly order: {
    readonly formats: readonly Format[];
    readonly tables: readonly string[];
    readonly measure: boolean;
  };
}
