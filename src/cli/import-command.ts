import { join, resolve } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import type { JsonValue } from '../base/json/index.ts';
import {
  factsOf,
  hashesOf,
  plainTask,
  type RunRecord,
  RunStore,
  summarizeRun,
  toJsonReport,
} from '../validate/index.ts';
import { type CommandContext, defineCommand, type GlobalArguments } from './command.ts';
import { importRecording, type RecordedRun } from './import-recording.ts';
import { type ImportTasksOptions, importTasks } from './import-tasks.ts';
import { printValidation } from './print-validation.ts';
import { softwareOf } from './run-cli.ts';
import { freshRunName, runsFolder } from './run-folder.ts';
import { writeReports } from './write-reports.ts';

export interface ImportArguments {
  readonly format: 'recorded' | 'tau-bench' | 'tau2-bench' | 'taskwright';
  readonly path: string;
  readonly domain: string | undefined;
  readonly database: readonly string[] | undefined;
  readonly tasks: string | undefined;
  readonly run: string | undefined;
  readonly outputMode: 'tau' | 'strict';
  readonly audit: boolean;
  readonly trust: boolean;
}

/** `taskwright import`: trials of other harnesses become a run; tasks and packs come into the workspace. */
export const importCommand = defineCommand<ImportArguments>({
  command: 'import <format> <path>',
  describe: 'bring recorded trials, tasks or a pack from elsewhere',
  examples: [
    ['$0 import recorded results.json --domain airline', 'a τ-bench result file'],
    ['$0 import tau2-bench tasks.json --domain retail --database db.json', 'tasks into the workspace'],
    ['$0 import taskwright pack.tar.gz', 'a pack; its code stays out without --trust'],
    ['$0 import recorded trials.jsonl.gz --database db', 'normalised lines, on this database'],
  ],
  options: (yargs) =>
    yargs
      .positional('format', {
        choices: ['recorded', 'tau-bench', 'tau2-bench', 'taskwright'] as const,
        demandOption: true,
        describe: 'what the file holds',
      })
      .positional('path', { type: 'string', demandOption: true, describe: 'file, or folder of files' })
      .option('domain', {
        type: 'string',
        describe: 'only this domain; names the domain of files that do not',
      })
      .option('database', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'database of the recording; of several the one that repeats it best is used',
      })
      .option('tasks', { type: 'string', describe: 'grade against these tasks instead of the recorded ones' })
      .option('trust', {
        type: 'boolean',
        default: false,
        describe: 'also write the code inside a pack, which will then be run',
      })
      .option('run', { type: 'string', describe: 'name of the run' })
      .option('outputMode', {
        choices: ['strict', 'tau'] as const,
        default: 'tau' as const,
        describe: 'how outputs are looked for',
      })
      .option('audit', {
        type: 'boolean',
        default: true,
        describe: 'explain outcomes by the audit’s alternatives',
      }),
  run: async (args, context) => {
    if (args.format !== 'recorded') return bringTasks(args, args.format, context);
    const result = await importRecording(args, context.signal);
    if (result.runs.length === 0) {
      throw new UserError(`Cannot import recording "${args.path}": none of its domains is known here`, {
        hint: `its domains are ${[...result.unknownDomains.keys()].join(', ')}`,
      });
    }
    const stored = [];
    for (const run of result.runs) stored.push(await storeRun(args, run, context));
    const { output } = context;
    for (const [domain, count] of result.unknownDomains) {
      output.line(
        `left out: ${count} trials of domain "${domain}", which neither workspace nor package defines`,
      );
    }
    const disagree = result.runs.flatMap((run) => run.disagree);
    output.line(
      `database verdicts: ${sum(result.runs, (run) => run.agree)} agree with the recording, ${disagree.length} do not`,
    );
    for (const { id, kind } of disagree.slice(0, 20)) output.line(`  ${id}: ${kind}`);
    output.result({
      run: stored[0]?.run,
      folder: stored[0]?.folder,
      trials:
        sum(result.runs, (run) => run.trials.length) +
        sum([...result.unknownDomains.values()], (count) => count),
      countable: sum(
        result.runs,
        (run) => run.trials.filter((trial) => trial.verdict.kind !== 'void').length,
      ),
      dbMatch: { agree: sum(result.runs, (run) => run.agree), disagree: disagree.map(({ id }) => id) },
      explained: disagree,
      leftOut: Object.fromEntries(result.unknownDomains),
      runs: stored,
    });
    return disagree.length > 0 ? 1 : 0;
  },
});

async function bringTasks(
  args: ImportArguments & GlobalArguments,
  format: ImportTasksOptions['format'],
  { output }: CommandContext,
): Promise<0 | 1> {
  const { path, workspace, domain, database, trust } = args;
  const imported = await importTasks({ format, path, workspace, domain, database: database?.[0], trust });
  output.line(`brought ${imported.tasks} tasks of domain ${imported.domain} into ${resolve(workspace)}`);
  if (imported.codeLeftOut > 0) {
    output.line(
      `${imported.codeLeftOut} files of code were left out: read them, then import again with --trust`,
    );
  }
  output.findings(imported.findings.filter(({ severity }) => severity !== 'note'));
  output.result(imported);
  return imported.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

async function storeRun(
  args: ImportArguments & GlobalArguments,
  run: RecordedRun,
  { output }: CommandContext,
) {
  const folder = runsFolder(args.workspace, run.domain.name);
  const name = args.run ?? freshRunName(folder, run.source, new Date());
  const record: RunRecord = {
    format: 1,
    run: name,
    domain: run.domain.name,
    kind: 'recorded',
    createdAt: new Date().toISOString(),
    software: softwareOf(),
    settings: {
      agent: run.agents.join(', '),
      user: run.users.join(', '),
      personas: [null],
      trials: Math.max(
        0,
        ...run.tasks.map(({ id }) => run.trials.filter((trial) => trial.task === id).length),
      ),
      seed: 0,
      outputMode: args.outputMode,
      policyCounts: false,
      options: run.options,
      plan: 'fixed',
      setup: { path: resolve(args.path), databases: run.databases } as JsonValue,
    },
    hashes: hashesOf(run.domain, run.database, run.tasks),
    tasks: run.tasks.map(plainTask),
  };
  const store = await RunStore.create(join(folder, name), record, {
    factsOf: (trial) => factsOf(run.domain, trial),
  });
  try {
    for (let at = 0; at < run.trials.length; at += 200) {
      await Promise.all(run.trials.slice(at, at + 200).map((trial) => store.append({ ...trial, run: name })));
    }
    const report = await summarizeRun({
      store,
      tasks: run.tasks,
      alternatives: run.audit.alternatives,
      findings: run.audit.findings,
    });
    await writeReports(store, report);
    printValidation(output, report);
    const { tasks, totals, passHatK } = toJsonReport(report) as {
      readonly tasks: readonly object[];
      readonly totals: object;
      readonly passHatK: object;
    };
    return {
      run: name,
      domain: run.domain.name,
      folder: store.folder,
      databases: run.databases,
      totals,
      passHatK,
      tasks,
    };
  } finally {
    await store.close();
  }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
