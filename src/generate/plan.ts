import { UserError } from '../base/finding/index.ts';

/** Row numbers of one table in one block: `from` up to, not including, `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Row numbers by table. */
export type BlockRanges = Readonly<Record<string, RowRange>>;

export interface PlannedBlock {
  readonly number: number;
  readonly ranges: BlockRanges;
}

export type Counts = Readonly<Record<string, number>>;

/**
 * Cuts tables into blocks. At whole scales a block has exactly the counts of scale 1; other counts are spread evenly over
 * as many blocks as the scarcest table allows.
 * @param added rows to plan per table
 * @param unit rows per table at scale 1
 * @param before rows that are there already: their blocks stay as they are
 */
export function planBlocks(
  added: Counts,
  unit: Counts,
  before: { readonly rows: Counts; readonly blocks: number } = { rows: {}, blocks: 0 },
): PlannedBlock[] {
  for (const [table, count] of Object.entries(added)) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new UserError(
        `Cannot generate ${count} rows of table "${table}": a count is a whole number, 0 or more`,
      );
    }
  }
  const present = Object.entries(added).filter(([, count]) => count > 0);
  if (present.length === 0) return [];
  const blocks = Math.max(
    1,
    Math.min(...present.map(([table, count]) => Math.floor(count / Math.max(1, unit[table] ?? 1)))),
  );
  return Array.from({ length: blocks }, (_, block) => ({
    number: before.blocks + block,
    ranges: Object.fromEntries(
      Object.entries(added).map(([table, count]) => {
        const start = before.rows[table] ?? 0;
        return [
          table,
          {
            from: start + Math.floor((block * count) / blocks),
            to: start + Math.floor(((block + 1) * count) / blocks),
          },
        ];
      }),
    ),
  }));
}

/** Rows per table of all blocks. */
export function countRows(blocks: readonly PlannedBlock[]): Counts {
  const counts: Record<string, number> = {};
  for (const { ranges } of blocks) {
    for (const [table, { from, to }] of Object.entries(ranges))
      counts[table] = (counts[table] ?? 0) + to - from;
  }
  return counts;
}
