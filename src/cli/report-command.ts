import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../base/finding/index.ts';
import type { Domain } from '../define/index.ts';
import { loadDomain } from '../formats/index.ts';
import {
  domainHashes,
  factsOf,
  hashesOf,
  type RunRecord,
  RunStore,
  readRunRecord,
  staleParts,
  summarizeRun,
  toJsonReport,
  type ValidationReport,
} from '../validate/index.ts';
import { defineCommand } from './command.ts';
import { printValidation } from './print-validation.ts';
import { isRecordedSetup } from './regrade-basis.ts';
import { softwareOf } from './run-cli.ts';
import { findRun } from './run-folder.ts';
import { type OpenedSetup, openSetup, type RunSetup } from './run-setup.ts';
import { REPORT_FORMATS, type ReportFormat, writeReports } from './write-reports.ts';

interface ReportArguments {
  readonly run: string;
  readonly format: readonly ReportFormat[] | undefined;
}

/** `taskwright report`: what a run shows, and whether its evidence still holds. */
export const reportCommand = defineCommand<ReportArguments>({
  command: 'report <run>',
  describe: 'write a run’s report as HTML, JSON and Markdown',
  examples: [
    ['$0 report latest', 'write all three beside the run'],
    ['$0 report RUN --format md', 'Markdown alone'],
  ],
  options: (yargs) =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'name, folder or "latest"' })
      .option('format', {
        type: 'string',
        array: true,
        nargs: 1,
        choices: REPORT_FORMATS,
        coerce: (given: readonly string[] | undefined) =>
          given?.flatMap((item) => item.split(',')) as ReportFormat[],
        describe: 'what to write (default: all)',
      }),
  run: async (args, { output }) => {
    const folder = findRun(args.run, args.workspace);
    const record = await readRunRecord(folder);
    const current = await openCurrent(record, args.workspace);
    const { stale } = current;
    const store = await RunStore.open(folder, {
      factsOf: (trial) => factsOf(current.domain, trial),
    });
    try {
      const report =
        current.setup === undefined || stale.some(({ severity }) => severity !== 'note')
          ? { ...(await storedReport(folder)), stale }
          : await summarizeRun({
              store,
              tasks: current.setup.tasks,
              alternatives: current.setup.audit.alternatives,
              findings: current.setup.audit.findings,
              waived: current.setup.audit.waived,
              stale,
            });
      const paths = await writeReports(store, report, args.format ?? REPORT_FORMATS);
      printValidation(output, report);
      for (const path of paths) output.line(`wrote ${path}`);
      output.result({ ...toJsonReport(report), folder, files: paths });
      return report.totals.ambiguous > 0 || stale.length > 0 ? 1 : 0;
    } finally {
      await store.close();
    }
  },
});

/** Today's domain, database and tasks of a run, and what changed since. A recorded run keeps its own tasks and databases. */
async function openCurrent(
  record: RunRecord,
  workspace: string,
): Promise<{ readonly domain: Domain; readonly setup?: OpenedSetup; readonly stale: readonly Finding[] }> {
  if (isRecordedSetup(record.settings.setup)) {
    const domain = await loadDomain(record.domain, { workspace });
    const { database, tasks } = record.hashes;
    const now = { ...domainHashes(domain), database, tasks };
    return { domain, stale: staleParts(record, now, softwareOf()) };
  }
  const setup = await openSetup(record.settings.setup as unknown as RunSetup);
  const { domain, database } = setup.project;
  const now = hashesOf(domain, database, setup.tasks);
  return { domain, setup, stale: staleParts(record, now, softwareOf()) };
}

/** The report as it was written when the run ended: what a stale or imported run still shows. */
async function storedReport(folder: string): Promise<ValidationReport> {
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as ValidationReport;
}
