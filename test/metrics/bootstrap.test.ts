import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random/index.ts';
import { bootstrap, bootstrapTasks, mean, quantile } from '../../src/metrics/bootstrap.ts';
import { wilsonInterval } from '../../src/metrics/proportion.ts';

describe('bootstrap', () => {
  it('gives the same interval for the same seed and covers its own estimate', () => {
    const values = Array.from({ length: 40 }, (_, index) => (index * 7919) % 41);
    const one = bootstrap(values, mean, { seed: 5 });
    expect(bootstrap(values, mean, { seed: 5 })).toEqual(one);
    expect(one.interval.low).toBeLessThan(one.value);
    expect(one.interval.high).toBeGreaterThan(one.value);
  });

  it('has about the width of the normal interval for a mean', () => {
    const random = new RandomStream(3, 'width');
    const values = Array.from({ length: 400 }, () => random.next());
    const { interval } = bootstrap(values, mean, { resamples: 4000 });
    const width = 2 * 1.96 * Math.sqrt(1 / 12 / 400);
    expect(interval.high - interval.low).toBeGreaterThan(width * 0.9);
    expect(interval.high - interval.low).toBeLessThan(width * 1.1);
  });

  it('of tasks with trials is wider than of task means alone, for trials vary too', () => {
    const tasks = Array.from({ length: 10 }, (_, task) => [task % 2, 1 - (task % 2)]);
    const both = bootstrapTasks(tasks, mean).interval;
    const tasksOnly = bootstrap(tasks, (drawn) => mean(drawn.map(mean))).interval;
    expect(tasksOnly.high - tasksOnly.low).toBe(0);
    expect(both.high - both.low).toBeGreaterThan(0.2);
  });

  it('refuses an empty list', () => {
    expect(() => bootstrap([], () => 0)).toThrow('Cannot estimate an interval');
    expect(() => mean([])).toThrow('Cannot take a mean');
  });

  it('quantiles lie between their neighbours', () => {
    expect([0, 0.25, 0.5, 1].map((share) => quantile([1, 2, 3, 4], share))).toEqual([1, 1.75, 2.5, 4]);
  });
});

describe('wilsonInterval', () => {
  // Values from the closed formula with z = 1.959964.
  it.each([
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
  ])('of %i of %i', (count, total, low, high) => {
    const interval = wilsonInterval(count, total);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('of nothing is everything', () => {
    expect(wilsonInterval(0, 0)).toMatchObject({ low: 0, high: 1 });
  });
});
