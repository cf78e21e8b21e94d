import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random/index.ts';
import {
  chance,
  type Draw,
  logNormal,
  normal,
  oneOf,
  poisson,
  uniform,
  weighted,
  zipf,
} from '../../../src/generate/index.ts';

const COUNT = 40_000;

function sample(draw: Draw<number>): number[] {
  const random = new RandomStream(5, 'distributions');
  return Array.from({ length: COUNT }, () => draw(random));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe('distributions', () => {
  const listed: readonly (readonly [string, Draw<number>])[] = [
    ['uniform', uniform(3, 9)],
    [
      'weighted',
      weighted([
        [1, 5],
        [2, 0],
        [3, 15],
        [4, 80],
      ]),
    ],
    ['zipf', zipf(20, 1.2)],
    ['poisson', poisson(2.5)],
    ['oneOf', oneOf([4, 4, 8])],
  ];
  for (const [name, draw] of listed) {
    it(`${name} draws each value as often as it says`, () => {
      const values = sample(draw);
      const chances = draw.chances as ReadonlyMap<number, number>;
      expect([...chances.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      for (const [value, share] of chances) {
        const drawn = values.filter((candidate) => candidate === value).length / COUNT;
        // Five standard errors.
        expect(Math.abs(drawn - share)).toBeLessThanOrEqual(5 * Math.sqrt((share * (1 - share)) / COUNT));
      }
      expect(values.every((value) => chances.has(value))).toBe(true);
    });
  }

  it('normal has its mean and deviation', () => {
    const values = sample(normal(10, 2));
    expect(mean(values)).toBeCloseTo(10, 1);
    expect(Math.sqrt(mean(values.map((value) => (value - 10) ** 2)))).toBeCloseTo(2, 1);
  });

  it('log-normal has its median and keeps to its range and step', () => {
    const values = sample(logNormal(50, 0.8, { low: 5, high: 300, step: 5 })).sort((a, b) => a - b);
    expect(values[COUNT / 2]).toBe(50);
    expect(values[0]).toBe(5);
    expect(values.at(-1)).toBe(300);
    expect(values.every((value) => value % 5 === 0)).toBe(true);
  });

  it('chance is true as often as it says', () => {
    const random = new RandomStream(1);
    const draw = chance(0.2);
    const hits = Array.from({ length: COUNT }, () => draw(random)).filter(Boolean).length;
    expect(hits / COUNT).toBeCloseTo(0.2, 2);
  });

  it('weights without a positive one are refused', () => {
    expect(() => weighted([['a', 0]])).toThrow(
      'Cannot weigh 1 values: weights must be 0 or more, and one above 0',
    );
    expect(() => weighted([])).toThrow('Cannot weigh 0 values');
  });
});
