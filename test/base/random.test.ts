import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random/index.ts';

const draw = (stream: RandomStream, count = 8): number[] =>
  Array.from({ length: count }, () => stream.uint32());

describe('RandomStream', () => {
  it('gives the same numbers for the same seed and name', () => {
    expect(draw(new RandomStream(7, 'rows', 'users', 3))).toEqual(
      draw(new RandomStream(7, 'rows', 'users', 3)),
    );
  });
  it.each([
    [[8, 'rows', 'users', 3]],
    [[7, 'rows', 'users', 4]],
    [[7, 'rows', 'orders', 3]],
    [[7, 'row', 'susers', 3]],
    [[7 + 2 ** 32, 'rows', 'users', 3]],
  ] as const)('gives other numbers under the name %j', ([seed, ...name]) => {
    expect(draw(new RandomStream(seed, ...name))).not.toEqual(draw(new RandomStream(7, 'rows', 'users', 3)));
  });
  it('spreads evenly over ten buckets, also over the first value of many streams', () => {
    const counts = new Array<number>(10).fill(0);
    for (let index = 0; index < 20_000; index += 1) {
      const bucket = Math.floor(new RandomStream(1, 'spread', index).next() * 10);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0);
    expect(chiSquare).toBeLessThan(27.9); // 99.9 % quantile at 9 degrees of freedom
  });
  it('picks whole numbers with both ends included', () => {
    const stream = new RandomStream(1);
    const seen = new Set(Array.from({ length: 200 }, () => stream.int(2, 4)));
    expect([...seen].sort()).toEqual([2, 3, 4]);
  });
  it('shuffles without losing or doubling items', () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    expect(new RandomStream(5).shuffle(items).sort((a, b) => a - b)).toEqual(items);
  });
  it('refuses to pick from nothing', () => {
    expect(() => new RandomStream(1).pick([])).toThrow(RangeError);
  });
});
