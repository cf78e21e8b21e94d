import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { rowTypes } from '../define/index.ts';
import { loadDomain } from '../formats/index.ts';
import { domainFiles, type FoundTable, inferSchemas, readTables } from '../generate/index.ts';
import { type CommandContext, defineCommand, type GlobalArguments } from './command.ts';

interface InferArguments {
  readonly path: string;
  readonly domain: string | undefined;
  readonly out: string | undefined;
}

/** `taskwright infer`: a domain, or schemas and spreads alone, from tables that exist, as a start to edit. */
export const inferCommand = defineCommand<InferArguments>({
  command: 'infer <path>',
  describe: 'a domain with generators from existing tables',
  examples: [
    ['$0 infer exports/ --domain shop', 'schemas/shop and generators/shop, ready for check and generate'],
    ['$0 infer db.json --domain shop --workspace ../shop', 'from one file of all tables, elsewhere'],
    ['$0 infer users.csv', 'look at one table first'],
    ['$0 infer exports/ --out found', 'schemas and spreads only'],
  ],
  options: (yargs) =>
    yargs
      .positional('path', {
        type: 'string',
        demandOption: true,
        describe: 'folder of .json, .jsonl and .csv tables, or one file',
      })
      .option('domain', { type: 'string', describe: 'name of the domain to write into the workspace' })
      .option('out', { type: 'string', describe: 'folder for <table>.schema.json and spreads.json' }),
  run: async (args, context) => {
    const { output } = context;
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
    const files = args.domain === undefined ? [] : await writeDomain(args, args.domain, tables, context);
    output.result({ tables: schemas, spreads, ...(args.domain !== undefined && { files }) });
    return 0;
  },
});

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** @throws UserError when the name cannot be one, or is taken */
async function writeDomain(
  { workspace, path }: InferArguments & GlobalArguments,
  domain: string,
  tables: readonly FoundTable[],
  { output }: CommandContext,
): Promise<readonly string[]> {
  if (!NAME.test(domain)) {
    throw new UserError(`Cannot use "${domain}" as the name of a domain: not a name in kebab-case`, {
      hint: 'use small letters, digits and hyphens, beginning with a letter',
    });
  }
  const empty = tables.find(({ rows }) => rows.length === 0);
  if (empty !== undefined) {
    throw new UserError(`Cannot infer table "${empty.name}": it has no rows`, { at: path });
  }
  const root = resolve(workspace);
  for (const folder of ['schemas', 'generators']) {
    if (!existsSync(join(root, folder, domain))) continue;
    throw new UserError(`Cannot write domain "${domain}": it exists already`, {
      at: join(root, folder, domain),
      hint: 'choose another name, or move it away',
    });
  }
  const written = [...domainFiles(domain, tables)].map(([name, text]) => write(join(root, name), text));
  const loaded = await loadDomain(domain, { workspace: root });
  written.push(write(join(root, 'schemas', domain, 'types.generated.ts'), await rowTypes(loaded)));
  const names = written.map((file) => relative(root, file));
  output.line(
    `wrote ${names.length} files to schemas/${domain} and generators/${domain} of ${basename(root)}`,
  );
  output.line(`  next: taskwright check ${domain}; taskwright generate ${domain} --report spreads.md`);
  return names;
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
