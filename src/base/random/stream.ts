/** Part of a stream's name: a word or a counter. */
export type StreamName = string | number;

/** Rounds that are thrown away, so that near seeds give streams that have nothing in common. */
const WARM_UP = 12;

/**
 * A seeded stream of random numbers (sfc32), made from a seed and a name. Streams of different names are independent,
 * so that adding a table, a row or a trial shifts no other value.
 */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;
  readonly #startA: number;
  readonly #startB: number;
  readonly #startC: number;

  /** @param seed any integer; @param name the path of this stream, for example `'rows', 'users', 17` */
  constructor(seed: number, ...name: readonly StreamName[]) {
    let a = 0x9e3779b9 ^ (seed | 0);
    let b = 0x243f6a88 ^ Math.floor(seed / 4294967296);
    let c = 0xb7e15162;
    for (const part of name) {
      if (typeof part === 'number') {
        a = mix(a ^ (part | 0));
        b = mix(b ^ Math.floor(part / 4294967296) ^ 0x5bd1e995);
      } else {
        for (let index = 0; index < part.length; index += 1) {
          a = mix(a ^ part.charCodeAt(index));
        }
        b = mix(b ^ a ^ 0x2545f491);
      }
      c = mix(c ^ a ^ (b >>> 1));
    }
    this.#startA = a;
    this.#startB = b;
    this.#startC = c;
    this.#a = a;
    this.#b = b;
    this.#c = c;
    for (let round = 0; round < WARM_UP; round += 1) this.uint32();
  }

  /**
   * Becomes its own sub-stream of that number, whatever was drawn before: a stream per row without making an object.
   * @param index a whole number, at least 0
   */
  at(index: number): this {
    // Rounds over locals: this runs once a row, and fields would be written 48 times.
    let a = mix(this.#startA ^ (index | 0));
    let b = mix(this.#startB ^ Math.floor(index / 4294967296) ^ 0x68bc21eb);
    let c = mix(this.#startC ^ a ^ 0x02e5be93);
    for (let round = 1; round <= WARM_UP; round += 1) {
      const sum = (a + b + round) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
    }
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = WARM_UP + 1;
    return this;
  }

  /** A whole number in [0, 2^32). */
  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** A number in [0, 1) with 53 random bits. */
  next(): number {
    return ((this.uint32() >>> 5) * 67108864 + (this.uint32() >>> 6)) / 9007199254740992;
  }

  /** A whole number in [low, high], both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One item. @throws RangeError when there is none */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('Cannot pick from an empty list');
    return items[Math.floor(this.next() * items.length)] as Item;
  }

  /** The items in random order; the given list is untouched. */
  shuffle<Item>(items: readonly Item[]): Item[] {
    const copy = [...items];
    for (let index = copy.length - 1; index > 0; index -= 1) {
      const other = this.int(0, index);
      [copy[index], copy[other]] = [copy[other] as Item, copy[index] as Item];
    }
    return copy;
  }

  /** `count` distinct items in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    return this.shuffle(items).slice(0, count);
  }
}

function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
