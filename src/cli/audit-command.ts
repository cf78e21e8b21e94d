import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Argv } from 'yargs';
import { type Task, taskToJson } from '../annotate/index.ts';
import {
  AUDIT_RULES,
  type AuditResult,
  adjudicate,
  applyWaivers,
  auditTasks,
  baselineOf,
  newFindings,
  readBaseline,
  readWaivers,
  repairTask,
  toMarkdown,
  toSarif,
  withJudgements,
} from '../audit/index.ts';
import { type Finding, UserError } from '../base/finding/index.ts';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { readDocument } from '../formats/index.ts';
import { type CommandContext, defineCommand, type GlobalArguments } from './command.ts';
import { type ModelArguments, modelOptions, openModels, printLedger } from './model-options.ts';
import { openProject, type Project, type ProjectArguments, projectOptions } from './project.ts';

interface AuditArguments extends ProjectArguments, ModelArguments {
  readonly format: 'table' | 'sarif' | 'markdown';
  readonly waivers: string | undefined;
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  readonly notes: boolean;
  readonly fix: boolean;
  readonly lm: boolean;
  readonly times: number;
}

type Arguments = AuditArguments & GlobalArguments;

/** `taskwright audit`: other outcomes that tools and policy allow, and whether the scenario rules them out. */
export const auditCommand = defineCommand<AuditArguments>({
  command: 'audit <domain>',
  describe: 'find what makes tasks ambiguous or wrong, without a model',
  examples: [
    ['$0 audit retail', 'audit the shipped tasks'],
    ['$0 audit retail --database db --tasks tasks.json', 'audit outside tasks as they are'],
    ['$0 audit retail --update-baseline', 'take what is found now as known: later runs fail on new findings'],
    ['$0 audit retail --task ID --fix', 'apply what the findings suggest to the task file, and audit again'],
    ['$0 audit retail --format sarif > audit.sarif', 'for code hosts'],
    ['$0 audit retail --lm --model gpt-4o', 'let a model judge what the rules leave open'],
  ],
  options: (yargs) =>
    modelOptions(projectOptions(yargs))
      .option('format', {
        choices: ['table', 'sarif', 'markdown'] as const,
        default: 'table' as const,
        describe: 'table for people on stderr, or a document on stdout (JSON: --json)',
      })
      .option('waivers', {
        type: 'string',
        describe: 'findings let stand (default: waivers.json beside tasks)',
      })
      .option('baseline', {
        type: 'string',
        describe: 'known findings (default: baseline.json beside tasks)',
      })
      .option('update-baseline', {
        type: 'boolean',
        default: false,
        describe: 'write all findings to the baseline',
      })
      .option('notes', { type: 'boolean', default: false, describe: 'show notes too' })
      .option('fix', {
        type: 'boolean',
        default: false,
        describe: 'apply suggested repairs to the task files, and audit again',
      })
      .option('lm', { type: 'boolean', default: false, describe: 'ask a model about each open alternative' })
      .option('times', {
        type: 'number',
        default: 3,
        describe: 'times each question is asked: an odd number',
      }) as unknown as Argv<AuditArguments & GlobalArguments>,
  run: async (args, context) => {
    const { output } = context;
    const project = await openProject(args);
    const began = performance.now();
    let tasks = project.tasks;
    let result = audit(project, tasks, context);
    if (args.fix) {
      tasks = fix(args, project, result, context);
      result = audit(project, tasks, context);
    }
    const elapsedMs = Math.round(performance.now() - began);
    if (args.lm) result = await askModel(args, project, tasks, result, context);
    const kept = waive(args, project, result, context);
    const all = findingsOf(kept);
    const fresh = compare(args, project, all, context);
    const shown = fresh.filter(({ severity }) => args.notes || severity !== 'note');
    if (args.format === 'sarif')
      output.text(formatJson(toSarif(all, AUDIT_RULES, (task) => fileOf(args, project, task))));
    else if (args.format === 'markdown') output.text(toMarkdown(kept));
    else print(kept, shown, context);
    const failing = fresh.filter(({ severity }) => severity !== 'note').length;
    output.line(
      `${tasks.length} tasks audited in ${elapsedMs} ms: ${count(fresh, 'error')} errors, ${count(fresh, 'warning')} warnings, ${count(fresh, 'note')} notes`,
    );
    output.result({
      domain: project.domain.name,
      tasks: kept.tasks.map(({ id, findings, mutation }) => ({ id, findings, mutation })),
      findings: kept.findings,
      elapsedMs,
    });
    return failing > 0 ? 1 : 0;
  },
});

function audit(project: Project, tasks: readonly Task[], { output }: CommandContext): AuditResult {
  const progress = output.progress('audit', tasks.length);
  try {
    return auditTasks(project.domain, project.database, tasks, {
      options: project.options,
      onTask: (done, task) => progress.update(done, task),
    });
  } finally {
    progress.stop();
  }
}

function findingsOf({ findings, tasks }: AuditResult): Finding[] {
  return [...findings, ...tasks.flatMap((task) => task.findings)];
}

function print(result: AuditResult, shown: readonly Finding[], { output }: CommandContext): void {
  output.findings(shown);
  const rows = result.tasks
    .filter(({ findings }) => findings.some(({ severity }) => severity !== 'note'))
    .map(({ id, findings, open, mutation }) => [
      id,
      String(count(findings, 'error')),
      String(count(findings, 'warning')),
      String(open.length),
      mutation === null ? '–' : `${mutation.noticed}/${mutation.tried}`,
      [...new Set(findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code))].join(', '),
    ]);
  output.table(['task', 'errors', 'warnings', 'open', 'noticed', 'findings'], rows);
  const scores = result.tasks.flatMap(({ mutation }) => (mutation === null ? [] : [mutation]));
  const tried = scores.reduce((sum, score) => sum + score.tried, 0);
  const noticed = scores.reduce((sum, score) => sum + score.noticed, 0);
  if (tried > 0) output.line(`grading notices ${noticed} of ${tried} small changes to gold`);
}

function count(findings: readonly Finding[], severity: Finding['severity']): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

function tasksPlace(args: Arguments, project: Project): string {
  return args.tasks ?? project.tasksFolder;
}

/** A file beside the tasks, where one is there. */
function beside(
  args: Arguments,
  project: Project,
  given: string | undefined,
  name: string,
): string | undefined {
  if (given !== undefined) return given;
  if (args.tasks !== undefined) return undefined;
  const file = join(project.tasksFolder, name);
  return existsSync(file) ? file : undefined;
}

function waive(
  args: Arguments,
  project: Project,
  result: AuditResult,
  { output }: CommandContext,
): AuditResult {
  const file = beside(args, project, args.waivers, 'waivers.json');
  if (file === undefined) return result;
  const today = new Date().toISOString().slice(0, 10);
  const applied = applyWaivers(result, readWaivers(readDocument(file), file), today);
  output.line(`${applied.waived.length} findings waived by ${file}`);
  return applied.result;
}

function compare(
  args: Arguments,
  project: Project,
  findings: readonly Finding[],
  { output }: CommandContext,
): readonly Finding[] {
  if (args.updateBaseline) {
    const file = args.baseline ?? join(project.tasksFolder, 'baseline.json');
    const baseline = baselineOf(findings);
    writeFileSync(file, formatJson(baseline as unknown as JsonValue));
    output.line(`wrote ${baseline.findings.length} known findings to ${file}`);
    return newFindings(findings, baseline);
  }
  const file = beside(args, project, args.baseline, 'baseline.json');
  if (file === undefined) return findings;
  const fresh = newFindings(findings, readBaseline(readDocument(file), file));
  output.line(`${findings.length - fresh.length} findings are known from ${file}`);
  return fresh;
}

function fileOf(args: Arguments, project: Project, task: string | undefined): string {
  const place = tasksPlace(args, project);
  const file =
    task === undefined
      ? join('schemas', project.domain.name)
      : existsSync(place) && statSync(place).isDirectory()
        ? join(place, `${task}.json`)
        : place;
  return relative(args.workspace, file);
}

function fix(
  args: Arguments,
  project: Project,
  result: AuditResult,
  { output }: CommandContext,
): readonly Task[] {
  const folder = tasksPlace(args, project);
  if (project.format !== 'taskwright' || !statSync(folder).isDirectory()) {
    throw new UserError(
      `Cannot fix tasks "${folder}": only task files of this project's own form are changed`,
      {
        hint: 'bring them into a workspace first: taskwright import',
      },
    );
  }
  const findings = new Map(result.tasks.map((task) => [task.id, task.findings]));
  return project.tasks.map((task) => {
    const repaired = repairTask(task, findings.get(task.id) ?? []);
    if (repaired.applied.length === 0) return task;
    const file = join(folder, `${task.id}.json`);
    writeFileSync(file, formatJson(taskToJson(repaired.task)));
    output.line(`repaired ${file}: ${repaired.applied.map(({ code }) => code).join(', ')}`);
    return repaired.task;
  });
}

async function askModel(
  args: Arguments,
  project: Project,
  tasks: readonly Task[],
  result: AuditResult,
  { output, signal }: CommandContext,
): Promise<AuditResult> {
  const name = args.judgeModel ?? args.model;
  if (name === undefined) {
    throw new UserError('Cannot ask a model: none is named', {
      hint: 'add --judge-model MODEL or --model MODEL',
    });
  }
  const models = await openModels(args);
  const judgements = await adjudicate(result, tasks, project.domain, models.registry.model(name), {
    times: args.times,
    signal,
    onJudgement: ({ task, alternative, verdict, votes }) =>
      output.line(
        output.color.dim(
          `${task} ${alternative}: ${verdict} (gold ${votes.gold}, other ${votes.other}, open ${votes.both})`,
        ),
      ),
  });
  printLedger(models.ledger, output);
  return withJudgements(result, judgements);
}
