import { join } from 'node:path';
import type { Argv } from 'yargs';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';
import { type DiagnosisReport, diagnoseTrials, remediesByCode, remediesByModel } from '../diagnose/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { modelOptions, printLedger } from './model-options.ts';
import { type DiagnosisArguments, openDiagnosis } from './open-diagnosis.ts';
import type { Output } from './output.ts';

/** `taskwright diagnose`: whose fault each failure is, of what type, and what to change. */
export const diagnoseCommand = defineCommand<DiagnosisArguments>({
  command: 'diagnose <run>',
  describe: 'say whose fault failures are, group their errors, propose remedies',
  examples: [
    ['$0 diagnose latest', 'without a model'],
    ['$0 diagnose RUN --judge-model MODEL@http://localhost:8000/v1', 'notes and errors also by a model'],
  ],
  options: (yargs) => diagnosisOptions(yargs),
  run: async (args, { output, signal }) => {
    const opened = await openDiagnosis(args, signal);
    try {
      const progress = output.progress('diagnose', opened.input.trials.length);
      const report = await diagnoseTrials({
        ...opened.input,
        onTrial: (done, trial) => progress.update(done, trial.task),
      });
      progress.stop();
      const { panel } = opened.input;
      const model = panel?.seats[0]?.model;
      const remedies =
        model === undefined || panel === undefined
          ? remediesByCode(report.groups, report.errors)
          : await remediesByModel(report.groups, report.errors, { model, journal: panel.journal });
      const document = { run: opened.record.run, domain: opened.record.domain, ...report, remedies };
      const path = join(opened.folder, 'diagnosis.json');
      await replaceFile(path, formatJson(JSON.parse(JSON.stringify(document)) as JsonValue));
      print(output, report);
      output.line(`wrote ${path}`);
      if (opened.models !== undefined) printLedger(opened.models.ledger, output);
      output.result(document);
      return report.failed > 0 || report.findings.length > 0 ? 1 : 0;
    } finally {
      await opened.close();
    }
  },
});

/** Options of `diagnose` and `notes`. */
export function diagnosisOptions(yargs: Argv<GlobalArguments>): Argv<DiagnosisArguments & GlobalArguments> {
  return modelOptions(yargs)
    .positional('run', {
      type: 'string',
      demandOption: true,
      describe: 'name or folder of a run, or "latest"',
    })
    .option('database', { type: 'string', describe: 'database the trials ran on, where the run names none' })
    .option('judges', { type: 'number', default: 3, describe: 'seats of the panel, an odd number' })
    .option('people', { type: 'string', describe: 'decisions of people on notes, JSON lines' })
    .option('note-clauses', {
      type: 'boolean',
      default: false,
      describe: 'also judge policy clauses that no rule enforces',
    }) as unknown as Argv<DiagnosisArguments & GlobalArguments>;
}

function print(output: Output, report: DiagnosisReport): void {
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  output.line(`${report.trials} trials, ${report.failed} failed, ${report.void} void`);
  output.table(
    ['whose fault', 'trials', 'share', '95 % interval'],
    [...report.authors, ...report.types]
      .filter(({ count }) => count > 0)
      .map(({ name, count, share, interval }) => [
        name,
        String(count),
        percent(share),
        `${percent(interval.low)} to ${percent(interval.high)}`,
      ]),
  );
  if (report.doubtful > 0) {
    output.line(`${report.doubtful} failures may be the fault of gold or the user: see "doubt" in the file`);
  }
  output.table(
    ['trials', 'tasks', 'errors of one kind'],
    report.groups.map((group) => [String(group.trials), String(group.tasks.length), group.label]),
  );
  if (report.stability !== null) {
    output.line(
      `grouping by ${report.groupedBy}; stability over ${report.stability.seeds} random parts ${report.stability.mean.toFixed(2)}`,
    );
  }
  const { decided } = report.notes;
  output.line(
    `notes: ${decided.code} decided by code, ${decided.judge} by judges, ${decided.person} by people, ${decided.nobody} by nobody`,
  );
  output.findings(report.findings);
}
