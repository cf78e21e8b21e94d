import { UserError } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';
import type { Origin } from '../block.ts';
import type { UniqueCheck } from '../check/unique-check.ts';
import { assertNoViolations } from '../check/violation.ts';
import { isText } from '../encode/format.ts';
import type { GenerateOptions } from '../generate-options.ts';
import { shardMaker } from '../make-shard.ts';
import { mergeTallies, type Tallies } from '../report/tally.ts';
import type { Shard } from '../shards.ts';
import { inProcess, type ShardSource } from '../workers/shard-source.ts';
import type { OutputFolder } from './output-folder.ts';
import type { TableFile } from './table-file.ts';

/** What shards are written from and to. */
export interface Writing {
  readonly domain: Domain;
  readonly origin: Origin;
  readonly options: GenerateOptions;
  readonly shards: readonly Shard[];
  readonly source: ShardSource;
  readonly files: readonly TableFile[];
  readonly folder: OutputFolder;
  readonly settings: string;
  readonly unique: UniqueCheck;
  readonly tallies: Tallies;
  /** First shard to write. */
  readonly from: number;
}

/**
 * Writes shards in their order, and after each how far it came.
 * @throws FindingsError when a guarantee is broken, UserError when it was stopped
 */
export async function writeShards(writing: Writing): Promise<void> {
  const { domain, options, shards, source, files, folder, settings, unique, tallies, from } = writing;
  const signal = options.signal ?? new AbortController().signal;
  const of = shards.reduce((sum, { rows }) => sum + rows, 0);
  let rows = 0;
  if (from > 0) rows = await recheck(writing, signal);
  for await (const result of source.run(shards.slice(from), signal)) {
    assertNoViolations(domain.name, options.seed, result.violations);
    for (const { block, columns } of result.uniques) unique.add(block, columns);
    mergeTallies(tallies, result.tallies);
    for (const file of files) await file.write(result.pieces);
    rows += shards[result.shard]?.rows ?? 0;
    options.onProgress?.({ rows, of });
    if (result.shard + 1 < shards.length) {
      await folder.saveProgress({ settings, shard: result.shard + 1, files: await marks(options, files) });
    }
  }
  if (signal.aborted) {
    throw new UserError(
      `Cannot finish database "${domain.name}": it was stopped after ${rows} of ${of} rows`,
      {
        hint: options.formats.every(isText)
          ? 'run the same command again to go on from there'
          : 'run the same command again; this format starts from the beginning',
      },
    );
  }
}

/** Shards that are written already are made once more for the values that must be unique; nothing of them is written. */
async function recheck(
  { options, origin, domain, shards, unique, from }: Writing,
  signal: AbortSignal,
): Promise<number> {
  const make = shardMaker(domain, origin, { formats: [], tables: [], measure: false });
  let rows = 0;
  for await (const result of inProcess(make).run(shards.slice(0, from), signal)) {
    assertNoViolations(domain.name, options.seed, result.violations);
    for (const { block, columns } of result.uniques) unique.add(block, columns);
    rows += shards[result.shard]?.rows ?? 0;
  }
  return rows;
}

async function marks({ tables, formats }: GenerateOptions, files: readonly TableFile[]) {
  const marked: Record<string, { readonly bytes: number; readonly rows: number }> = {};
  let at = 0;
  for (const table of tables) {
    for (const format of formats) {
      const mark = await files[at]?.mark();
      if (mark !== undefined) marked[`${table}.${format}`] = mark;
      at += 1;
    }
  }
  return marked;
}
