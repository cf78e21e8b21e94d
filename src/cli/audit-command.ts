import type { Argv } from 'yargs';
import type { Task } from '../annotate/index.ts';
import {
  AUDIT_RULES,
  type AuditResult,
  applyWaivers,
  auditTasks,
  toMarkdown,
  toSarif,
  type Waived,
} from '../audit/index.ts';
import { type Finding, UserError } from '../base/finding/index.ts';
import { formatJson } from '../base/json/index.ts';
import { baselineFor } from './audit-baseline.ts';
import { placesIn, sameAgain, today, waiversOf } from './audit-files.ts';
import { fixTasks } from './audit-fix.ts';
import { askModel } from './audit-judge.ts';
import { printAudit } from './audit-print.ts';
import { type CommandContext, defineCommand, type GlobalArguments } from './command.ts';
import { type ModelArguments, modelOptions } from './model-options.ts';
import { openProject, type Project, type ProjectArguments, projectOptions } from './project.ts';
import { versionOf } from './run-cli.ts';

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
        describe: 'findings let stand (default: waivers.json in the folder of tasks)',
      })
      .option('baseline', {
        type: 'string',
        describe: 'known findings (default: baseline.json in the folder of tasks)',
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
        describe: 'apply suggested repairs to the task files, keep those that help, and audit again',
      })
      .option('lm', { type: 'boolean', default: false, describe: 'ask a model about each open alternative' })
      .option('times', {
        type: 'number',
        default: 3,
        describe: 'times each question is asked: an odd number',
      })
      .check(checkStdout) as unknown as Argv<Arguments>,
  run: async (args, context) => {
    const { output } = context;
    const project = await openProject(args);
    const began = performance.now();
    const tasks = args.fix ? await fix(args, project, context) : project.tasks;
    const audited = audit(args, project, tasks, context);
    const elapsedMs = Math.round(performance.now() - began);
    const look = args.lm ? await askModel(args, project, tasks, audited, context) : undefined;
    const { file, waivers } = waiversOf(args, project, args.waivers);
    const all = (args.task ?? []).length === 0;
    const waived = applyWaivers(look?.result ?? audited, waivers, { today: today(), all });
    const { result } = waived;
    const findings = findingsOf(result);
    const scope = { tasks: new Set(tasks.map(({ id }) => id)), all };
    const compared = await baselineFor(args, project, findings, scope);
    const { fresh } = compared;
    if (args.format === 'sarif') {
      const placeOf = placesIn(args, project, file);
      const against = compared.file === undefined ? {} : { fresh };
      const document = {
        rules: AUDIT_RULES,
        version: versionOf(),
        placeOf,
        waived: waived.waived,
        ...against,
      };
      output.text(formatJson(toSarif(findings, document)));
    } else if (args.format === 'markdown') {
      output.text(toMarkdown(result));
    }
    printAudit(output, {
      ...{ result, waived, compared, elapsedMs, waiverFile: file, notes: args.notes },
      details: args.format === 'table',
    });
    output.result({
      domain: project.domain.name,
      tasks: result.tasks.map(({ id, findings: found, mutation }) => ({ id, findings: found, mutation })),
      findings: result.findings,
      coverage: result.coverage,
      waived: waived.waived,
      ...(compared.file !== undefined && { baseline: { new: fresh.length, gone: compared.gone } }),
      ...(look !== undefined && { judgements: look.judgements, costUsd: look.costUsd }),
      elapsedMs,
    });
    return fresh.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
});

/** Two documents on one stream would be none. */
function checkStdout(args: { readonly [name: string]: unknown }): true {
  if (args.json !== true || args.format === 'table') return true;
  throw new UserError(`Cannot print "${String(args.format)}" and JSON: both go to stdout`, {
    hint: 'leave out --json or --format',
  });
}

function audit(
  args: Arguments,
  project: Project,
  tasks: readonly Task[],
  { output }: CommandContext,
): AuditResult {
  const progress = output.progress('audit', tasks.length);
  try {
    return auditTasks(project.domain, project.database, tasks, {
      options: project.options,
      command: sameAgain('audit', args),
      onTask: (done, task) => progress.update(done, task),
    });
  } finally {
    progress.stop();
  }
}

/** Repairs are tried one at a time and one task at a time, without what grading notices. */
async function fix(args: Arguments, project: Project, { output }: CommandContext): Promise<readonly Task[]> {
  const { domain, database, options } = project;
  const { waivers } = waiversOf(args, project, args.waivers);
  return await fixTasks(args, project, output, (task) => {
    const alone = auditTasks(domain, database, [task], { options, mutation: false });
    const { result }: Waived = applyWaivers(alone, waivers, { today: today(), all: false });
    return result.tasks.flatMap(({ findings }) => findings);
  });
}

function findingsOf({ findings, tasks }: AuditResult): Finding[] {
  return [...findings, ...tasks.flatMap((task) => task.findings)];
}
