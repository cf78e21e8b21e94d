import { join } from 'node:path';
import type { Argv } from 'yargs';
import { writeSampler } from '../generate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { type ModelArguments, modelOptions, openModels, printLedger } from './model-options.ts';
import { namedModel, openTable, type TableArguments, tableOptions } from './table-material.ts';

interface WriteSamplerArguments extends TableArguments, ModelArguments {
  readonly seed: number;
  readonly rounds: number;
}

/** `taskwright write-sampler`: a generator's source by a model, run in a sandbox until 1,000 rows are right. */
export const writeSamplerCommand = defineCommand<WriteSamplerArguments>({
  command: 'write-sampler <domain> <table>',
  describe: 'let a model write the sampler of a table, in a sandbox',
  examples: [
    ['$0 write-sampler library books --model MODEL', 'its source is for a person to read and own'],
    ['$0 write-sampler retail users --rounds 6 --wish "customers abroad"', 'more rounds, and a wish'],
  ],
  options: (yargs) =>
    modelOptions(tableOptions(yargs))
      .option('seed', { type: 'number', default: 1, describe: 'seed of the rows it is tried on' })
      .option('rounds', {
        type: 'number',
        default: 4,
        describe: 'how often the model may correct itself',
      }) as unknown as Argv<WriteSamplerArguments & GlobalArguments>,
  run: async (args, { output, signal }) => {
    const { folder, ...material } = await openTable(args);
    const { registry, ledger } = await openModels(args);
    const file = args.out ?? join(folder, `${material.table.name}.sampler.ts`);
    const written = await writeSampler({
      ...material,
      model: registry.model(namedModel(args)),
      seed: args.seed,
      rounds: args.rounds,
      file,
      ...(args.wish !== undefined && { wish: args.wish }),
      signal,
      onRound: (round, problems) => output.line(`round ${round} is not right: ${problems[0] ?? ''}`),
    });
    printLedger(ledger, output);
    output.line(
      `wrote ${file} after ${written.rounds} ${written.rounds === 1 ? 'round' : 'rounds'}: read it, give it types, and make it yours`,
    );
    output.result({ domain: material.domain.name, table: material.table.name, rounds: written.rounds, file });
    return 0;
  },
});
