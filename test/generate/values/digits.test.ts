import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, digits } from '../../../src/generate/index.ts';

describe('digits', () => {
  it('fill a number up with zeros, and leave a longer one as it is', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 7 }), (value, width) => {
        expect(digits(value, width)).toBe(String(value).padStart(width, '0'));
      }),
    );
  });

  it('decimal is the text of any whole number', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(decimal(value)).toBe(String(value));
      }),
    );
    expect([2 ** 31 - 1, 2 ** 31, 5_000_000_007, 10 ** 15].map(decimal)).toEqual([
      '2147483647',
      '2147483648',
      '5000000007',
      '1000000000000000',
    ]);
  });
});
