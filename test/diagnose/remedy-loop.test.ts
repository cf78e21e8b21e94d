import { describe, expect, it } from 'vitest';
import { type StudyTrial, studyPersonas } from '../../src/diagnose/persona-study.ts';
import type { Remedy } from '../../src/diagnose/remedies.ts';
import { type RunTasks, remedyLoop, splitTasks } from '../../src/diagnose/remedy-loop.ts';

const tasks = Array.from({ length: 20 }, (_, index) => `t${index}`);
const remedy = (text: string): Remedy => ({ group: text, text, by: 'code' });

/** Trials pass by their seed; `helps` mends half of the failures, `harms` breaks some, `lucky` mends training tasks alone. */
function world(training: readonly string[]): RunTasks {
  return (wanted, remedies) => {
    const has = (name: string) => remedies.some(({ text }) => text === name);
    const values = wanted.map((task, at) => {
      const trials = Array.from({ length: 6 }, (_, seed) => {
        const base = (seed * 7 + Number(task.slice(1)) * 3) % 6;
        const mended = (has('helps') && base < 4) || (has('lucky') && training.includes(task));
        const broken = has('harms') && base >= 3;
        return Number((base >= 3 || mended) && !broken);
      });
      return [task, has('helps') && at === 0 ? trials.map(() => 0) : trials] as const;
    });
    return Promise.resolve(new Map(values));
  };
}

const { training } = splitTasks(tasks, 0.5, 1);

describe('remedyLoop', () => {
  it('keeps a remedy that helps on held-out tasks, and lists the tasks that got worse', async () => {
    const found = await remedyLoop(tasks, [remedy('helps'), remedy('harms')], world(training));
    expect(found.tried.map(({ chosen }) => chosen)).toEqual([true, false]);
    expect(found.measured?.difference.interval.low).toBeGreaterThan(0);
    expect(found.kept.map(({ text }) => text)).toEqual(['helps']);
    expect(found.worse).toHaveLength(1);
  });

  it('keeps nothing that only helps on the tasks it was made from', async () => {
    const found = await remedyLoop(tasks, [remedy('lucky')], world(training));
    expect(found.tried[0]).toMatchObject({ chosen: true });
    expect(found.measured?.difference.value).toBe(0);
    expect(found.kept).toEqual([]);
  });

  it('measures nothing when no remedy helps in training', async () => {
    expect(await remedyLoop(tasks, [remedy('harms')], world(training))).toMatchObject({
      measured: null,
      kept: [],
    });
  });

  it('never shows a held-out task to the choice', async () => {
    const seen: string[][] = [];
    const run = world(training);
    const found = await remedyLoop(tasks, [remedy('harms')], (wanted, remedies) => {
      seen.push([...wanted]);
      return run(wanted, remedies);
    });
    expect(seen.flat().some((task) => found.heldOut.includes(task))).toBe(false);
    expect([...found.training, ...found.heldOut].sort()).toEqual([...tasks].sort());
  });

  it('the split does not depend on the order of tasks', () => {
    expect(splitTasks([...tasks].reverse(), 0.5, 3)).toEqual(splitTasks(tasks, 0.5, 3));
    expect(splitTasks(tasks, 0.5, 4)).not.toEqual(splitTasks(tasks, 0.5, 3));
  });

  it('refuses fewer than four tasks', async () => {
    await expect(remedyLoop(['a', 'b', 'c'], [], world([]))).rejects.toThrow('four are needed');
  });
});

describe('studyPersonas', () => {
  const trial = (task: number, persona: string, number: number, passed: boolean | null): StudyTrial => ({
    task: `t${task}`,
    persona,
    trial: number,
    passed,
    curve: passed === null ? null : passed ? [0, 1, 1] : [0, 0.5, 0.5],
    turns: persona === 'expert' ? 2 : 4,
  });
  const trials = Array.from({ length: 12 }, (_, task) =>
    [0, 1].flatMap((number) => [
      trial(task, 'expert', number, true),
      trial(task, 'non-expert', number, number === 0),
    ]),
  ).flat();

  it('shows what the persona alone changes, with intervals', () => {
    const study = studyPersonas(trials, ['expert', 'non-expert'], { k: 2 });
    const [comparison] = study.comparisons;
    expect(comparison?.measures.pass.difference.value).toBeCloseTo(-0.5);
    expect(comparison?.measures.progress.difference.value).toBeCloseTo(-0.25);
    expect(comparison?.measures.turns.difference.value).toBe(2);
    expect(comparison?.measures.pass.differs).toBe(true);
    expect(study.personas[1]?.summary.passHatK.estimate?.value).toBe(0);
    expect(study.personas[1]?.summary.passAtK.estimate?.value).toBe(1);
  });

  it('void trials count for nothing and are named', () => {
    const some = [...trials, trial(0, 'expert', 2, null)];
    const study = studyPersonas(some, ['expert', 'non-expert'], { k: 2 });
    expect(study.personas[0]).toMatchObject({ trials: 25, void: 1 });
    expect(study.comparisons[0]?.measures.pass.left).toBe(1);
  });

  it('refuses a single persona', () => {
    expect(() => studyPersonas(trials, ['expert'], { k: 1 })).toThrow('two are needed');
  });
});
