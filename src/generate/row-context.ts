import { UserError } from '../base/finding/index.ts';
import type { RandomStream } from '../base/random/index.ts';
import type { RowContext, RowHandle } from './define-generator.ts';
import type { Handle, TableBlock } from './table-block.ts';

/** What the generator of a row is given: looked up as it is asked for, since most rows ask for little. */
// biome-ignore lint/suspicious/noExplicitAny: types are those of the generator's definition
export class Context implements RowContext<any, any, any, any> {
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
      return settled.rows(this.#handle.position, (position) => other.handle(position));
    };
  }

  #handles(): Record<string, unknown> {
    const { position } = this.#handle;
    const handles: Record<string, unknown> = {};
    for (const { name, many, settled, target } of this.#table.ties) {
      if (many) handles[name] = settled.targets(position, (at) => target.handle(at));
      else {
        const at = settled.target(position);
        handles[name] = at < 0 ? undefined : target.handle(at);
      }
    }
    return handles;
  }
}
