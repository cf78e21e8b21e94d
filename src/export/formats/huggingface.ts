import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { stringify } from 'yaml';
import { scenarioText } from '../../annotate/index.ts';
import { type PackFile, textFile } from '../archive/pack-file.ts';
import { linesFile } from '../pack/files.ts';
import type { PackContent, PackFormat, ValidatedTask } from '../pack/pack.ts';

type Row = Readonly<Record<string, string | number>>;

/** A dataset for the Hugging Face hub: a card, and tasks and rows as JSONL and Parquet. Free-form objects are JSON strings. */
export const huggingfaceFormat: PackFormat = {
  name: 'huggingface',
  describe: 'dataset card, JSONL and Parquet',
  use: '`load_dataset("PATH", "tasks")` of the `datasets` library, and one configuration for each table.',
  write(content): PackFile[] {
    const { database, tasks } = content;
    const files: PackFile[] = [];
    for (const [split, ids] of Object.entries(splitsOf(content))) {
      const rows = tasks.filter(({ id }) => ids.includes(id)).map((task) => taskRow(task, content));
      files.push(linesFile(`tasks/${split}.jsonl`, rows), parquetFile(`tasks/${split}.parquet`, rows));
    }
    for (const table of Object.keys(database.tables)) {
      const rows = [...database.rows(table)].map(([key, row]) => ({ key, row: JSON.stringify(row) }));
      files.push(linesFile(`database/${table}.jsonl`, rows), parquetFile(`database/${table}.parquet`, rows));
    }
    return [
      textFile('README.md', card(content)),
      textFile('policy.md', content.domain.policy.text),
      ...files,
    ];
  },
};

function splitsOf({ splits, tasks }: PackContent): Readonly<Record<string, readonly string[]>> {
  return Object.keys(splits).length > 0 ? splits : { test: tasks.map(({ id }) => id) };
}

function taskRow(task: ValidatedTask, { variant, meta }: PackContent): Row {
  return {
    id: task.id,
    scenario: scenarioText(task.scenario),
    scenario_parts: JSON.stringify(task.scenario),
    tags: JSON.stringify(task.tags),
    canary: meta.canary,
    ...(variant === 'sealed' && {
      gold_actions: JSON.stringify(task.goldActions),
      outputs: JSON.stringify(task.outputs),
      outcome_hash: task.gold.outcome.hash,
      evidence: JSON.stringify(task.evidence),
    }),
  };
}

/** Rows of equal columns as Parquet, all text as UTF-8. */
function parquetFile(path: string, rows: readonly Row[]): PackFile {
  const writer = new ByteWriter();
  const names = Object.keys(rows[0] ?? { id: '' });
  parquetWrite({
    writer,
    columnData: names.map((name) => ({
      name,
      data: rows.map((row) => String(row[name] ?? '')),
      type: 'STRING' as const,
    })),
  });
  return { path, bytes: new Uint8Array(writer.getBuffer()) };
}

function card(content: PackContent): string {
  const { meta, domain, database, tasks, variant } = content;
  const front = {
    license: meta.licence.toLowerCase(),
    pretty_name: meta.name,
    language: ['en'],
    tags: ['agents', 'tool-use', 'benchmark', domain.name],
    size_categories: [tasks.length < 1000 ? 'n<1K' : '1K<n<10K'],
    configs: [
      {
        config_name: 'tasks',
        data_files: Object.keys(splitsOf(content)).map((split) => ({
          split,
          path: `tasks/${split}.parquet`,
        })),
      },
      ...Object.keys(database.tables).map((table) => ({
        config_name: table,
        data_files: [{ split: 'all', path: `database/${table}.parquet` }],
      })),
    ],
  };
  return `---\n${stringify(front)}---\n
# ${meta.name} ${meta.version}

${domain.description} ${tasks.length} tasks, ${variant === 'sealed' ? 'with gold and evidence' : 'without gold'}.

Objects of free form are JSON strings. \`database/\` holds each table by key, \`policy.md\` the text the agent is bound by.

Canary: \`${meta.canary}\`. Do not train on this data unless you mean to.

${meta.changelog}
`;
}
