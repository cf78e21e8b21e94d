import { UserError } from '../../base/finding/index.ts';
import type { RandomStream } from '../../base/random/index.ts';
import type { Link } from './link.ts';
import { shareOut } from './share-out.ts';

/** The ties of one link in one block, both ways, by position in the block. */
export class SettledLink {
  /** Targets of row i: `targets[starts[i]]` up to `targets[starts[i + 1]]`. */
  readonly #starts: Int32Array;
  readonly #targets: Int32Array;
  readonly #size: number;
  #back: { readonly starts: Int32Array; readonly rows: Int32Array } | undefined;

  constructor(starts: Int32Array, targets: Int32Array, size: number) {
    this.#starts = starts;
    this.#targets = targets;
    this.#size = size;
  }

  /** What `see` makes of the target rows of a row, in the order drawn. */
  targets<Seen>(row: number, see: (target: number) => Seen): Seen[] {
    return slice(this.#targets, this.#starts, row, see);
  }

  /** The only target of a row, −1 when it has none. */
  target(row: number): number {
    const at = this.#starts[row] as number;
    return at < (this.#starts[row + 1] as number) ? (this.#targets[at] as number) : -1;
  }

  /** What `see` makes of the rows tied to a target, in their order. */
  rows<Seen>(target: number, see: (row: number) => Seen): Seen[] {
    this.#back ??= this.#invert();
    return slice(this.#back.rows, this.#back.starts, target, see);
  }

  #invert() {
    const starts = new Int32Array(this.#size + 1);
    for (const target of this.#targets) starts[target + 1] = (starts[target + 1] as number) + 1;
    for (let target = 0; target < this.#size; target += 1) {
      starts[target + 1] = (starts[target + 1] as number) + (starts[target] as number);
    }
    const next = starts.slice();
    const rows = new Int32Array(this.#targets.length);
    for (let row = 0; row + 1 < this.#starts.length; row += 1) {
      for (let at = this.#starts[row] as number; at < (this.#starts[row + 1] as number); at += 1) {
        const target = this.#targets[at] as number;
        rows[next[target] as number] = row;
        next[target] = (next[target] as number) + 1;
      }
    }
    return { starts, rows };
  }
}

function slice<Seen>(all: Int32Array, starts: Int32Array, of: number, see: (one: number) => Seen): Seen[] {
  const from = starts[of] as number;
  const count = (starts[of + 1] as number) - from;
  const seen = new Array<Seen>(count);
  for (let at = 0; at < count; at += 1) seen[at] = see(all[from + at] as number);
  return seen;
}

/**
 * Settles a link for a block: which of `targets` rows each of `rows` rows is tied to.
 * @throws UserError when there is nothing to tie to, or the link's bounds leave no way
 */
export function settleLink(link: Link, rows: number, targets: number, random: RandomStream): SettledLink {
  if (rows > 0 && targets === 0 && link.kind !== 'maybe') {
    throw new UserError(`Cannot tie ${rows} rows to table "${link.table}": it has no rows here`, {
      hint: `give "${link.table}" a count above 0`,
    });
  }
  if (link.kind === 'many') return settleMany(link, rows, targets, random);
  const tied: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    if (link.kind === 'one' || (targets > 0 && random.chance(link.probability ?? 1))) tied.push(row);
  }
  const counts = shareOut(link, tied.length, targets, random);
  const slots = new Int32Array(tied.length);
  let slot = 0;
  for (let target = 0; target < targets; target += 1) {
    slots.fill(target, slot, slot + (counts[target] as number));
    slot += counts[target] as number;
  }
  shuffleInPlace(slots, random);
  const starts = new Int32Array(rows + 1);
  for (const row of tied) starts[row + 1] = 1;
  for (let row = 0; row < rows; row += 1)
    starts[row + 1] = (starts[row + 1] as number) + (starts[row] as number);
  return new SettledLink(starts, slots, targets);
}

function settleMany(link: Link, rows: number, targets: number, random: RandomStream): SettledLink {
  const pick = targetPicker(link, targets, random);
  const starts = new Int32Array(rows + 1);
  const all: number[] = [];
  const seen = new Int32Array(targets).fill(-1);
  for (let row = 0; row < rows; row += 1) {
    const count = Math.min(targets, Math.max(0, Math.round(link.count?.(random) ?? 1)));
    let tries = 0;
    for (let found = 0; found < count; ) {
      let target = pick(random);
      // After a few misses the next free target is taken, so that a favourite cannot hold the draw up.
      if (tries++ > 8 * count) while (seen[target] === row) target = (target + 1) % targets;
      if (seen[target] === row) continue;
      seen[target] = row;
      all.push(target);
      found += 1;
    }
    starts[row + 1] = all.length;
  }
  return new SettledLink(starts, Int32Array.from(all), targets);
}

function targetPicker(link: Link, targets: number, random: RandomStream): (random: RandomStream) => number {
  const weight = link.weight;
  if (weight === undefined) return (stream) => Math.floor(stream.next() * targets);
  const upTo = new Float64Array(targets);
  let total = 0;
  for (let target = 0; target < targets; target += 1) {
    total += Math.max(0, weight(random));
    upTo[target] = total;
  }
  return (stream) => {
    const at = stream.next() * total;
    let low = 0;
    let high = targets - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

function shuffleInPlace(values: Int32Array, random: RandomStream): void {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.next() * (index + 1));
    const kept = values[index] as number;
    values[index] = values[other] as number;
    values[other] = kept;
  }
}
