import { type PackFile, textFile } from '../archive/pack-file.ts';
import { authoredTask, databaseFiles, jsonFile, publicTask, toolDescriptions } from '../pack/files.ts';
import type { PackContent, PackFormat } from '../pack/pack.ts';

/** Our own form, complete: what `import taskwright` and `verify` read. */
export const taskwrightFormat: PackFormat = {
  name: 'taskwright',
  describe: 'native and complete',
  use: '`taskwright import taskwright . --workspace DIR` brings tasks and database into a workspace; the code in `code/` is left out unless you have read it and say `--trust`.',
  write(content: PackContent): PackFile[] {
    const { domain, database, tasks, variant, splits, sources } = content;
    const sealed = variant === 'sealed';
    return [
      jsonFile('domain.json', {
        name: domain.name,
        version: domain.version,
        description: domain.description,
        now: domain.now,
        options: tasks[0]?.optionValues ?? {},
        clauses: domain.policy.clauses.map(({ id, text }) => ({ id, text })),
      }),
      textFile('policy.md', domain.policy.text),
      jsonFile('tools.json', toolDescriptions(content)),
      ...Object.values(domain.tables).map((table) =>
        jsonFile(`schemas/${table.name}.schema.json`, table.schema),
      ),
      ...databaseFiles(database, 'database'),
      ...tasks.map((task) =>
        jsonFile(`tasks/${task.id}.json`, sealed ? authoredTask(task) : publicTask(task)),
      ),
      jsonFile('splits.json', splits),
      ...(sealed
        ? [
            jsonFile('gold.lock.json', {
              database: database.hash(),
              tasks: Object.fromEntries(tasks.map((task) => [task.id, task.gold.outcome.hash])),
            }),
          ]
        : []),
      ...sources.map(({ path, bytes }) => ({ path: `code/${path}`, bytes })),
    ];
  },
};
