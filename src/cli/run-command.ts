import { checkTasks, replayTask } from '../annotate/index.ts';
import { auditTasks } from '../audit/index.ts';
import { assertNoErrors, type Finding } from '../base/finding/index.ts';
import { checkDomain } from '../define/index.ts';
import type { GlobalArguments } from './command.ts';
import { type CommandContext, defineCommand } from './command.ts';
import { openProject, type Project, type ProjectArguments, projectOptions } from './project.ts';
import { validateCommand } from './validate-command.ts';

interface RunArguments extends ProjectArguments {
  readonly trials: number;
  readonly seed: number;
  readonly concurrency: number;
}

/** `taskwright run`: the whole pipeline with embedded defaults, without key, server or network. */
export const runCommand = defineCommand<RunArguments>({
  command: 'run <domain>',
  describe: 'the whole pipeline with embedded defaults',
  examples: [
    ['$0 run retail', 'generate, annotate, audit, validate (40 trials), report'],
    ['$0 run airline --trials 12', 'fewer trials'],
  ],
  options: (yargs) =>
    projectOptions(yargs)
      .option('trials', { type: 'number', default: 40, describe: 'trials of each task' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of the run' })
      .option('concurrency', { type: 'number', default: 8, describe: 'trials at a time' }),
  run: async (args, context) => {
    const { output } = context;
    const stage = (name: string, text: string): void =>
      output.line(`${output.color.bold(name.padEnd(9))} ${text}`);
    const project = await openProject(args);
    const { domain, database, tasks } = project;
    const definition = [...checkDomain(domain), ...checkTasks(domain, tasks)];
    assertNoErrors(
      definition.filter(({ task }) => task === undefined),
      `domain "${domain.name}"`,
    );
    stage(
      'define',
      `${domain.tools.length} tools, ${domain.policy.clauses.length} clauses, ${domain.rules.length} rules`,
    );
    const rows = Object.keys(domain.tables).map((table) => `${database.rows(table).size} ${table}`);
    stage(args.database === undefined ? 'generate' : 'load', rows.join(', '));
    stage('annotate', annotate(project));
    const audit = auditAll(project, context);
    stage('audit', audit.text);
    const { output: inner, captured } = output.capture();
    const status = await validateCommand.run({ ...DEFAULTS, ...args } as unknown as GlobalArguments, {
      ...context,
      output: inner,
    });
    output.result({
      domain: domain.name,
      check: definition,
      audit: { findings: audit.findings, elapsedMs: audit.elapsedMs },
      ...(captured() as object),
    });
    return status;
  },
});

/** What `validate` is given where nothing else is said. */
const DEFAULTS = {
  agent: 'explorer',
  user: 'scripted',
  outputMode: 'strict',
  policyCounts: false,
  engine: 'local',
  plan: 'fixed',
  sanity: true,
};

function annotate({ domain, database, tasks, options }: Project): string {
  const results = tasks.map((task) => replayTask(domain, database, task, options));
  const failing = results.filter((result) => !result.ok || result.task.failures.length > 0).length;
  return `${tasks.length} tasks replayed${failing > 0 ? `, ${failing} with failing gold actions` : ', every gold action succeeds'}`;
}

function auditAll(
  { domain, database, tasks, options }: Project,
  { output }: CommandContext,
): { readonly text: string; readonly findings: readonly Finding[]; readonly elapsedMs: number } {
  const progress = output.progress('audit', tasks.length);
  const began = performance.now();
  const result = auditTasks(domain, database, tasks, {
    options,
    onTask: (done, task) => progress.update(done, task),
  });
  progress.stop();
  const elapsedMs = Math.round(performance.now() - began);
  const findings = [...result.findings, ...result.tasks.flatMap((task) => task.findings)];
  const count = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const flagged = result.tasks.filter((task) =>
    task.findings.some(({ severity }) => severity !== 'note'),
  ).length;
  return {
    text: `${flagged} of ${tasks.length} tasks with findings: ${count('error')} errors, ${count('warning')} warnings (taskwright audit ${domain.name} shows them)`,
    findings,
    elapsedMs,
  };
}
