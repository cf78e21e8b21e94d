import type { Faker } from '@faker-js/faker';
import { suggest, UserError } from '../base/finding/index.ts';
import type { RandomStream } from '../base/random/index.ts';
import type { Generator, Identity } from './define-generator.ts';
import type { Calendar } from './values/calendar.ts';

/** A row before it is made: its number, its key, and whatever else its generator's `identity` gave. */
export interface KnownRow<Known extends Identity = Identity> {
  readonly index: number;
  readonly key: string;
  readonly identity: Known;
}

/** What `settle` sees of a block: all rows' identities and ties, no row yet. */
export interface SettleInput {
  readonly random: RandomStream;
  readonly calendar: Calendar;
  /** Rows of a table in this block. The caller names the type of identity that the table's generator gives. */
  rows<Known extends Identity = Identity>(table: string): readonly KnownRow<Known>[];
  /** The rows that a row is tied to; `position` counts from 0 in the block. */
  linked<Known extends Identity = Identity>(
    table: string,
    link: string,
    position: number,
  ): readonly KnownRow<Known>[];
}

export interface DatabaseConfig<Settled = unknown> {
  readonly domain: string;
  /** The seed used where none is given. */
  readonly seed: number;
  /** Rows per table at scale 1: also the size of a block. Ties never leave a block, so that growth shifts no row. */
  readonly counts: Readonly<Record<string, number>>;
  /** One generator per table. */
  readonly generators: readonly Generator[];
  /** Faker in the wanted locale, for generators that draw from it. */
  readonly faker?: Faker;
  /** Decides what several tables must agree on (seats sold, for example) before any row of a block is made. */
  settle?(input: SettleInput): Settled;
}

/**
 * The content of `generators/<domain>/database.config.ts`.
 * @throws UserError when a count has no generator, a table has two, or a link leads to a table without one
 */
export function defineDatabase<Settled>(config: DatabaseConfig<Settled>): DatabaseConfig {
  const tables = config.generators.map(({ table }) => table);
  for (const [index, table] of tables.entries()) {
    if (tables.indexOf(table) !== index) fail(config, `table "${table}" has two generators`);
    if (config.counts[table] === undefined) fail(config, `table "${table}" has no count`);
  }
  for (const table of Object.keys(config.counts)) {
    if (!tables.includes(table)) {
      fail(config, `table "${table}" has a count but no generator`, suggest(table, tables));
    }
  }
  for (const generator of config.generators) {
    for (const [name, link] of Object.entries(generator.links)) {
      if (!tables.includes(link.table)) {
        fail(
          config,
          `link "${name}" of table "${generator.table}" leads to table "${link.table}", which has no generator`,
        );
      }
    }
  }
  return config as DatabaseConfig;
}

function fail(config: { readonly domain: string }, state: string, hint?: string): never {
  throw new UserError(`Cannot define database "${config.domain}": ${state}`, {
    at: `generators/${config.domain}/database.config.ts`,
    ...(hint !== undefined && { hint }),
  });
}
