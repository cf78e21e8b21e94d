import type { JsonObject } from '../../base/json/index.ts';
import { tauPython, writeTauTasks } from '../../formats/index.ts';
import { jsonDumps } from '../../formats/python/index.ts';
import { textFile } from '../archive/pack-file.ts';
import { jsonFile, tableObject, toolDescriptions } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';

/** τ-bench's first form: tables, tasks as a list, the policy as `wiki.md`. Without gold in the public variant. */
export const tauBenchFormat: PackFormat = {
  name: 'tau-bench',
  describe: 'τ-bench: data/, tasks.json, wiki.md, tools.json',
  use: 'Put `data/` and `tasks.json` in place of those of a τ-bench environment; `wiki.md` is the policy, `tools.json` what the agent is offered.',
  write(content) {
    const { domain, database, tasks, variant } = content;
    const written = writeTauTasks(tasks) as readonly JsonObject[];
    const shown =
      variant === 'sealed' ? written : written.map(({ actions: _a, outputs: _o, ...rest }) => rest);
    return [
      textFile('wiki.md', domain.policy.text),
      jsonFile('tools.json', toolDescriptions(content)),
      jsonFile('tasks.json', shown),
      ...Object.keys(database.tables).map((table) =>
        textFile(`data/${table}.json`, pythonTable(domain.name, tableObject(database, table))),
      ),
    ];
  },
};

/** A table as τ-bench holds it, where `198.0` and `198` are two values: prices stay floats. */
function pythonTable(domain: string, rows: JsonObject): string {
  return `${jsonDumps(tauPython(domain, rows, rows), { indent: 2, ensureAscii: false })}\n`;
}
