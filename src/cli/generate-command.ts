import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suggest, UserError } from '../base/finding/index.ts';
import { loadDomain } from '../formats/index.ts';
import {
  type Counts,
  type DatabaseConfig,
  distributionReport,
  formatDistributions,
  generateFiles,
  loadDatabaseConfig,
  makeRow,
  readFormats,
  segmentsToGrow,
} from '../generate/index.ts';
import { defineCommand } from './command.ts';
import { checkEngine, type GenerateEngineArguments, sourceOf } from './generate-engine.ts';

interface GenerateArguments extends GenerateEngineArguments {
  readonly domain: string;
  readonly seed: number | undefined;
  readonly scale: number;
  readonly rows: readonly string[] | undefined;
  readonly only: readonly string[] | undefined;
  readonly grow: boolean;
  readonly format: readonly string[] | undefined;
  readonly out: string | undefined;
  readonly report: string | undefined;
  readonly show: string | undefined;
}

/** `taskwright generate`: a database as files, one per table. */
export const generateCommand = defineCommand<GenerateArguments>({
  command: 'generate <domain>',
  describe: 'make a database: seeded rows that keep every guarantee',
  examples: [
    ['$0 generate retail', 'the database that the shipped tasks are written on'],
    [
      '$0 generate retail --scale 1000 --workers 2 --format jsonl.gz',
      'the same shape, a thousand times larger',
    ],
    ['$0 generate retail --rows users=800,orders=2500 --out db', 'counts of your own'],
    [
      'REDIS_URL=redis://host:6379 $0 generate retail --scale 1000 --engine bullmq',
      'the same bytes, by workers on any number of machines',
    ],
    ['$0 generate retail --scale 10 --grow', 'more rows; all earlier rows keep their bytes'],
    ['$0 generate retail --show orders:17', 'print one row'],
  ],
  options: (yargs) =>
    yargs
      .positional('domain', { type: 'string', demandOption: true, describe: 'name of the domain' })
      .option('seed', { type: 'number', describe: "seed of all rows (default: the config's)" })
      .option('scale', { type: 'number', default: 1, describe: "times the config's counts" })
      .option('rows', { type: 'string', array: true, nargs: 1, describe: 'rows of a table, TABLE=COUNT' })
      .option('only', { type: 'string', array: true, nargs: 1, describe: 'write these tables only' })
      .option('workers', { type: 'number', describe: 'threads (default 1); the bytes are the same' })
      .option('engine', {
        choices: ['local', 'bullmq'] as const,
        default: 'local' as const,
        describe: 'where rows are made: here, or by "worker" processes on REDIS_URL',
      })
      .option('ahead', {
        type: 'number',
        describe: 'shards out at a time with bullmq (default 16): bounds the memory of Redis',
      })
      .option('grow', { type: 'boolean', default: false, describe: 'add rows to what --out holds' })
      .option('format', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'json, json.gz, jsonl, jsonl.gz, parquet, sqlite',
      })
      .option('out', { type: 'string', describe: 'folder to write (default: databases/<domain>)' })
      .option('report', {
        type: 'string',
        describe: 'write intended against generated spreads to this .md file',
      })
      .option('show', { type: 'string', describe: 'print row TABLE:NUMBER instead of writing files' }),
  run: async (args, { output, signal }) => {
    const started = performance.now();
    checkEngine(args);
    const domain = await loadDomain(args.domain, { workspace: args.workspace });
    const config = await loadDatabaseConfig(args.domain, args.workspace);
    const seed = wholeNumber(args.seed ?? config.seed, 'seed', 0);
    if (args.show !== undefined) {
      const { table, index } = readPlace(args.show, config);
      const { key, row } = makeRow(domain, config, { seed, table, index });
      output.text(`${JSON.stringify({ key, row }, null, 2)}\n`);
      output.result({ seed, table, index, key, row });
      return 0;
    }
    const counts = countsOf(args, config);
    const out = args.out ?? join(args.workspace, 'databases', args.domain);
    const tables = chooseTables(args.only, config);
    const progress = output.progress('generate', total(counts));
    const { manifest, tallies, resumedAt } = await generateFiles(domain, config, {
      workspace: args.workspace,
      out,
      seed,
      counts,
      formats: readFormats(args.format ?? []),
      tables,
      workers: wholeNumber(args.workers ?? 1, 'workers', 1),
      ...sourceOf(args, domain, config, { out, output }),
      ...(args.grow && { before: segmentsToGrow({ config, out, seed, counts }) }),
      measure: args.report !== undefined,
      signal,
      onProgress: ({ rows, of }) => progress.update(rows, pace(rows, of, performance.now() - started)),
    }).finally(() => progress.stop());
    const elapsedMs = Math.round(performance.now() - started);
    if (resumedAt > 0) output.line(`went on after shard ${resumedAt} of an interrupted run`);
    const written = Object.entries(manifest.tables).map(([table, { rows, files }]) => ({
      table,
      rows,
      files,
    }));
    output.table(
      ['table', 'rows', 'bytes', 'file'],
      written.flatMap(({ table, rows, files }) =>
        files.map(({ file, bytes }) => [table, String(rows), String(bytes), join(out, file)]),
      ),
    );
    output.line(`seed ${seed}, ${total(counts)} rows checked in ${(elapsedMs / 1000).toFixed(1)} s`);
    if (args.report !== undefined) {
      writeFileSync(args.report, formatDistributions(distributionReport(config, tallies)));
      output.line(`wrote ${args.report}`);
    }
    output.result({
      seed,
      tables: Object.fromEntries(
        written.map(({ table, rows, files }) => [
          table,
          { rows, bytes: files[0]?.bytes ?? 0, hash: files[0]?.hash ?? '', files },
        ]),
      ),
      out,
      elapsedMs,
    });
    return 0;
  },
});

function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Speed and time left, for the progress bar. */
function pace(rows: number, of: number, milliseconds: number): string {
  const speed = rows / Math.max(1, milliseconds / 1000);
  return `${Math.round(speed)} rows/s, ${Math.ceil((of - rows) / Math.max(1, speed))} s left`;
}

function countsOf({ scale, rows = [] }: GenerateArguments, config: DatabaseConfig): Counts {
  if (!(scale > 0) || !Number.isFinite(scale)) {
    throw new UserError(`Cannot scale by ${scale}: a scale is a number above 0`);
  }
  const counts: Record<string, number> = {};
  for (const [table, count] of Object.entries(config.counts))
    counts[table] = Math.max(1, Math.round(count * scale));
  for (const entry of rows.flatMap((text) => text.split(',')).filter((text) => text !== '')) {
    const [table = '', count = ''] = entry.split('=');
    assertTable(table, config);
    if (!/^\d+$/.test(count)) {
      throw new UserError(`Cannot read rows "${entry}": it has no whole number after "="`, {
        hint: `--rows ${table}=1000`,
      });
    }
    counts[table] = Number(count);
  }
  return counts;
}

function chooseTables(only: readonly string[] | undefined, config: DatabaseConfig): readonly string[] {
  const all = config.generators.map(({ table }) => table);
  if (only === undefined) return all;
  const chosen = only.flatMap((text) => text.split(','));
  for (const table of chosen) assertTable(table, config);
  return all.filter((table) => chosen.includes(table));
}

function readPlace(text: string, config: DatabaseConfig): { readonly table: string; readonly index: number } {
  const [table = '', index = ''] = text.split(':');
  assertTable(table, config);
  if (!/^\d+$/.test(index)) {
    throw new UserError(`Cannot show row "${text}": it has no row number after ":"`, {
      hint: `--show ${table}:0`,
    });
  }
  return { table, index: Number(index) };
}

function assertTable(table: string, config: DatabaseConfig): void {
  const tables = config.generators.map((generator) => generator.table);
  if (tables.includes(table)) return;
  throw new UserError(`Cannot generate table "${table}": domain "${config.domain}" has no generator for it`, {
    hint: suggest(table, tables),
  });
}

function wholeNumber(value: number, name: string, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UserError(`Cannot use --${name} ${value}: it must be a whole number, ${least} or more`);
}
