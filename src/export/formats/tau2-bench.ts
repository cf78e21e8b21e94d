import {
  type JsonObject,
  type JsonValue,
  orderedKeys,
  parseJson,
  rememberKeyOrder,
} from '../../base/json/index.ts';
import { checkTau2Folder, DEFAULT_SPLIT, keyedRow, writeTau2Tasks } from '../../formats/index.ts';
import { type PackFile, textFile } from '../archive/pack-file.ts';
import { jsonFile, tableObject } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';

/** A τ²-bench domain folder: `db.json`, `tasks.json`, `split_tasks.json`, `policy.md`. */
export const tau2BenchFormat: PackFormat = {
  name: 'tau2-bench',
  describe: 'τ²-bench domain folder',
  use: "Lay this folder in place of τ²-bench's `data/tau2/domains/DOMAIN`. Retail and airline run with the tools published there; another domain needs its tools in Python.",
  write({ domain, database, tasks, variant, splits }) {
    const written = writeTau2Tasks(tasks, { domain: domain.name }) as readonly JsonObject[];
    const shown =
      variant === 'sealed'
        ? written
        : written.map(({ annotations: _, ...task }) => ({ ...task, evaluation_criteria: null }));
    return [
      jsonFile(
        'db.json',
        Object.fromEntries(
          Object.values(database.tables).map((table) => {
            const rows = tableObject(database, table.name);
            const keyed = Object.fromEntries(
              Object.entries(rows).map(([key, row]) => [key, keyedRow(table, key, row as JsonObject)]),
            );
            rememberKeyOrder(keyed, orderedKeys(rows));
            return [table.name, keyed];
          }),
        ),
      ),
      jsonFile('tasks.json', shown),
      jsonFile('split_tasks.json', { ...splits, [DEFAULT_SPLIT]: written.map(({ id }) => id) }),
      textFile('policy.md', domain.policy.text),
    ];
  },
  check(files, domain) {
    return checkTau2Folder({
      domain,
      tasks: document(files, 'tasks.json'),
      splits: document(files, 'split_tasks.json'),
      database: document(files, 'db.json'),
      policy: text(files, 'policy.md'),
    });
  },
};

function text(files: readonly PackFile[], path: string): string | undefined {
  const file = files.find((candidate) => candidate.path === path);
  return file && Buffer.from(file.bytes).toString('utf8');
}

function document(files: readonly PackFile[], path: string): JsonValue | undefined {
  const found = text(files, path);
  return found === undefined ? undefined : parseJson(found, path);
}
