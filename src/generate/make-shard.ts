import type { Domain } from '../define/index.ts';
import { Block, type Origin } from './block.ts';
import { type BlockResult, blockChecks } from './check/block-checks.ts';
import type { Violation } from './check/violation.ts';
import { type ColumnData, encodeColumns } from './encode/columns.ts';
import { type Format, isText } from './encode/format.ts';
import { encodeText } from './encode/text.ts';
import { addMeasures, type Tallies } from './report/tally.ts';
import type { Shard } from './shards.ts';

/** What is written of a shard. */
export interface ShardOrder {
  readonly formats: readonly Format[];
  /** Tables to write; rows of the others are made and checked all the same. */
  readonly tables: readonly string[];
  /** Whether to count what the generators measure. */
  readonly measure: boolean;
}

/** Rows of one table of a shard, ready to be written. */
export interface TablePiece {
  readonly table: string;
  readonly rows: number;
  /** Pieces of the text formats, by format; several blocks follow one another. */
  readonly text: Readonly<Record<string, readonly Uint8Array[]>>;
  /** Columns for the other formats, a list per block. */
  readonly columns: readonly (readonly ColumnData[])[];
}

export interface ShardResult {
  readonly shard: number;
  readonly pieces: readonly TablePiece[];
  readonly violations: readonly Violation[];
  /** Hashes of values that must be unique, by block. */
  readonly uniques: readonly { readonly block: number; readonly columns: BlockResult['uniques'] }[];
  readonly tallies: Tallies;
}

/** Gives the function that makes shards: rows made, checked and encoded. The result depends on the shard alone. */
export function shardMaker(domain: Domain, origin: Origin, order: ShardOrder): (shard: Shard) => ShardResult {
  const check = blockChecks(domain, origin.config.generators);
  const textFormats = order.formats.filter(isText);
  const wantsColumns = textFormats.length < order.formats.length;
  return ({ number, blocks }) => {
    const violations: Violation[] = [];
    const uniques: { block: number; columns: BlockResult['uniques'] }[] = [];
    const tallies: Tallies = {};
    const pieces = new Map(
      order.tables.map((table) => [
        table,
        {
          table,
          rows: 0,
          text: Object.fromEntries(textFormats.map((format) => [format, [] as Uint8Array[]])),
          columns: [] as (readonly ColumnData[])[],
        },
      ]),
    );
    for (const planned of blocks) {
      const checked = check(new Block(origin, planned.number, planned.ranges));
      violations.push(...checked.violations);
      uniques.push({ block: planned.number, columns: checked.uniques });
      if (violations.length > 0) break;
      if (order.measure) addMeasures(tallies, origin.config, checked.sets);
      for (const [name, set] of checked.sets) {
        const piece = pieces.get(name);
        const table = domain.tables[name];
        if (piece === undefined || table === undefined) continue;
        piece.rows += set.rows.length;
        for (const format of textFormats) piece.text[format]?.push(encodeText(table, set, format));
        if (wantsColumns) piece.columns.push(encodeColumns(table, set));
      }
    }
    return { shard: number, pieces: [...pieces.values()], violations, uniques, tallies };
  };
}
