import { resolve } from 'node:path';
import { hashJson, type JsonValue } from '../base/json/index.ts';
import type { Domain } from '../define/index.ts';
import type { Origin } from './block.ts';
import { confirmRepeated } from './check/confirm-repeated.ts';
import { UniqueCheck } from './check/unique-check.ts';
import { assertNoViolations } from './check/violation.ts';
import type { DatabaseConfig } from './define-database.ts';
import { isText } from './encode/format.ts';
import type { GenerateOptions, SourceTask } from './generate-options.ts';
import { planGrown } from './grow.ts';
import { shardMaker } from './make-shard.ts';
import type { Manifest, Segment } from './manifest.ts';
import { countRows } from './plan.ts';
import type { Tallies } from './report/tally.ts';
import { cutShards } from './shards.ts';
import { inProcess, type ShardSource, SourceError } from './workers/shard-source.ts';
import { threadPool } from './workers/thread-pool.ts';
import { assertGrown } from './write/assert-grown.ts';
import { openFiles } from './write/open-files.ts';
import { OutputFolder } from './write/output-folder.ts';
import type { FileFacts } from './write/table-file.ts';
import { writeShards } from './write/write-shards.ts';

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
  const { blocks, segments } = planGrown(config, options);
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
    // What can be gone on with is kept when it was stopped or lost its workers, never when a guarantee was broken.
    const rowsStand = options.signal?.aborted === true || error instanceof SourceError;
    if (!(rowsStand && options.formats.every(isText))) await folder.discard();
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

function openSource(domain: Domain, origin: Origin, options: GenerateOptions, task: SourceTask): ShardSource {
  if (options.source !== undefined) return options.source(task);
  return options.workers > 1
    ? threadPool(task, options.workers)
    : inProcess(shardMaker(domain, origin, task.order));
}
