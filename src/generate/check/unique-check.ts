import type { UniqueColumn } from './block-checks.ts';

/** A column with the hash that stands in it more than once, and the blocks where. */
export interface Repeated {
  readonly column: string;
  readonly blocks: readonly number[];
}

/** Collects the hashes of unique columns block by block and looks for equal ones at the end: 8 bytes a value. */
export class UniqueCheck {
  readonly #columns = new Map<string, { readonly block: number; readonly hashes: Float64Array }[]>();

  add(block: number, columns: readonly UniqueColumn[]): void {
    for (const { name, hashes } of columns) {
      const parts = this.#columns.get(name);
      if (parts === undefined) this.#columns.set(name, [{ block, hashes }]);
      else parts.push({ block, hashes });
    }
  }

  /** Columns in which a hash stands more than once. */
  repeated(): Repeated[] {
    const found: Repeated[] = [];
    for (const [column, parts] of this.#columns) {
      const all = new Float64Array(parts.reduce((sum, { hashes }) => sum + hashes.length, 0));
      let at = 0;
      for (const { hashes } of parts) {
        all.set(hashes, at);
        at += hashes.length;
      }
      all.sort();
      const twice = new Set<number>();
      for (let index = 1; index < all.length; index += 1) {
        if (all[index] === all[index - 1]) twice.add(all[index] as number);
      }
      if (twice.size === 0) continue;
      const blocks = parts.filter(({ hashes }) => hashes.some((hash) => twice.has(hash)));
      found.push({ column, blocks: blocks.map(({ block }) => block) });
    }
    return found;
  }
}
