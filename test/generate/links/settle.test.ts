import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random/index.ts';
import { many, maybe, one, poisson, uniform, weighted } from '../../../src/generate/index.ts';
import { settleLink } from '../../../src/generate/links/settle.ts';

const stream = (seed: number): RandomStream => new RandomStream(seed, 'links');

describe('links', () => {
  it('one ties every row, and the number tied to each target follows the distribution and adds up', () => {
    const each = weighted([
      [0, 1],
      [1, 2],
      [2, 4],
      [3, 2],
      [4, 1],
    ]);
    const settled = settleLink(one('users', { each }), 2000, 1000, stream(1));
    const counts = Array.from({ length: 1000 }, (_, target) => settled.rows(target, (row) => row).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2000);
    expect(counts.filter((count) => count === 2).length).toBeGreaterThan(300);
    expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  });

  it('both ways agree, whatever the sizes', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(1000),
        fc.constantFrom(
          one('t'),
          maybe('t', 0.5),
          many('t', uniform(0, 4)),
          many('t', poisson(2), { weight: uniform(1, 9) }),
        ),
        (rows, targets, seed, link) => {
          const settled = settleLink(link, rows, targets, stream(seed));
          for (let row = 0; row < rows; row += 1) {
            const tied = settled.targets(row, (target) => target);
            expect(new Set(tied).size).toBe(tied.length);
            if (link.kind === 'one') expect(tied.length).toBe(1);
            if (link.kind === 'maybe') expect(tied.length).toBeLessThanOrEqual(1);
            for (const target of tied) expect(settled.rows(target, (tied) => tied)).toContain(row);
          }
          const back = Array.from(
            { length: targets },
            (_, target) => settled.rows(target, (row) => row).length,
          );
          const forth = Array.from(
            { length: rows },
            (_, row) => settled.targets(row, (target) => target).length,
          );
          expect(back.reduce((a, b) => a + b, 0)).toBe(forth.reduce((a, b) => a + b, 0));
        },
      ),
      { numRuns: 80 },
    );
  });

  it('bounds per target are kept exactly', () => {
    const settled = settleLink(one('t', { least: 1, most: 3 }), 50, 20, stream(2));
    const counts = Array.from({ length: 20 }, (_, target) => settled.rows(target, (row) => row).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(50);
  });

  it('bounds that leave no way are refused', () => {
    expect(() => settleLink(one('t', { most: 2 }), 50, 20, stream(2))).toThrow(
      'Cannot tie 50 rows to 20 rows of "t": each takes 0 to 2',
    );
    expect(() => settleLink(one('t'), 5, 0, stream(2))).toThrow(
      'Cannot tie 5 rows to table "t": it has no rows here',
    );
  });
});
