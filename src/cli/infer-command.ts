import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { inferSchemas, readTables } from '../generate/index.ts';
import { defineCommand } from './command.ts';

/** `taskwright infer`: schemas, references and spreads from tables that exist, as a start to edit. */
export const inferCommand = defineCommand<{ readonly path: string; readonly out: string | undefined }>({
  command: 'infer <path>',
  describe: 'schemas, references and spreads from existing tables',
  examples: [
    ['$0 infer exports/ --out schemas/shop/tables', 'a folder of .json, .jsonl or .csv files'],
    ['$0 infer users.csv', 'look at one table first'],
  ],
  options: (yargs) =>
    yargs
      .positional('path', { type: 'string', demandOption: true, describe: 'folder of tables, or one file' })
      .option('out', { type: 'string', describe: 'folder for <table>.schema.json and spreads.json' }),
  run: async (args, { output }) => {
    const tables = readTables(args.path);
    const { schemas, spreads } = inferSchemas(tables);
    output.table(
      ['table', 'rows', 'key', 'references'],
      tables.map(({ name, rows }) => [
        name,
        String(rows.length),
        String(schemas[name]?.['x-key'] ?? ''),
        [
          ...new Set(
            [...JSON.stringify(schemas[name]).matchAll(/"x-references":"([^"]+)"/g)].map(
              ([, target]) => target,
            ),
          ),
        ].join(', '),
      ]),
    );
    if (args.out !== undefined) {
      mkdirSync(args.out, { recursive: true });
      for (const [name, schema] of Object.entries(schemas)) {
        writeFileSync(join(args.out, `${name}.schema.json`), formatJson(schema));
      }
      writeFileSync(join(args.out, 'spreads.json'), formatJson(spreads as unknown as JsonValue));
      output.line(
        `wrote ${Object.keys(schemas).length} schemas and spreads.json to ${args.out}: a start to edit`,
      );
    }
    output.result({ tables: schemas, spreads });
    return 0;
  },
});
