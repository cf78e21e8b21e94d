import { describe, expect, it } from 'vitest';
import { summarizeCurves } from '../../../src/metrics/ted/aggregate.ts';
import { compareConditions } from '../../../src/metrics/ted/compare.ts';
import {
  areaUnderCurve,
  progressCurve,
  progressPerTurn,
  reachedAll,
} from '../../../src/metrics/ted/progress.ts';

const DONE = [1, 1, 1, 1];
const HALF = [0, 0.5, 0.5, 0.5];
const LATE = [0, 0, 0, 1];

describe('progressCurve', () => {
  it('weighs notes and repeats the last value up to the cap', () => {
    expect(progressCurve({ firstTurns: [1, 3, null], turns: 3, cap: 5, weights: [2, 1, 1] })).toEqual([
      0.5, 0.5, 0.75, 0.75, 0.75,
    ]);
  });

  it('does not see turns after the cap', () => {
    const curve = progressCurve({ firstTurns: [1, 4], turns: 5, cap: 3 });
    expect(curve).toEqual([0.5, 0.5, 0.5]);
    expect(reachedAll(curve)).toBe(false);
  });

  it.each([
    [{ firstTurns: [], turns: 1, cap: 1 }, 'has no notes'],
    [{ firstTurns: [1], turns: 0, cap: 1 }, 'has no turns'],
    [{ firstTurns: [1], turns: 1, cap: 0 }, 'holds no turn'],
    [{ firstTurns: [1], turns: 1, cap: 1, weights: [0] }, 'add up to nothing'],
  ])('refuses %j', (input, message) => {
    expect(() => progressCurve(input)).toThrow(message);
  });

  it('a later finish never has a larger area, and progress per turn divides by the finishing turn', () => {
    expect(areaUnderCurve(DONE)).toBe(1);
    expect(areaUnderCurve(LATE)).toBeLessThan(areaUnderCurve(HALF));
    expect([DONE, HALF, LATE, [0, 0]].map(progressPerTurn)).toEqual([1, 0.25, 0.25, 0]);
  });
});

describe('summarizeCurves', () => {
  const tasks = [
    { task: 'a', curves: [DONE, DONE, HALF] },
    { task: 'b', curves: [HALF, LATE], missing: 1 },
  ];

  it('with k = n gives the plain maxima, with intervals', () => {
    const found = summarizeCurves([tasks[0]!], 3);
    expect(found.maxProgress.estimate?.value).toBe(1);
    expect(found.passAtK.estimate?.value).toBe(1);
    expect(found.passHatK.estimate?.value).toBe(0);
    expect(found.meanProgress.estimate?.value).toBeCloseTo(2.5 / 3);
  });

  it('with k below n is not carried by the luck of many trials', () => {
    const found = summarizeCurves([tasks[0]!], 1);
    expect(found.maxProgress.estimate?.value).toBeCloseTo(2.5 / 3);
    expect(found.passAtK.estimate?.value).toBeCloseTo(2 / 3);
  });

  it('names tasks with too few trials instead of dropping or failing them', () => {
    const found = summarizeCurves(tasks, 3);
    expect(found.passHatK.undefinedTasks).toEqual(['b']);
    expect(Object.keys(found.passHatK.perTask)).toEqual(['a']);
    expect(Object.keys(found.meanProgress.perTask)).toEqual(['a', 'b']);
    expect(found.missingTrials).toBe(1);
  });

  it('is null, not 0, where no task has a value', () => {
    expect(summarizeCurves(tasks, 9).passAtK.estimate).toBeNull();
  });

  it('refuses tasks of one name and a k that is no count', () => {
    expect(() => summarizeCurves([tasks[0]!, tasks[0]!], 1)).toThrow('two tasks share a name');
    expect(() => summarizeCurves(tasks, 0)).toThrow('no positive count');
  });
});

describe('compareConditions', () => {
  it('finds a difference that every task shows, and none among equals', () => {
    const pairs = Array.from({ length: 12 }, (_, index) => ({
      task: `t${index}`,
      left: [0.2, 0.3],
      right: [0.6, 0.7],
    }));
    const compared = compareConditions(pairs);
    expect(compared.difference.value).toBeCloseTo(0.4);
    expect(compared.differs).toBe(true);
    expect(compareConditions(pairs.map(({ task, left }) => ({ task, left, right: left }))).differs).toBe(
      false,
    );
  });

  it('lists tasks that got worse, worst first, and leaves out tasks with one side only', () => {
    const compared = compareConditions([
      { task: 'a', left: [1], right: [0.5] },
      { task: 'b', left: [1], right: [0] },
      { task: 'c', left: [0], right: [1] },
      { task: 'd', left: [], right: [1] },
    ]);
    expect(compared.worse.map(({ task }) => task)).toEqual(['b', 'a']);
    expect(compared.difference.units).toBe(3);
    expect(() => compareConditions([{ task: 'd', left: [], right: [1] }])).toThrow('no task has values');
  });
});
