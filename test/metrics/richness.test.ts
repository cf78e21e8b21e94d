import { describe, expect, it } from 'vitest';
import { chao1 } from '../../src/metrics/chao1.ts';
import { entropyBits } from '../../src/metrics/entropy.ts';
import { goodTuring } from '../../src/metrics/good-turing.ts';
import { comparePaired, noiseFloor } from '../../src/metrics/paired-comparison.ts';
import { binomialTail, exactUpperBound, trialsForBound } from '../../src/metrics/unseen-bound.ts';

describe('the bound on unseen outcomes', () => {
  // [trials, events, bound]: 1 - 0.05^(1/n) without events; the others from the published Clopper–Pearson tables.
  const cases = [
    [40, 0, 0.0722],
    [8, 0, 0.3123],
    [4, 0, 0.5271],
    [1, 0, 0.95],
    [10, 1, 0.3942],
    [20, 5, 0.4556],
    [10, 10, 1],
  ] as const;
  it.each(cases)('after %i trials with %i events is %f', (trials, events, bound) => {
    expect(exactUpperBound(trials, events)).toBeCloseTo(bound, 3);
  });

  it('is 1 when nothing was tried', () => {
    expect(exactUpperBound(0)).toBe(1);
  });

  it('leaves exactly the wanted chance of so few events', () => {
    expect(binomialTail(37, 3, exactUpperBound(37, 3, 0.9))).toBeCloseTo(0.1, 6);
  });

  it('refuses counts that cannot be', () => {
    expect(() => exactUpperBound(3, 4)).toThrow('4 events in 3 trials');
  });

  it('plans as many trials as it needs', () => {
    expect(trialsForBound(0.0722)).toBe(40);
    expect(exactUpperBound(trialsForBound(0.05))).toBeLessThanOrEqual(0.05);
    expect(exactUpperBound(trialsForBound(0.05) - 1)).toBeGreaterThan(0.05);
  });
});

describe('richness of outcomes', () => {
  it('counts the unseen share by what was seen once', () => {
    expect(goodTuring([30, 8, 1, 1])).toEqual({ coverage: 0.95, unseen: 0.05 });
  });

  it('estimates more kinds than seen only when some were seen once', () => {
    expect(chao1([20, 20])).toBe(2);
    expect(chao1([35, 1, 1, 1, 2])).toBe(5 + (3 * 2) / (2 * 2));
  });

  it('corrects entropy for a small sample', () => {
    expect(entropyBits([40])).toBe(0);
    expect(entropyBits([20, 20])).toBeCloseTo(1 + 1 / (80 * Math.LN2), 10);
  });

  it('is undefined, not zero, where nothing was counted', () => {
    expect([goodTuring([]), chao1([]), entropyBits([0])]).toEqual([null, null, null]);
  });
});

describe('comparison of two runs', () => {
  const same = Array.from({ length: 30 }, (_, index) => ({ trials: 10, passed: index % 11 }));

  it('finds no difference between a run and itself', () => {
    const comparison = comparePaired(same.map((counts) => [counts, counts]));
    expect(comparison).toMatchObject({ tasks: 30, difference: 0, pValue: 1 });
    // Alike by chance is not exact.
    expect(comparison.smallestVisible).toBeGreaterThan(0);
  });

  it('finds a difference every task shows', () => {
    const better = same.map(
      (counts) => [counts, { trials: 10, passed: Math.min(10, counts.passed + 2) }] as const,
    );
    const comparison = comparePaired(better);
    expect(comparison.difference).toBeGreaterThan(0.15);
    expect(comparison.pValue).toBeLessThan(0.01);
    expect(comparison.interval.low).toBeGreaterThan(0);
  });

  it('leaves out tasks that one run has no trials of, and refuses when none is left', () => {
    expect(
      comparePaired([...same.map((c) => [c, c] as const), [{ trials: 0, passed: 0 }, same[0]!]]).tasks,
    ).toBe(30);
    expect(() => comparePaired([[{ trials: 0, passed: 0 }, same[0]!]])).toThrow(
      'no task has countable trials',
    );
  });

  it('knows how far chance alone carries two runs of one agent', () => {
    expect(noiseFloor([{ trials: 1, passed: 1 }])).toBeNull();
    expect(noiseFloor([{ trials: 40, passed: 40 }])).toBe(0);
    expect(noiseFloor([{ trials: 5, passed: 2 }])).toBeCloseTo(1.959964 * Math.sqrt((2 * 0.24) / 4), 10);
  });
});
