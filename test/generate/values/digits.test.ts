import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digits } from '../../../src/generate/index.ts';

describe('digits', () => {
  it('fill a number up with zeros, and leave a longer one as it is', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 7 }), (value, width) => {
        expect(digits(value, width)).toBe(String(value).padStart(width, '0'));
      }),
    );
  });
});
