import { RandomStream } from '../base/random/index.ts';
import type { DatabaseConfig, KnownRow } from './define-database.ts';
import type { Identity } from './define-generator.ts';
import { type FakerSource, fakerSource } from './faker.ts';
import type { SettledLink } from './links/settle.ts';
import type { BlockRanges } from './plan.ts';
import { TableBlock } from './table-block.ts';
import { Calendar } from './values/calendar.ts';

/** What the rows of a database depend on besides their numbers. */
export interface Origin {
  readonly config: DatabaseConfig;
  readonly seed: number;
  /** The domain's frozen time. */
  readonly now: string;
}

/**
 * A block of rows that may be tied to each other and to nothing outside. Identities and ties are settled when it is made;
 * rows are made when asked for, in any order. What a block holds depends on the origin, its number and its ranges alone.
 */
export class Block {
  readonly number: number;
  readonly ranges: BlockRanges;
  readonly faker: FakerSource;
  readonly #tables = new Map<string, TableBlock>();
  #settled: unknown;

  constructor(origin: Origin, number: number, ranges: BlockRanges) {
    this.number = number;
    this.ranges = ranges;
    const calendar = new Calendar(origin.now);
    this.faker = fakerSource(origin.config.faker, origin.now);
    for (const generator of origin.config.generators) {
      const range = ranges[generator.table] ?? { from: 0, to: 0 };
      this.#tables.set(generator.table, new TableBlock(this, origin, generator, range, calendar));
    }
    for (const table of this.#tables.values()) table.settle(origin.seed);
    this.#settled = origin.config.settle?.({
      random: new RandomStream(origin.seed, 'settle', number),
      calendar,
      rows: <Known extends Identity>(table: string) =>
        this.table(table).handles as unknown as readonly KnownRow<Known>[],
      linked: <Known extends Identity>(table: string, link: string, position: number) => {
        const { links, generator } = this.table(table);
        const target = this.table(generator.links[link]?.table ?? '');
        const settled = links.get(link) as SettledLink;
        return settled.targets(position, (at) => target.handle(at)) as unknown as readonly KnownRow<Known>[];
      },
    });
  }

  get settled(): unknown {
    return this.#settled;
  }

  /** The rows of one table. @throws Error when no generator makes that table */
  table(name: string): TableBlock {
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`Cannot find table "${name}": no generator makes it`);
    return table;
  }

  tables(): Iterable<TableBlock> {
    return this.#tables.values();
  }
}
