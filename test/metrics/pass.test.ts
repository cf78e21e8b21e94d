import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUserError } from '../../src/base/finding/index.ts';
import { maxAtK, passAtK, passHatK } from '../../src/metrics/pass.ts';

/** All k-subsets of a list: the definition, for lists small enough. */
function subsets<Item>(items: readonly Item[], k: number): Item[][] {
  if (k === 0) return [[]];
  return items.flatMap((item, at) => subsets(items.slice(at + 1), k - 1).map((rest) => [item, ...rest]));
}

const draw = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 })
  .chain((values) =>
    fc.record({ values: fc.constant(values), k: fc.integer({ min: 1, max: values.length }) }),
  );

describe('k of n trials', () => {
  it('max@k is the mean of the maxima of all k-subsets', () => {
    fc.assert(
      fc.property(draw, ({ values, k }) => {
        const maxima = subsets(values, k).map((subset) => Math.max(...subset));
        expect(maxAtK(values, k)).toBeCloseTo(maxima.reduce((a, b) => a + b, 0) / maxima.length, 10);
      }),
    );
  });

  it('on successes and failures max@k is pass@k, and pass^k is its mirror', () => {
    fc.assert(
      fc.property(draw, ({ values, k }) => {
        const bits: number[] = values.map((value) => (value > 0.5 ? 1 : 0));
        const successes = bits.filter((bit) => bit === 1).length;
        expect(passAtK(bits.length, successes, k)).toBeCloseTo(maxAtK(bits, k), 10);
        expect(passHatK(bits.length, successes, k)).toBeCloseTo(
          1 - passAtK(bits.length, bits.length - successes, k),
          10,
        );
      }),
    );
  });

  it.each([
    [4, 5, 1],
    [4, -1, 1],
    [4, 2, 0],
    [4, 2, 5],
    [0, 0, 1],
    [4, 2, 1.5],
  ])('refuses %i trials with %i successes at k = %d', (trials, successes, k) => {
    for (const metric of [passAtK, passHatK]) {
      expect(() => metric(trials, successes, k)).toThrow(/^Cannot compute pass/);
      try {
        metric(trials, successes, k);
      } catch (error) {
        expect(isUserError(error)).toBe(true);
      }
    }
  });
});
