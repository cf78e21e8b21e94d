/**
 * Values that are unique because row numbers are: a row number is carried to another number by a keyed permutation,
 * so nothing is tried twice and nothing has to be remembered, however many rows there are.
 */

/** Carries a whole number in [0, size) to another one, each to a different one. `size` up to 2^44. */
export function permute(index: number, size: number, key: number): number {
  const bits = Math.max(2, Math.ceil(Math.log2(size)));
  const lowBits = bits >> 1;
  const highBits = bits - lowBits;
  let value = index;
  // Values that fall outside are carried on until they fall inside: still a permutation.
  do value = feistel(value, lowBits, highBits, key);
  while (value >= size);
  return value;
}

/** A number of `length` digits, not starting with 0, unique per index; longer once those are used up. */
export function uniqueDigits(index: number, length: number, key = 0): string {
  const { offset, size, width } = rangeOf(index, length);
  return String(10 ** (width - 1) + permute(offset, size, key + width));
}

const CODE = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** A code of letters and digits (no I, no O), unique per index; longer once those are used up. */
export function uniqueCode(index: number, length: number, key = 0): string {
  let offset = index;
  let width = length;
  while (offset >= CODE.length ** width) {
    offset -= CODE.length ** width;
    width += 1;
  }
  let rest = permute(offset, CODE.length ** width, key + width);
  let code = '';
  for (let place = 0; place < width; place += 1) {
    code = CODE[rest % CODE.length] + code;
    rest = Math.floor(rest / CODE.length);
  }
  return code;
}

function rangeOf(index: number, length: number) {
  let offset = index;
  let width = length;
  while (offset >= 9 * 10 ** (width - 1)) {
    offset -= 9 * 10 ** (width - 1);
    width += 1;
  }
  return { offset, size: 9 * 10 ** (width - 1), width };
}

/** Four rounds over two halves that may differ by one bit. */
function feistel(value: number, lowBits: number, highBits: number, key: number): number {
  const lowSize = 2 ** lowBits;
  const highSize = 2 ** highBits;
  let high = Math.floor(value / lowSize);
  let low = value - high * lowSize;
  for (let round = 0; round < 4; round += 2) {
    high = (high ^ scramble(low, key + round)) & (highSize - 1);
    low = (low ^ scramble(high, key + round + 1)) & (lowSize - 1);
  }
  return high * lowSize + low;
}

function scramble(value: number, key: number): number {
  let hash = Math.imul(value ^ Math.imul(key + 1, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
