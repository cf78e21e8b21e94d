import { describe, expect, it } from 'vitest';
import {
  cohenKappa,
  correctedShare,
  gwetAc1,
  krippendorffAlpha,
  type Ratings,
} from '../../../src/metrics/ted/agreement.ts';
import { judgeStatistics, varianceComponents } from '../../../src/metrics/ted/judge-statistics.ts';

/** Pairs from a 2×2 table: both yes, yes/no, no/yes, both no. */
function table(a: number, b: number, c: number, d: number): [string, string][] {
  const times = (count: number, pair: [string, string]): [string, string][] =>
    Array.from({ length: count }, () => pair);
  return [
    ...times(a, ['yes', 'yes']),
    ...times(b, ['yes', 'no']),
    ...times(c, ['no', 'yes']),
    ...times(d, ['no', 'no']),
  ];
}

describe('agreement', () => {
  it("alpha gives the value of Krippendorff's worked example with missing ratings", () => {
    // Four observers, twelve units; the nominal value in the reference is 0.743.
    const rows = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
      [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
    ];
    const units: Ratings[] = Array.from({ length: 12 }, (_, unit) =>
      rows.map((row) => (row[unit] === null ? null : String(row[unit]))),
    );
    expect(krippendorffAlpha(units)).toBeCloseTo(0.743, 3);
  });

  it('alpha is 1 for perfect agreement, and not defined for a constant or for single ratings', () => {
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1);
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['a', 'a'],
      ]),
    ).toBeUndefined();
    expect(
      krippendorffAlpha([
        ['a', null],
        ['b', null],
      ]),
    ).toBeUndefined();
  });

  it('kappa collapses where verdicts are skewed, AC1 does not', () => {
    // Worked by hand: observed 0.9; kappa's chance 0.905, AC1's chance 0.095.
    const skewed = table(90, 5, 5, 0);
    expect(cohenKappa(skewed)).toBeCloseTo(-0.0526, 4);
    expect(gwetAc1(skewed)).toBeCloseTo(0.8895, 4);
  });

  it('kappa and AC1 are equal on balanced tables, and 1 when raters agree', () => {
    expect(cohenKappa(table(40, 10, 10, 40))).toBeCloseTo(0.6, 10);
    expect(gwetAc1(table(40, 10, 10, 40))).toBeCloseTo(0.6, 10);
    expect(gwetAc1(table(50, 0, 0, 0))).toBe(1);
    expect(cohenKappa(table(50, 0, 0, 0))).toBeUndefined();
    expect(() => cohenKappa([])).toThrow('no unit was rated');
  });

  it('a share is corrected for the judge, and not by a coin', () => {
    // True share 0.3: 0.3 × 0.9 + 0.7 × 0.2 = 0.41 is seen.
    expect(correctedShare(0.41, { sensitivity: 0.9, specificity: 0.8 })).toBeCloseTo(0.3, 10);
    expect(correctedShare(0.05, { sensitivity: 0.9, specificity: 0.8 })).toBe(0);
    expect(correctedShare(0.5, { sensitivity: 0.5, specificity: 0.5 })).toBeUndefined();
  });
});

describe('judge statistics', () => {
  it('the unbiased variance is larger by runs/(runs-1)', () => {
    const votes = [[1, 1, 1, 0, 0] as const, [1, 1, 1, 1, 1] as const];
    const plain = judgeStatistics(votes);
    expect(judgeStatistics(votes, { unbiased: true })?.variance).toBeCloseTo((plain?.variance ?? 0) * 1.25);
  });

  it('agent variance is that over trials, judge disagreement that inside them', () => {
    const steady = varianceComponents([[[1, 1, 1]], [[0, 0, 0]]]);
    expect(steady.notes[0]).toEqual({ judgeDisagreement: 0, agentVariance: 0.25, mean: 0.5 });
    const split = varianceComponents([[[1, 0]], [[1, 0]]]);
    expect(split.notes[0]).toEqual({ judgeDisagreement: 0.25, agentVariance: 0, mean: 0.5 });
    expect(() => varianceComponents([[[1]], []])).toThrow('not the same ones');
  });
});
