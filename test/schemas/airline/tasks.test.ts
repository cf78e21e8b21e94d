import { describe, expect, it } from 'vitest';
import { airline } from '../../../schemas/airline/domain.ts';
import { testShippedTasks, writesOf } from '../shipped-tasks.ts';

describe('the shipped airline tasks', () => {
  const shipped = testShippedTasks(airline);

  it('are at least fourteen, with refusals, several writes, outputs, and one ambiguous', () => {
    const { tasks } = shipped();
    expect(tasks.length).toBeGreaterThanOrEqual(14);
    expect(tasks.filter((task) => task.refusal).length).toBeGreaterThanOrEqual(5);
    expect(tasks.filter((task) => writesOf(task) > 1).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => task.outputs.length > 0).length).toBeGreaterThanOrEqual(5);
    expect(tasks.filter((task) => task.tags.includes('compensation')).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => task.ambiguous).map(({ id }) => id)).toEqual(['ambiguous-bag-to-atlanta']);
  });
});
