import { checkTasks } from '../annotate/index.ts';
import { assertNoErrors, type Finding } from '../base/finding/index.ts';
import { checkDomain } from '../define/index.ts';
import { defineCommand } from './command.ts';
import { createRun } from './open-run.ts';
import { type ProjectArguments, projectOptions } from './project.ts';
import { type OpenedSetup, openSetup, setupOf } from './run-setup.ts';
import { runTrials } from './run-trials.ts';

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
  run: async (given, context) => {
    const args = { ...DEFAULTS, ...given };
    const { output } = context;
    const stage = (name: string, text: string): void =>
      output.line(`${output.color.bold(name.padEnd(9))} ${text}`);
    const setup = await openSetup(setupOf(args));
    const { domain, database, tasks } = setup.project;
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
    stage('annotate', annotated(setup));
    const audit = audited(setup);
    stage('audit', audit.text);
    const { output: inner, captured } = output.capture();
    const status = await runTrials(args, await createRun(args, setup), { ...context, output: inner });
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
  cassetteMode: 'replay-else-record',
  bound: 0.1,
  perMinute: undefined,
  run: undefined,
  resume: undefined,
  onlyFlagged: undefined,
  budgetUsd: undefined,
  budgetTokens: undefined,
} as const;

function annotated({ tasks, broken }: OpenedSetup): string {
  const failing = broken.length + tasks.filter(({ failures }) => failures.length > 0).length;
  return `${tasks.length + broken.length} tasks replayed${failing > 0 ? `, ${failing} with failing gold actions` : ', every gold action succeeds'}`;
}

/** The audit that the trials are explained by as well. */
function audited({ project, audit }: OpenedSetup): {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly elapsedMs: number;
} {
  const began = performance.now();
  const { result, waived } = audit.result();
  const elapsedMs = Math.round(performance.now() - began);
  const findings = [...result.findings, ...result.tasks.flatMap((task) => task.findings)];
  const count = (severity: Finding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const flagged = result.tasks.filter((task) =>
    task.findings.some(({ severity }) => severity !== 'note'),
  ).length;
  const stand = waived.length === 0 ? '' : `, ${waived.length} waived`;
  return {
    text: `${flagged} of ${result.tasks.length} tasks with findings: ${count('error')} errors, ${count('warning')} warnings${stand} (taskwright audit ${project.domain.name} shows them)`,
    findings,
    elapsedMs,
  };
}
