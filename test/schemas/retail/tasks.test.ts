import { describe, expect, it } from 'vitest';
import { retail } from '../../../schemas/retail/domain.ts';
import type { JsonValue } from '../../../src/base/json/index.ts';
import { testShippedTasks, writesOf } from '../shipped-tasks.ts';

describe('the shipped retail tasks', () => {
  const shipped = testShippedTasks(retail);

  it('are at least twelve, with refusals, several writes, outputs, and two ambiguous ones', () => {
    const { tasks } = shipped();
    expect(tasks.length).toBeGreaterThanOrEqual(12);
    expect(tasks.filter((task) => task.refusal).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => writesOf(task) > 1).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => task.outputs.length > 0).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => task.ambiguous).map(({ id }) => id)).toEqual([
      'ambiguous-who-pays-the-difference',
      'ambiguous-why-cancel',
    ]);
  });

  it('refer in the scenario only to ids that the database has', () => {
    const { database, tasks } = shipped();
    const keys = new Set(Object.keys(retail.tables).flatMap((table) => [...database.rows(table).keys()]));
    for (const task of tasks) {
      const text = JSON.stringify(task.scenario as JsonValue);
      for (const [id] of text.matchAll(/#W\d+/g)) expect(keys).toContain(id);
    }
  });
});
