import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permute, uniqueCode, uniqueDigits } from '../../../src/generate/index.ts';

describe('unique values', () => {
  it('permute carries each number of a range to a different one of the range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 0, max: 1000 }), (size, key) => {
        const seen = new Set(Array.from({ length: size }, (_, index) => permute(index, size, key)));
        expect(seen.size).toBe(size);
        expect([...seen].every((value) => value >= 0 && value < size)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('permute stays inside ranges that 32 bits cannot count', () => {
    const size = 3_000_000_000 * 5;
    const values = Array.from({ length: 2000 }, (_, index) => permute(index * 7_000_003, size, 4));
    expect(new Set(values).size).toBe(2000);
    expect(values.every((value) => Number.isInteger(value) && value >= 0 && value < size)).toBe(true);
    expect(Math.max(...values)).toBeGreaterThan(2 ** 32);
  });

  it('digits have the asked length, do not start with 0, and grow when used up', () => {
    const values = Array.from({ length: 1200 }, (_, index) => uniqueDigits(index, 2));
    expect(new Set(values).size).toBe(1200);
    expect(values.slice(0, 90).every((value) => /^[1-9]\d$/.test(value))).toBe(true);
    expect(values.slice(90, 990).every((value) => /^[1-9]\d\d$/.test(value))).toBe(true);
    expect(values.slice(990).every((value) => /^[1-9]\d{3}$/.test(value))).toBe(true);
  });

  it('codes are unique and of the asked length', () => {
    const values = Array.from({ length: 5000 }, (_, index) => uniqueCode(index, 6, 3));
    expect(new Set(values).size).toBe(5000);
    expect(values.every((value) => /^[A-HJ-NP-Z0-9]{6}$/.test(value))).toBe(true);
  });
});
