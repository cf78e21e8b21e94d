import { expect, it } from 'vitest';
import type { Task } from '../../src/annotate/index.ts';
import { equalJson, type JsonObject, type JsonValue, parseJson } from '../../src/base/json/index.ts';
import { tableObject } from '../../src/export/pack/files.ts';
import {
  loadDatabase,
  loadDomain,
  readOwnTask,
  readTau2Tasks,
  readTauTasks,
  writeTau2Tasks,
} from '../../src/formats/index.ts';
import { writeTauTasks } from '../../src/formats/tau-bench-write.ts';
import { describeWithShared, readShared, sharedPath } from '../shared.ts';

const native = (tasks: readonly Task[]): Task[] =>
  tasks.map((task) => readOwnTask(JSON.parse(JSON.stringify(task)) as JsonValue, `tasks/${task.id}.json`));

describeWithShared('public tasks and databases', () => {
  it.each(['retail', 'airline'])('of τ-bench %s come back as they were, through our own form', (domain) => {
    const original = parseJson(readShared(`oracles/tau1/${domain}/tasks.json`)) as readonly JsonObject[];
    const written = writeTauTasks(native(readTauTasks(original, 'tasks.json'))) as readonly JsonObject[];
    expect(written).toHaveLength(original.length);
    for (const [index, task] of original.entries())
      expect(equalJson(written[index], task), `task ${index}`).toBe(true);
  });
  it.each(['retail', 'airline'])('of τ²-bench %s come back as they were, through our own form', (domain) => {
    const original = parseJson(readShared(`oracles/tau2/${domain}/tasks.json`)) as readonly JsonObject[];
    const written = writeTau2Tasks(native(readTau2Tasks(original))) as readonly JsonObject[];
    for (const [index, task] of original.entries())
      expect(equalJson(written[index], task), `task ${index}`).toBe(true);
  });
  it.each([
    ['retail', 'oracles/tau2/retail/db.json.gz'],
    ['airline', 'oracles/tau2/airline/db.json.gz'],
  ])('database of τ²-bench %s comes back as it was', async (name, path) => {
    const domain = await loadDomain(name);
    const database = loadDatabase(domain, sharedPath(path), { check: false });
    const original = parseJson(readShared(path)) as JsonObject;
    for (const table of Object.keys(domain.tables)) {
      expect(equalJson(tableObject(database, table), original[table])).toBe(true);
    }
  });
});
