import { UserError } from '../../base/finding/index.ts';
import type { ShardResult } from '../make-shard.ts';
import type { Shard } from '../shards.ts';

/** Makes shards somewhere: in this process, in threads, or on other machines. Results come in the order of the shards. */
export interface ShardSource {
  run(shards: readonly Shard[], signal: AbortSignal): AsyncIterable<ShardResult>;
  close(): Promise<void>;
}

/** Shards made in this process, one after the other. */
export function inProcess(make: (shard: Shard) => ShardResult): ShardSource {
  return {
    async *run(shards, signal) {
      for (const shard of shards) {
        if (signal.aborted) return;
        yield make(shard);
        // Lets signals and progress through between two shards.
        await new Promise(setImmediate);
      }
    },
    close: async () => undefined,
  };
}

/** A place where shards are made went wrong, not what it made: rows that are written stay, to be gone on from. */
export class SourceError extends UserError {
  override readonly name = 'SourceError';
}
