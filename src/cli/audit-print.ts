import type { AuditResult, TaskAudit, Waived } from '../audit/index.ts';
import type { Finding, Severity } from '../base/finding/index.ts';
import type { AgainstBaseline } from './audit-baseline.ts';
import { printCoverage } from './audit-coverage.ts';
import { type Output, wrap } from './output.ts';

export interface PrintedAudit {
  readonly result: AuditResult;
  readonly waived: Waived;
  readonly compared: AgainstBaseline;
  readonly elapsedMs: number;
  readonly waiverFile: string | undefined;
  /** Whether notes are shown too. */
  readonly notes: boolean;
  /** Whether each finding is shown, not the counts alone. */
  readonly details: boolean;
}

/** An audit for people: each new finding, a table of the tasks that have any, and what it comes to. */
export function printAudit(output: Output, audit: PrintedAudit): void {
  const { result, compared, details } = audit;
  const { fresh } = compared;
  if (details) {
    // What is said of waivers is shown even where it is a note: nobody else would tell.
    output.findings(
      fresh.filter(({ severity, code }) => audit.notes || severity !== 'note' || code.startsWith('waiver-')),
    );
    printTasks(output, result.tasks, new Set(fresh));
    printCoverage(output, result.coverage, audit.notes);
  }
  printWaivers(output, audit);
  printBaseline(output, compared);
  const counts = `${amount(fresh, 'error')}, ${amount(fresh, 'warning')}`;
  const hidden = audit.notes || !details ? '' : ' (--notes shows them)';
  const notes = fresh.some(({ severity }) => severity === 'note')
    ? `, ${amount(fresh, 'note')}${hidden}`
    : '';
  output.line(`${plural(result.tasks.length, 'task')} audited in ${audit.elapsedMs} ms: ${counts}${notes}`);
}

function printTasks(output: Output, tasks: readonly TaskAudit[], fresh: ReadonlySet<Finding>): void {
  const counted = (finding: Finding): boolean => finding.severity !== 'note' && fresh.has(finding);
  const rows = tasks
    .filter(({ findings }) => findings.some(counted))
    .map(({ id, findings, open, mutation }) => [
      id,
      String(findings.filter((finding) => counted(finding) && finding.severity === 'error').length),
      String(findings.filter((finding) => counted(finding) && finding.severity === 'warning').length),
      String(open.length),
      mutation === null ? '–' : `${mutation.noticed}/${mutation.tried}`,
      [...new Set(findings.filter(counted).map(({ code }) => code))].join(', '),
    ]);
  output.table(['task', 'errors', 'warnings', 'open', 'noticed', 'findings'], rows);
  const scores = tasks.flatMap(({ mutation }) => (mutation === null ? [] : [mutation]));
  const tried = scores.reduce((sum, score) => sum + score.tried, 0);
  const noticed = scores.reduce((sum, score) => sum + score.noticed, 0);
  if (rows.length > 0) {
    const legend =
      'open: other outcomes that nothing rules out; noticed: small changes to gold that grading tells from it';
    output.line(output.color.dim(wrap(legend, output.width)));
  }
  if (tried > 0) output.line(`grading notices ${noticed} of ${tried} small changes to gold`);
}

function printWaivers(output: Output, { waived: { waived }, waiverFile }: PrintedAudit): void {
  if (waiverFile !== undefined) output.line(`${plural(waived.length, 'finding')} waived by ${waiverFile}`);
}

function printBaseline(output: Output, { file, known, gone, written }: AgainstBaseline): void {
  if (file === undefined) return;
  for (const { fingerprint, message } of gone) {
    output.line(output.color.green(`✓ gone: ${fingerprint.replaceAll('|', ' ').replaceAll(/ +/g, ' ')}`));
    output.line(output.color.dim(wrap(message, output.width, '  ')));
  }
  if (written !== undefined) {
    output.line(`wrote ${plural(written, 'known finding')} to ${file}`);
    return;
  }
  const counted = known.filter(({ severity }) => severity !== 'note').length;
  output.line(`${plural(counted, 'finding')} known from ${file}`);
  if (gone.length > 0)
    output.line(`${plural(gone.length, 'known finding')} gone: --update-baseline forgets them`);
}

function amount(findings: readonly Finding[], severity: Severity): string {
  return plural(findings.filter((finding) => finding.severity === severity).length, severity);
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
