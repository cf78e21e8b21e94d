import type { JsonObject } from '../../base/json/index.ts';
import { writeTauTasks } from '../../formats/tau-bench-write.ts';
import { textFile } from '../archive/pack-file.ts';
import { databaseFiles, jsonFile, toolDescriptions } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';

/** τ-bench's first form: tables, tasks as a list, the policy as `wiki.md`. Without gold in the public variant. */
export const tauBenchFormat: PackFormat = {
  name: 'tau-bench',
  describe: 'τ-bench: data/, tasks.json, wiki.md, tools.json',
  write(content) {
    const { domain, database, tasks, variant } = content;
    const written = writeTauTasks(tasks) as readonly JsonObject[];
    const shown =
      variant === 'sealed' ? written : written.map(({ actions: _a, outputs: _o, ...rest }) => rest);
    return [
      textFile('wiki.md', domain.policy.text),
      jsonFile('tools.json', toolDescriptions(content)),
      jsonFile('tasks.json', shown),
      ...databaseFiles(database, 'data'),
    ];
  },
};
