import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replayTask } from '../annotate/index.ts';
import { AUDIT_RULES, type TaskAudit } from '../audit/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { coveredClauses, type PackEvidence, type ValidatedTask, withEvidence } from '../export/index.ts';
import {
  gradeAgain,
  hashesOf,
  type RunRecord,
  readRunRecord,
  staleParts,
  type ValidationReport,
} from '../validate/index.ts';
import { waiversOf } from './audit-files.ts';
import { type AuditOf, auditOf } from './audit-of.ts';
import type { GlobalArguments } from './command.ts';
import type { Project, ProjectArguments } from './project.ts';
import { softwareOf } from './run-cli.ts';
import { findRun, runsFolder } from './run-folder.ts';

/** A run and what it showed. */
export interface RunEvidence {
  readonly folder: string;
  readonly record: RunRecord;
  readonly report: ValidationReport | undefined;
}

/** The run evidence comes from: the named one, else the newest of the domain that has a report. */
export async function openRunEvidence(
  args: GlobalArguments & { readonly domain: string; readonly run: string | undefined },
): Promise<RunEvidence | undefined> {
  const folder = args.run === undefined ? newestRun(args) : findRun(args.run, args.workspace);
  if (folder === undefined) return undefined;
  const report = join(folder, 'report.json');
  return {
    folder,
    record: await readRunRecord(folder),
    report: existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as ValidationReport) : undefined,
  };
}

function newestRun(args: GlobalArguments & { readonly domain: string }): string | undefined {
  const folder = runsFolder(args.workspace, args.domain);
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'report.json')));
  const newest = names.sort().at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}

/** Each task whose gold replays, with what the run and today's audit show of it, waivers applied. */
export function validatedTasks(
  args: Pick<ProjectArguments, 'tasks'>,
  project: Project,
  run: RunEvidence | undefined,
): ValidatedTask[] {
  const { domain, database, tasks, options } = project;
  const replayed = tasks.flatMap((task) => {
    const result = replayTask(domain, database, task, options);
    return result.ok ? [result.task] : [];
  });
  const audit = auditOf(domain, database, tasks, {
    options,
    waivers: waiversOf(args, project).waivers,
    mutation: true,
  });
  const stale =
    run === undefined
      ? []
      : staleParts(run.record, hashesOf(domain, database, replayed), softwareOf()).filter(
          ({ severity }) => severity !== 'note',
        );
  return replayed.map((task) =>
    withEvidence(task, {
      ...evidenceOf(task.id, { run, audit, stale }),
      clauses: coveredClauses(domain, task),
    }),
  );
}

/** What the audit says anew; other findings of a run, such as gold agents that fail, are the run's own. */
const AUDIT_CODES = new Set(AUDIT_RULES.flatMap(({ code, alsoCodes = [] }) => [code, ...alsoCodes]));

function evidenceOf(
  id: string,
  given: {
    readonly run: RunEvidence | undefined;
    readonly audit: AuditOf;
    readonly stale: readonly Finding[];
  },
): Omit<PackEvidence, 'clauses'> {
  const { run, audit } = given;
  const audited = audit.result().result.tasks.find((candidate) => candidate.id === id);
  const task = run?.report?.tasks.find((candidate) => candidate.id === id);
  const stale = given.stale.find((finding) => finding.task === undefined || finding.task === id);
  const findings = audit.findings(id);
  const base = {
    findings: findings.map(({ code }) => code),
    waived: audit.waived(id),
    personas: (run?.record.settings.personas ?? []).filter((persona) => persona !== null),
    mutationScore: mutationScore(audited),
  };
  if (task === undefined || run?.report === undefined) {
    return {
      ...base,
      grade: 'none',
      because: 'no run holds trials of it',
      run: null,
      countable: 0,
      passed: 0,
      outcomes: 0,
      bound: null,
      current: false,
    };
  }
  const { led = false, dependences = [] } = run.report;
  const now = gradeAgain(task, {
    known: audit.alternatives(id),
    findings: [...findings, ...task.findings.filter(({ code }) => !AUDIT_CODES.has(code))],
    led,
    dependent: dependences,
  });
  return {
    ...base,
    grade: now.grade,
    because: stale?.message ?? now.because,
    run: run.record.run,
    countable: task.countable,
    passed: task.passed,
    outcomes: task.outcomes.length,
    bound: task.countable === 0 ? null : task.bound,
    current: stale === undefined,
  };
}

function mutationScore(audited: TaskAudit | undefined): number | null {
  const mutation = audited?.mutation ?? null;
  return mutation === null || mutation.tried === 0 ? null : mutation.noticed / mutation.tried;
}
