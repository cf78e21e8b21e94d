import { join, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { suggest, UserError } from '../base/finding/index.ts';
import type { Domain, Table } from '../define/index.ts';
import { findDomain, loadDatabase, loadDomain, referenceKeys } from '../formats/index.ts';
import {
  defaultDatabase,
  invariantCheck,
  type ReferenceKeys,
  type RowsCheck,
  type SampledRow,
} from '../generate/index.ts';
import type { GlobalArguments } from './command.ts';

/** Options of commands that let a model make rows of a table. */
export interface TableArguments {
  readonly domain: string;
  readonly table: string;
  readonly database: string | undefined;
  readonly wish: string | undefined;
  readonly out: string | undefined;
}

/** What a model is told of a table, and what its rows are held to. */
export interface TableMaterial {
  readonly domain: Domain;
  readonly table: Table;
  /** A few rows to take after. */
  readonly examples: readonly SampledRow[];
  readonly references: ReferenceKeys;
  readonly invariants: RowsCheck;
  /** Folder of the domain's generators in the workspace. */
  readonly folder: string;
}

const EXAMPLES = 3;

/** Adds `<domain> <table>`, `--database`, `--wish` and `--out`. */
export function tableOptions(yargs: Argv<GlobalArguments>): Argv<TableArguments & GlobalArguments> {
  return yargs
    .positional('domain', { type: 'string', demandOption: true, describe: 'name of the domain' })
    .positional('table', { type: 'string', demandOption: true, describe: 'name of the table' })
    .option('database', {
      type: 'string',
      describe: 'rows to take after and to refer to (default: the generated database)',
    })
    .option('wish', { type: 'string', describe: 'what the rows should be like, in words' })
    .option('out', { type: 'string', describe: 'file to write (default: in generators/<domain>)' }) as Argv<
    TableArguments & GlobalArguments
  >;
}

/** Gathers what a model needs to know of a table. @throws UserError for a table the domain does not have */
export async function openTable(args: TableArguments & GlobalArguments): Promise<TableMaterial> {
  const workspace = resolve(args.workspace);
  const domain = await loadDomain(args.domain, { workspace });
  const table = Object.hasOwn(domain.tables, args.table) ? domain.tables[args.table] : undefined;
  if (table === undefined) {
    throw new UserError(
      `Cannot make rows of table "${args.table}": domain "${domain.name}" has no such table`,
      {
        hint: suggest(args.table, Object.keys(domain.tables)),
      },
    );
  }
  const database =
    args.database === undefined
      ? await defaultDatabase(domain, { workspace })
      : loadDatabase(domain, args.database);
  return {
    domain,
    table,
    examples: [...database.rows(table.name)].slice(0, EXAMPLES).map(([key, row]) => ({ key, row })),
    references: Object.fromEntries(
      table.references.map(({ target }) => [target, [...referenceKeys(database, target)]]),
    ),
    invariants: invariantCheck(domain, table.name, database),
    folder: join(findDomain(args.domain, workspace).root, 'generators', domain.name),
  };
}

/** The model that rows are asked of. @throws UserError when none is named */
export function namedModel({ model }: { readonly model?: string | undefined }): string {
  if (model !== undefined) return model;
  throw new UserError('Cannot ask for rows: no model is named', {
    hint: '--model NAME of taskwright.config.ts, or --model MODEL@http://HOST/v1',
  });
}
