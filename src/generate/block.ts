import { UserError } from '../base/finding/index.ts';
import type { JsonObject } from '../base/json/index.ts';
import { RandomStream } from '../base/random/index.ts';
import type { DatabaseConfig, KnownRow } from './define-database.ts';
import type { Generator, Identity, RowContext, RowHandle } from './define-generator.ts';
import { type FakerSource, fakerSource } from './faker.ts';
import { type SettledLink, settleLink } from './links/settle.ts';
import type { BlockRanges } from './plan.ts';
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
        const targets = [...(links.get(link) as SettledLink).targets(position)];
        return targets.map((at) => target.handle(at)) as unknown as readonly KnownRow<Known>[];
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

/** The rows of one table in one block. */
export class TableBlock {
  readonly block: Block;
  readonly generator: Generator;
  readonly handles: readonly Handle[];
  readonly links = new Map<string, SettledLink>();
  readonly calendar: Calendar;
  readonly seed: number;
  #stream: RandomStream;
  #busy = false;

  constructor(
    block: Block,
    origin: Origin,
    generator: Generator,
    { from, to }: { readonly from: number; readonly to: number },
    calendar: Calendar,
  ) {
    this.block = block;
    this.generator = generator;
    this.calendar = calendar;
    this.seed = origin.seed;
    this.#stream = new RandomStream(origin.seed, 'rows', generator.table);
    const random = new RandomStream(origin.seed, 'identity', generator.table);
    const handles = new Array<Handle>(to - from);
    for (let index = from; index < to; index += 1) {
      const identity = generator.identity({ index, random: random.at(index) });
      handles[index - from] = new Handle(this, index, index - from, identity);
    }
    this.handles = handles;
  }

  handle(position: number): Handle {
    return this.handles[position] as Handle;
  }

  settle(seed: number): void {
    for (const [name, link] of Object.entries(this.generator.links)) {
      const targets = this.block.table(link.table).handles.length;
      const random = new RandomStream(seed, 'links', this.generator.table, name, this.block.number);
      this.links.set(name, settleLink(link, this.handles.length, targets, random));
    }
  }

  /** Makes a row. The stream is shared by the rows of the table, unless one row asks for another of its table. */
  make(handle: Handle): unknown {
    const shared = !this.#busy;
    const random = shared ? this.#stream : new RandomStream(this.seed, 'rows', this.generator.table);
    this.#busy = true;
    try {
      return this.generator.row(new Context(this, handle, random.at(handle.index)));
    } finally {
      if (shared) this.#busy = false;
    }
  }
}

/** A row that is known by its key and made on first use. */
class Handle implements RowHandle<unknown> {
  readonly index: number;
  readonly position: number;
  readonly identity: Identity;
  readonly #table: TableBlock;
  #row: unknown;
  #state: 'open' | 'making' | 'made' = 'open';

  constructor(table: TableBlock, index: number, position: number, identity: Identity) {
    this.#table = table;
    this.index = index;
    this.position = position;
    this.identity = identity;
  }

  get key(): string {
    return this.identity.key;
  }

  get row(): JsonObject {
    if (this.#state === 'made') return this.#row as JsonObject;
    if (this.#state === 'making') {
      throw new UserError(
        `Cannot make row ${this.index} of table "${this.#table.generator.table}": making it asks for itself`,
        { hint: 'take what the other row needs from identities or links instead of from the row' },
      );
    }
    this.#state = 'making';
    this.#row = this.#table.make(this);
    this.#state = 'made';
    return this.#row as JsonObject;
  }
}

export type { Handle };

// biome-ignore lint/suspicious/noExplicitAny: types are those of the generator's definition
class Context implements RowContext<any, any, any, any> {
  readonly random: RandomStream;
  readonly #table: TableBlock;
  readonly #handle: Handle;
  // biome-ignore lint/suspicious/noExplicitAny: types are those of the generator's definition
  #links: any;

  constructor(table: TableBlock, handle: Handle, random: RandomStream) {
    this.#table = table;
    this.#handle = handle;
    this.random = random;
  }

  get index() {
    return this.#handle.index;
  }

  get key() {
    return this.#handle.identity.key;
  }

  get identity() {
    return this.#handle.identity;
  }

  get position() {
    return this.#handle.position;
  }

  get settled() {
    return this.#table.block.settled;
  }

  get calendar() {
    return this.#table.calendar;
  }

  get faker() {
    return this.#table.block.faker(this.random);
  }

  get links() {
    this.#links ??= this.#handles();
    return this.#links;
  }

  // A getter, so that generators may take it out of the context.
  get from() {
    return (table: string, link: string): readonly RowHandle<unknown>[] => {
      const other = this.#table.block.table(table);
      const settled = other.links.get(link);
      if (settled === undefined) {
        throw new UserError(`Cannot follow link "${link}": table "${table}" has no such link`);
      }
      return Array.from(settled.rows(this.#handle.position), (position) => other.handle(position));
    };
  }

  #handles(): Record<string, unknown> {
    const { block, generator, links } = this.#table;
    const { position } = this.#handle;
    const handles: Record<string, unknown> = {};
    for (const [name, settled] of links) {
      const { kind, table } = generator.links[name] as { kind: string; table: string };
      const target = block.table(table);
      if (kind === 'many') {
        handles[name] = Array.from(settled.targets(position), (at) => target.handle(at));
      } else {
        const at = settled.target(position);
        handles[name] = at < 0 ? undefined : target.handle(at);
      }
    }
    return handles;
  }
}
