import type { JsonObject } from '../../base/json/index.ts';
import { writeTau2Tasks } from '../../formats/index.ts';
import { textFile } from '../archive/pack-file.ts';
import { jsonFile, tableObject } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';

/** A τ²-bench domain folder: `db.json`, `tasks.json`, `split_tasks.json`, `policy.md`. */
export const tau2BenchFormat: PackFormat = {
  name: 'tau2-bench',
  describe: 'τ²-bench domain folder',
  write({ domain, database, tasks, variant, splits }) {
    const written = writeTau2Tasks(tasks, { domain: domain.name }) as readonly JsonObject[];
    const shown =
      variant === 'sealed'
        ? written
        : written.map((task) => ({ ...task, evaluation_criteria: null, annotations: null }));
    const named = Object.keys(splits).length > 0 ? splits : { base: tasks.map(({ id }) => id) };
    return [
      jsonFile(
        'db.json',
        Object.fromEntries(
          Object.keys(database.tables).map((table) => [table, tableObject(database, table)]),
        ),
      ),
      jsonFile('tasks.json', shown),
      jsonFile('split_tasks.json', named),
      textFile('policy.md', domain.policy.text),
    ];
  },
};
