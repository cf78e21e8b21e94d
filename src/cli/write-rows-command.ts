import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Argv } from 'yargs';
import { UserError } from '../base/finding/index.ts';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';
import { writeRows } from '../generate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { type ModelArguments, modelOptions, openModels, printLedger } from './model-options.ts';
import { namedModel, openTable, type TableArguments, tableOptions } from './table-material.ts';

interface WriteRowsArguments extends TableArguments, ModelArguments {
  readonly count: number;
  readonly columns: readonly string[] | undefined;
  readonly batch: number;
  readonly repairs: number;
}

/** `taskwright write-rows`: rows, or columns, of a table by a model, checked and without repeats. */
export const writeRowsCommand = defineCommand<WriteRowsArguments>({
  command: 'write-rows <domain> <table>',
  describe: 'let a model make rows of a table, checked and repaired',
  examples: [
    [
      '$0 write-rows retail users --count 40 --columns name address --model MODEL --cassette tapes',
      'names and addresses for a generator to draw from; the next run answers from the cassette',
    ],
    ['$0 write-rows library books --count 100 --wish "science fiction of the fifties"', 'whole rows'],
  ],
  options: (yargs) =>
    modelOptions(tableOptions(yargs))
      .option('count', { type: 'number', default: 20, describe: 'different rows to make' })
      .option('columns', {
        type: 'string',
        array: true,
        describe: 'only these properties, as material for a generator',
      })
      .option('batch', { type: 'number', default: 20, describe: 'rows asked for at a time' })
      .option('repairs', {
        type: 'number',
        default: 2,
        describe: 'how often a batch may be corrected',
      }) as unknown as Argv<WriteRowsArguments & GlobalArguments>,
  run: async (args, { output, signal }) => {
    for (const name of ['count', 'batch'] as const) {
      if (!(Number.isInteger(args[name]) && args[name] > 0))
        throw new UserError(`Cannot make rows with --${name} ${args[name]}: it is no positive count`);
    }
    const { domain, table, folder, ...material } = await openTable(args);
    const { registry, ledger } = await openModels(args);
    const progress = output.progress('rows', args.count);
    const rows = await writeRows({
      ...material,
      table,
      model: registry.model(namedModel(args)),
      count: args.count,
      wish: args.wish ?? '',
      ...(args.columns !== undefined && { columns: args.columns }),
      batch: args.batch,
      repairs: args.repairs,
      signal,
      onRows: (count) => progress.update(count, table.name),
    });
    progress.stop();
    const file = args.out ?? join(folder, `${table.name}.rows.json`);
    const document =
      args.columns === undefined
        ? Object.fromEntries(rows.map(({ key, row }) => [key, row]))
        : rows.map(({ row }) => row);
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, formatJson(document as JsonValue));
    printLedger(ledger, output);
    output.line(`wrote ${rows.length} rows to ${file}`);
    output.result({ domain: domain.name, table: table.name, rows: rows.length, file });
    return 0;
  },
});
