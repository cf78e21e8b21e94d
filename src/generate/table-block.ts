import { UserError } from '../base/finding/index.ts';
import type { JsonObject } from '../base/json/index.ts';
import { RandomStream } from '../base/random/index.ts';
import type { Block, Origin } from './block.ts';
import type { Generator, Identity, RowHandle } from './define-generator.ts';
import { type SettledLink, settleLink } from './links/settle.ts';
import { Context } from './row-context.ts';
import type { Calendar } from './values/calendar.ts';

/** A settled link of a table with the rows it leads to. */
interface Tie {
  readonly name: string;
  readonly many: boolean;
  readonly settled: SettledLink;
  readonly target: TableBlock;
}

/** The rows of one table in one block. */
export class TableBlock {
  readonly block: Block;
  readonly generator: Generator;
  readonly handles: readonly Handle[];
  readonly links = new Map<string, SettledLink>();
  /** The links once more, with what each row needs of them at hand. */
  readonly ties: Tie[] = [];
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
      const target = this.block.table(link.table);
      const random = new RandomStream(seed, 'links', this.generator.table, name, this.block.number);
      const settled = settleLink(link, this.handles.length, target.handles.length, random);
      this.links.set(name, settled);
      this.ties.push({ name, many: link.kind === 'many', settled, target });
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
export class Handle implements RowHandle<unknown> {
  readonly index: number;
  readonly position: number;
  readonly identity: Identity;
  readonly #table: TableBlock;
  #row: unknown;
  #make: unknown;
  #made: unknown;
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
  once<Made>(make: (row: never) => Made): Made {
    // One slot: two functions that take turns would each be called anew, and still give the same.
    if (this.#make !== make) {
      this.#made = make(this.row as never);
      this.#make = make;
    }
    return this.#made as Made;
  }
}
