import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { hashJson, type JsonValue } from '../base/json/index.ts';
import type { Domain, Table } from '../define/index.ts';
import type { Origin } from './block.ts';
import { confirmRepeated } from './check/confirm-repeated.ts';
import { UniqueCheck } from './check/unique-check.ts';
import { assertNoViolations } from './check/violation.ts';
import type { DatabaseConfig } from './define-database.ts';
import { type Format, isText } from './encode/format.ts';
import { closeText } from './encode/text.ts';
import { shardMaker } from './make-shard.ts';
import { type Manifest, readManifest, type Segment } from './manifest.ts';
import { type Counts, countRows, type PlannedBlock, planBlocks } from './plan.ts';
import { mergeTallies, type Tallies } from './report/tally.ts';
import { cutShards, type Shard } from './shards.ts';
import { inProcess, type ShardSource } from './workers/shard-source.ts';
import { threadPool } from './workers/thread-pool.ts';
import { OutputFolder, type Progress } from './write/output-folder.ts';
import { openParquetFile } from './write/parquet-file.ts';
import { sameStart } from './write/same-start.ts';
import { openSqliteFile } from './write/sqlite-file.ts';
import type { FileFacts, TableFile } from './write/table-file.ts';
import { openTextFile } from './write/text-file.ts';

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

export interface Generated {
  readonly manifest: Manifest;
  readonly tallies: Tallies;
  /** Shards that an interrupted run had written already. */
  readonly resumedAt: number;
}

/**
 * Generates a database into a folder: one file per table and format, and `manifest.json`. Every guarantee is checked;
 * the folder appears whole or not at all. An interrupted run with the same settings is gone on with.
 * @throws FindingsError with seed and row when a generator breaks a guarantee; UserError when it was interrupted
 */
export async function generateFiles(
  domain: Domain,
  config: DatabaseConfig,
  options: GenerateOptions,
): Promise<Generated> {
  const origin: Origin = { config, seed: options.seed, now: domain.now };
  const { blocks, segments } = planAll(config, options);
  const shards = cutShards(blocks, options.shardRows);
  const folder = new OutputFolder(resolve(options.out));
  folder.refuseStrangers();
  const settings = settingsHash(domain, config, options, segments);
  const left = await folder.begin(settings);
  const resumed = options.formats.every(isText) ? left : undefined;
  const files = await openFiles(domain, options, folder.work, resumed);
  const task: SourceTask = {
    domain: domain.name,
    workspace: resolve(options.workspace),
    seed: options.seed,
    order: { formats: options.formats, tables: options.tables, measure: options.measure === true },
  };
  const source = openSource(domain, origin, options, task);
  const unique = new UniqueCheck();
  const tallies: Tallies = {};
  let finished = false;
  try {
    await writeShards({
      domain,
      origin,
      options,
      shards,
      source,
      files,
      folder,
      settings,
      unique,
      tallies,
      from: resumed?.shard ?? 0,
    });
    assertNoViolations(domain.name, options.seed, confirmRepeated(origin, blocks, unique.repeated()));
    finished = true;
  } catch (error) {
    await source.close();
    for (const file of files) await file.abandon();
    // What can be gone on with is kept when someone stopped it, never when a guarantee was broken.
    if (!(options.signal?.aborted === true && options.formats.every(isText))) await folder.discard();
    throw error;
  } finally {
    if (finished) await source.close();
  }
  const facts = new Map<string, FileFacts[]>(options.tables.map((table) => [table, []]));
  for (const file of files)
    for (const { table, facts: one } of await file.close()) facts.get(table)?.push(one);
  if ((options.before ?? []).length > 0) {
    await assertGrown(domain, folder).catch(async (error: unknown) => {
      await folder.discard();
      throw error;
    });
  }
  const rows = countRows(blocks);
  const manifest: Manifest = {
    domain: domain.name,
    seed: options.seed,
    unit: config.counts,
    generators: Object.fromEntries(config.generators.map(({ table, version }) => [table, version])),
    segments,
    tables: Object.fromEntries(
      options.tables.map((table) => [table, { rows: rows[table] ?? 0, files: facts.get(table) ?? [] }]),
    ),
  };
  await folder.finish(manifest as unknown as JsonValue);
  return { manifest, tallies, resumedAt: resumed?.shard ?? 0 };
}

/**
 * Earlier rows keep their bytes: each old file, up to its closing, is how the new one begins.
 * @throws UserError when it is not, as after an edit by hand
 */
async function assertGrown(domain: Domain, folder: OutputFolder): Promise<void> {
  const old = readManifest(folder.path);
  for (const [table, { rows, files }] of Object.entries(old?.tables ?? {})) {
    for (const { file, format, bytes } of files) {
      if (rows === 0 || !isText(format as Format) || !existsSync(join(folder.work, file))) continue;
      const kept = bytes - closeText(format as Format, rows).length;
      if (await sameStart(join(folder.work, file), join(folder.path, file), kept)) continue;
      throw new UserError(
        `Cannot grow table "${table}" of database "${domain.name}": its rows are not those that were generated`,
        {
          at: join(folder.path, file),
          hint: 'generate into another folder, and carry the edits over as plants of tasks',
        },
      );
    }
  }
}

/** Blocks of all segments: those that were there, then what is added. */
function planAll(config: DatabaseConfig, { counts, before = [] }: GenerateOptions) {
  const blocks: PlannedBlock[] = [];
  const segments: Segment[] = [];
  const add = (added: Counts): void => {
    const planned = planBlocks(added, config.counts, { rows: countRows(blocks), blocks: blocks.length });
    blocks.push(...planned);
    if (planned.length > 0) segments.push({ counts: added, blocks: planned.length });
  };
  for (const segment of before) add(segment.counts);
  const there = countRows(blocks);
  add(
    Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, count - (there[table] ?? 0)])),
  );
  return { blocks, segments };
}

function settingsHash(
  domain: Domain,
  config: DatabaseConfig,
  options: GenerateOptions,
  segments: readonly Segment[],
): string {
  return hashJson({
    domain: [domain.name, domain.version, domain.now],
    tables: Object.values(domain.tables).map(({ schema }) => schema),
    generators: config.generators.map(({ table, version }) => [table, version]),
    unit: config.counts,
    seed: options.seed,
    segments,
    formats: options.formats,
    only: options.tables,
    shardRows: options.shardRows ?? null,
  } as unknown as JsonValue);
}

async function openFiles(
  domain: Domain,
  { tables, formats }: GenerateOptions,
  folder: string,
  progress: Progress | undefined,
): Promise<TableFile[]> {
  const files: TableFile[] = [];
  for (const table of tables) {
    for (const format of formats) {
      const definition = domain.tables[table] as Table;
      if (format === 'parquet') files.push(openParquetFile(folder, definition));
      else if (format === 'sqlite') files.push(await openSqliteFile(folder, definition));
      else
        files.push(
          await openTextFile({ folder, table, format, from: progress?.files[`${table}.${format}`] }),
        );
    }
  }
  return files;
}

function openSource(domain: Domain, origin: Origin, options: GenerateOptions, task: SourceTask): ShardSource {
  if (options.source !== undefined) return options.source(task);
  return options.workers > 1
    ? threadPool(task, options.workers)
    : inProcess(shardMaker(domain, origin, task.order));
}

interface Writing {
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

async function writeShards(writing: Writing): Promise<void> {
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
