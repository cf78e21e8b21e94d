import { join } from 'node:path';
import type { Argv } from 'yargs';
import { UserError } from '../base/finding/index.ts';
import type { JsonValue } from '../base/json/index.ts';
import { bullmqEngine } from '../engine/bullmq.ts';
import { localEngine } from '../engine/local.ts';
import {
  type AgentKind,
  estimate,
  goldAgent,
  nullAgent,
  preflightCast,
  scriptedUser,
  spamAgent,
} from '../simulate/index.ts';
import {
  type Engine,
  factsOf,
  hashesOf,
  plainTask,
  type RunEnd,
  type RunProgress,
  type RunRecord,
  RunStore,
  readRunRecord,
  runSanity,
  runSequential,
  runValidation,
  sequentialFor,
  staleParts,
  summarizeRun,
  toJsonReport,
  trialMaker,
  type ValidationReport,
} from '../validate/index.ts';
import { type CommandContext, defineCommand, type GlobalArguments } from './command.ts';
import { printValidation } from './print-validation.ts';
import { type ProjectArguments, projectOptions } from './project.ts';
import { versionOf } from './run-cli.ts';
import { findRun, freshRunName, runsFolder } from './run-folder.ts';
import {
  type CastArguments,
  castOptions,
  clockFor,
  type OpenedSetup,
  openSetup,
  type RunSetup,
  setupOf,
} from './run-setup.ts';
import { writeReports } from './write-reports.ts';

interface ValidateArguments extends ProjectArguments, CastArguments {
  readonly trials: number | undefined;
  readonly concurrency: number;
  readonly engine: 'local' | 'bullmq';
  readonly perMinute: number | undefined;
  readonly plan: 'fixed' | 'sequential';
  readonly bound: number;
  readonly run: string | undefined;
  readonly resume: string | undefined;
  readonly onlyFlagged: string | undefined;
  readonly budgetUsd: number | undefined;
  readonly budgetTokens: number | undefined;
  readonly sanity: boolean;
}

/** `taskwright validate`: many trials of each task, and what they show. */
export const validateCommand = defineCommand<ValidateArguments>({
  command: 'validate <domain>',
  describe: 'run tasks many times, cluster outcomes, flag ambiguous tasks',
  examples: [
    ['$0 validate retail', '40 trials of each task with the embedded explorer'],
    ['$0 validate retail --resume latest', 'go on after Ctrl-C or a kill'],
    ['$0 validate retail --resume RUN --trials 40', 'add trials to a finished run of 12'],
    ['$0 validate retail --only-flagged RUN', 'run the flagged tasks of a run again'],
  ],
  options: (yargs) =>
    castOptions(projectOptions(yargs))
      .option('trials', { type: 'number', describe: 'trials of each task (default 40)' })
      .option('concurrency', { type: 'number', default: 8, describe: 'trials at a time' })
      .option('engine', {
        choices: ['local', 'bullmq'] as const,
        default: 'local' as const,
        describe: 'where trials run',
      })
      .option('per-minute', {
        type: 'number',
        describe: 'trials begun in a minute, over all workers of the bullmq engine',
      })
      .option('plan', {
        choices: ['fixed', 'sequential'] as const,
        default: 'fixed' as const,
        describe: 'fixed number, or stop early',
      })
      .option('bound', {
        type: 'number',
        default: 0.1,
        describe: 'chance of another outcome below which a sequential plan certifies a task',
      })
      .option('run', { type: 'string', describe: 'name of the run' })
      .option('resume', { type: 'string', describe: 'go on with this run (name, folder or "latest")' })
      .option('only-flagged', { type: 'string', describe: 'only the flagged tasks of this run' })
      .option('budget-usd', { type: 'number', describe: 'draw no new trial once so much was paid' })
      .option('budget-tokens', {
        type: 'number',
        describe: 'draw no new trial once so many tokens were used',
      })
      .option('sanity', { type: 'boolean', default: true, describe: 'try gold, null and spam agents first' })
      .check(checkNumbers) as unknown as Argv<ValidateArguments & GlobalArguments>,
  run: validate,
});

async function validate(args: ValidateArguments & GlobalArguments, context: CommandContext): Promise<0 | 1> {
  const { output, signal } = context;
  const opened = await openRun(args, context);
  const { store, setup, plan } = opened;
  try {
    await prepareModels(args, setup, plan.trials, context);
    const sanity = args.sanity ? await checkSanity(setup, context) : [];
    const progress = output.progress('validate', plan.tasks.length * plan.trials);
    const started = Date.now();
    const engine = engineOf(args, setup.setup);
    const make = trialMaker({ ...setup.trials, run: store.record.run, ...clockFor(setup.trials) });
    const options = {
      store,
      make,
      engine,
      concurrency: args.concurrency,
      ...(args.budgetUsd !== undefined && { budgetUsd: args.budgetUsd }),
      ...(args.budgetTokens !== undefined && { budgetTokens: args.budgetTokens }),
      onProgress: (at: RunProgress) => progress.update(at.done, note(at, started)),
      signal,
    };
    let end: RunEnd & { readonly saved?: number };
    try {
      end =
        args.plan === 'fixed'
          ? await runValidation({ ...options, plan })
          : await runSequential({
              ...options,
              tasks: setup.tasks,
              personas: plan.personas,
              alternatives: setup.alternatives,
              sequential: sequentialFor(args.bound),
            });
    } finally {
      progress.stop();
      await engine.close();
    }
    const report = await summarizeRun({
      store,
      tasks: setup.tasks,
      alternatives: setup.alternatives,
      findings: (task) => [...sanity.filter((finding) => finding.task === task), ...setup.findings(task)],
    });
    await writeReports(store, report);
    return finish(report, { ...opened, end }, context);
  } finally {
    await store.close();
  }
}

function engineOf({ engine, perMinute }: ValidateArguments, setup: RunSetup): Engine {
  if (engine === 'local') return localEngine();
  return bullmqEngine({
    setup: setup as unknown as JsonValue,
    ...(perMinute !== undefined && { perMinute }),
  });
}

/** Tries the models and says about what the run will use, before a trial is spent. */
async function prepareModels(
  args: ValidateArguments,
  { cast, project, tasks, setup }: OpenedSetup,
  trials: number,
  { output, signal }: CommandContext,
): Promise<void> {
  if (cast.length === 0 || setup.cassetteMode === 'replay') return;
  const { domain, options } = project;
  const budget = args.budgetUsd === undefined ? {} : { usd: args.budgetUsd };
  await preflightCast(cast, { domain, options, budget, signal });
  const priced = (role: string) => {
    const member = cast.find((each) => each.role === role);
    return member === undefined ? {} : { [role]: { ...member.config, strategy: member.strategy } };
  };
  const { total } = estimate({ domain, tasks, trials, ...priced('agent'), ...priced('user') });
  const cost = total.costUsd === 'unknown' ? 'cost unknown' : `about $${total.costUsd.toFixed(2)}`;
  output.line(
    `estimate: ${total.calls} model calls, ${total.inputTokens + total.outputTokens} tokens, ${cost}`,
  );
}

function finish(
  report: ValidationReport,
  { store, setup, end }: OpenedRun & { readonly end: RunEnd & { readonly saved?: number } },
  { output }: CommandContext,
): 0 | 1 {
  printValidation(output, report);
  const failures = setup.broken.flatMap((task) => task.failures);
  output.findings(failures);
  if (end.saved !== undefined && end.saved > 0) output.line(`${end.saved} trials saved by stopping early`);
  output.line(`wrote ${join(store.folder, 'report.html')}`);
  const unfinished = end.stoppedBy !== 'plan';
  if (unfinished) {
    const why = end.stoppedBy === 'budget' ? 'the budget is used up' : 'stopped';
    output.line(`${why}: ${end.missing} trials are missing`);
    output.line(`  again taskwright validate ${report.domain} --resume ${store.folder}`);
  }
  output.result({
    ...toJsonReport(report),
    folder: store.folder,
    failures,
    stoppedBy: end.stoppedBy,
    missing: end.missing,
    ...(end.saved !== undefined && { saved: end.saved }),
  });
  return report.totals.ambiguous > 0 || failures.length > 0 || unfinished ? 1 : 0;
}

interface OpenedRun {
  readonly store: RunStore;
  readonly setup: OpenedSetup;
  readonly plan: {
    readonly tasks: readonly string[];
    readonly personas: readonly (string | null)[];
    readonly trials: number;
  };
}

async function openRun(
  args: ValidateArguments & GlobalArguments,
  context: CommandContext,
): Promise<OpenedRun> {
  return args.resume === undefined ? await newRun(args) : await resumedRun(args, args.resume, context);
}

async function newRun(args: ValidateArguments & GlobalArguments): Promise<OpenedRun> {
  const flagged =
    args.onlyFlagged === undefined ? undefined : await flaggedTasks(args.onlyFlagged, args.workspace);
  const setup = await openSetup(setupOf({ ...args, ...(flagged && { task: flagged }) }));
  const folder = runsFolder(args.workspace, args.domain);
  const run = args.run ?? freshRunName(folder, setup.setup.agent, new Date());
  const trials = args.trials ?? 40;
  const store = await RunStore.create(
    join(folder, run),
    recordOf(run, setup, { ...args, trials }),
    storeOptions(setup),
  );
  return { store, setup, plan: planOf(setup, trials) };
}

async function resumedRun(
  args: ValidateArguments & GlobalArguments,
  run: string,
  { output }: CommandContext,
): Promise<OpenedRun> {
  const folder = findRun(run, args.workspace);
  const record = await readRunRecord(folder);
  if (record.kind !== 'simulated') {
    throw new UserError(`Cannot resume run "${record.run}": its trials were ${record.kind}, not made here`);
  }
  const setup = await openSetup(record.settings.setup as unknown as RunSetup);
  const [stale, ...more] = staleParts(
    record,
    hashesOf(setup.project.domain, setup.project.database, setup.tasks),
    record.software,
  );
  if (stale !== undefined) {
    const rest = more.length > 0 ? ` (and ${more.length} more changes)` : '';
    throw new UserError(`Cannot resume run "${record.run}": ${stale.message}${rest}`, {
      hint: 'old and new trials would not be alike; make a new run',
      again: `taskwright validate ${record.domain}`,
    });
  }
  const trials = Math.max(record.settings.trials, args.trials ?? 0);
  const store = await RunStore.open(folder, { ...storeOptions(setup), write: true });
  if (trials > record.settings.trials)
    await store.update({ ...record, settings: { ...record.settings, trials } });
  output.line(`resuming ${record.run}: ${store.count} trials are done`);
  return { store, setup, plan: planOf(setup, trials) };
}

function recordOf(
  run: string,
  setup: OpenedSetup,
  args: ValidateArguments & { readonly trials: number },
): RunRecord {
  const { domain, database } = setup.project;
  return {
    format: 1,
    run,
    domain: domain.name,
    kind: 'simulated',
    createdAt: new Date().toISOString(),
    software: versionOf(),
    settings: {
      agent: setup.trials.agent.name,
      user: setup.trials.users.map(({ name }) => name).join(', '),
      personas: setup.trials.users.map(({ persona }) => persona),
      trials: args.trials,
      seed: args.seed,
      outputMode: args.outputMode,
      policyCounts: args.policyCounts,
      options: setup.project.options,
      plan: args.plan,
      setup: setup.setup as unknown as JsonValue,
    },
    hashes: hashesOf(domain, database, setup.tasks),
    tasks: setup.tasks.map(plainTask),
  };
}

function planOf(setup: OpenedSetup, trials: number): OpenedRun['plan'] {
  return {
    tasks: setup.tasks.map(({ id }) => id),
    personas: setup.trials.users.map(({ persona }) => persona),
    trials,
  };
}

function storeOptions(setup: OpenedSetup): {
  readonly factsOf: (trial: Parameters<typeof factsOf>[1]) => ReturnType<typeof factsOf>;
} {
  return { factsOf: (trial) => factsOf(setup.project.domain, trial) };
}

/** Tasks of a run with several outcomes, or in doubt. */
async function flaggedTasks(run: string, workspace: string): Promise<readonly string[]> {
  const folder = findRun(run, workspace);
  const { readFile } = await import('node:fs/promises');
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as ValidationReport;
  const flagged = report.tasks.filter(
    ({ ambiguous, evidence }) => ambiguous || evidence === 'ambiguous' || evidence === 'suspect',
  );
  if (flagged.length > 0) return flagged.map(({ id }) => id);
  throw new UserError(`Cannot run the flagged tasks of "${run}": none is flagged`);
}

/** Gold must pass all, null and spam none: said before money is spent. */
async function checkSanity(setup: OpenedSetup, { output }: CommandContext) {
  const { trials, tasks, project } = setup;
  const knowledge = { domain: project.domain, tasks };
  const make = (agent: AgentKind) => trialMaker({ ...trials, run: 'sanity', agent, users: [scriptedUser()] });
  const { agents, findings } = await runSanity(project.domain.name, tasks, [
    { agent: 'gold', passes: 'all', make: make(goldAgent(knowledge)) },
    { agent: 'null', passes: 'none', make: make(nullAgent()) },
    { agent: 'spam', passes: 'none', make: make(spamAgent(project.domain)) },
  ]);
  output.line(
    `sanity: ${agents.map(({ agent, passed, tasks: all }) => `${agent} passes ${passed} of ${all}`).join(', ')}`,
  );
  return findings;
}

function note({ done, total, costUsd, facts }: RunProgress, started: number): string {
  const left = ((Date.now() - started) / done) * (total - done);
  const cost =
    costUsd === 0
      ? ''
      : costUsd === 'unknown'
        ? ' cost unknown'
        : ` $${((costUsd / done) * (total - done)).toFixed(2)} to go`;
  return `${facts.task} ${Math.ceil(left / 1000)} s left${cost}`;
}

function checkNumbers(args: { readonly [name: string]: unknown }): true {
  for (const name of ['trials', 'concurrency', 'per-minute'] as const) {
    const value = args[name];
    if (value !== undefined && !(Number.isInteger(value) && (value as number) >= 1)) {
      throw new UserError(
        `Cannot validate with --${name} ${String(value)}: it is no whole number of at least 1`,
      );
    }
  }
  if (args.engine === 'local' && args['per-minute'] !== undefined) {
    throw new UserError('Cannot validate with --per-minute: the local engine has no workers to share it', {
      hint: 'give the model limits in taskwright.config.ts, or add --engine bullmq',
    });
  }
  if (!((args.bound as number) >= 0.01 && (args.bound as number) < 1)) {
    throw new UserError(`Cannot validate with --bound ${String(args.bound)}: it is not between 0.01 and 1`);
  }
  if (!Number.isInteger(args.seed)) throw new UserError('Cannot validate with --seed: it is no whole number');
  return true;
}
