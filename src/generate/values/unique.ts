import { decimal } from './digits.ts';

/**
 * Values that are unique because row numbers are: a row number is carried to another number by a keyed permutation,
 * so nothing is tried twice and nothing has to be remembered, however many rows there are.
 */

/** Carries a whole number in [0, size) to another one, each to a different one. `size` up to 2^44. */
export function permute(index: number, size: number, key: number): number {
  const bits = Math.max(2, bitsOf(size));
  const low = 2 ** (bits >> 1);
  const high = 2 ** (bits - (bits >> 1));
  let value = index;
  // Values that fall outside are carried on until they fall inside: still a permutation.
  do value = feistel(value, low, high, key);
  while (value >= size);
  return value;
}

/** How many bits the numbers below a size have. */
function bitsOf(size: number): number {
  return size <= 4294967296 ? 32 - Math.clz32(size - 1) : 64 - Math.clz32(Math.ceil(size / 4294967296) - 1);
}

/** Powers of ten, looked up instead of raised anew for each number. */
const TENS = Array.from({ length: 16 }, (_, power) => 10 ** power);

/** A number of `length` digits, not starting with 0, unique per index; longer once those are used up. */
export function uniqueDigits(index: number, length: number, key = 0): string {
  let offset = index;
  let width = length;
  for (; offset >= 9 * ten(width - 1); width += 1) offset -= 9 * ten(width - 1);
  return decimal(ten(width - 1) + permute(offset, 9 * ten(width - 1), key + width));
}

function ten(power: number): number {
  return TENS[power] ?? 10 ** power;
}

const CODE = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** A code of letters and digits (no I, no O), unique per index; longer once those are used up. */
export function uniqueCode(index: number, length: number, key = 0): string {
  let offset = index;
  let width = length;
  let size = CODE.length ** width;
  while (offset >= size) {
    offset -= size;
    width += 1;
    size *= CODE.length;
  }
  let rest = permute(offset, size, key + width);
  let code = '';
  for (let place = 0; place < width; place += 1) {
    code = CODE[rest % CODE.length] + code;
    rest = Math.floor(rest / CODE.length);
  }
  return code;
}

/** Four rounds over two halves, of so many values each, that may differ by one bit. */
function feistel(value: number, lows: number, highs: number, key: number): number {
  let high = Math.floor(value / lows);
  let low = value - high * lows;
  for (let round = 0; round < 4; round += 2) {
    high = (high ^ scramble(low, key + round)) & (highs - 1);
    low = (low ^ scramble(high, key + round + 1)) & (lows - 1);
  }
  return high * lows + low;
}

function scramble(value: number, key: number): number {
  let hash = Math.imul(value ^ Math.imul(key + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
