import { join } from 'node:path';
import {
  factsOf,
  hashesOf,
  plainTask,
  RunStore,
  regradeTrial,
  summarizeRun,
  toJsonReport,
} from '../validate/index.ts';
import { defineCommand } from './command.ts';
import { printValidation } from './print-validation.ts';
import { openRegradeBasis } from './regrade-basis.ts';
import { softwareOf } from './run-cli.ts';
import { findRun, freshRunName, runsFolder } from './run-folder.ts';
import { writeReports } from './write-reports.ts';

interface RegradeArguments {
  readonly run: string;
  readonly database: string | undefined;
  readonly tasks: string | undefined;
  readonly name: string | undefined;
}

/** `taskwright regrade`: old trials against today's tools, rules and tasks, as a new run. */
export const regradeCommand = defineCommand<RegradeArguments>({
  command: 'regrade <run>',
  describe: 'replay a run’s trials in today’s domain and grade them again',
  examples: [
    ['$0 regrade latest', 'after tasks, tools or policy changed'],
    ['$0 regrade RUN --tasks mended.json', 'against other tasks, an imported run as well'],
  ],
  options: (yargs) =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'name, folder or "latest"' })
      .option('database', { type: 'string', describe: 'another database' })
      .option('tasks', { type: 'string', describe: 'other tasks' })
      .option('name', { type: 'string', describe: 'name of the new run' }),
  run: async (args, { output, signal }) => {
    const old = await RunStore.open(findRun(args.run, args.workspace), {
      factsOf: (trial) => factsOf({ rules: [] }, trial),
    });
    const basis = await openRegradeBasis(old.record, args);
    const { domain, options, tasks } = basis;
    const folder = runsFolder(args.workspace, domain.name);
    const name = args.name ?? freshRunName(folder, `${old.record.settings.agent}-regraded`, new Date());
    const store = await RunStore.create(
      join(folder, name),
      {
        ...old.record,
        run: name,
        kind: 'regraded',
        createdAt: new Date().toISOString(),
        software: softwareOf(),
        settings: { ...old.record.settings, setup: basis.setup },
        hashes: hashesOf(domain, basis.database, tasks),
        tasks: tasks.map(plainTask),
      },
      { factsOf: (trial) => factsOf(domain, trial) },
    );
    try {
      let left = 0;
      let changed = 0;
      for await (const facts of old.facts()) {
        signal.throwIfAborted();
        const before = await old.trial(facts);
        const found = basis.of(before);
        if (found === undefined) {
          left += 1;
          continue;
        }
        const { outputMode, policyCounts } = old.record.settings;
        const trial = regradeTrial(before, found.task, {
          run: name,
          domain,
          database: found.database,
          options,
          grading: { outputMode, policyCounts },
        });
        if (trial.verdict.kind !== facts.verdict) changed += 1;
        await store.append(trial);
      }
      const report = await summarizeRun({
        store,
        tasks,
        alternatives: basis.audit.alternatives,
        findings: basis.audit.findings,
        waived: basis.audit.waived,
      });
      await writeReports(store, report);
      printValidation(output, report);
      output.line(`${changed} verdicts changed, ${left} trials of tasks that are gone were left out`);
      output.result({
        ...toJsonReport(report),
        folder: store.folder,
        regradedFrom: old.record.run,
        changed,
        leftOut: left,
      });
      return report.totals.ambiguous > 0 ? 1 : 0;
    } finally {
      await store.close();
      await old.close();
    }
  },
});
