import type { PlannedBlock } from './plan.ts';

/** Some blocks in a row: the unit of work of a worker, and of going on after an interruption. */
export interface Shard {
  readonly number: number;
  readonly blocks: readonly PlannedBlock[];
  readonly rows: number;
}

/** Enough rows to keep a worker busy for a while, few enough to hold several shards in memory. */
const ROWS_PER_SHARD = 12_000;

/** Groups blocks into shards. Where the cuts lie depends on the plan alone, never on the number of workers. */
export function cutShards(blocks: readonly PlannedBlock[], rowsPerShard = ROWS_PER_SHARD): Shard[] {
  const shards: Shard[] = [];
  let open: PlannedBlock[] = [];
  let rows = 0;
  for (const block of blocks) {
    open.push(block);
    rows += Object.values(block.ranges).reduce((sum, { from, to }) => sum + to - from, 0);
    if (rows < rowsPerShard) continue;
    shards.push({ number: shards.length, blocks: open, rows });
    open = [];
    rows = 0;
  }
  if (open.length > 0) shards.push({ number: shards.length, blocks: open, rows });
  return shards;
}
