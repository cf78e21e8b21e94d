import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import type { JsonValue } from '../base/json/index.ts';
import {
  factsOf,
  hashesOf,
  plainTask,
  type RunRecord,
  RunStore,
  readRunRecord,
  staleParts,
  type ValidationReport,
} from '../validate/index.ts';
import type { CastArguments } from './cast.ts';
import type { CommandContext, GlobalArguments } from './command.ts';
import type { ProjectArguments } from './project.ts';
import { softwareOf } from './run-cli.ts';
import { findRun, freshRunName, runsFolder } from './run-folder.ts';
import { type OpenedSetup, openSetup, type RunSetup, setupOf } from './run-setup.ts';

/** Arguments of `validate`. */
export interface ValidateArguments extends ProjectArguments, CastArguments {
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

/** A run ready for its trials. */
export interface OpenedRun {
  readonly store: RunStore;
  readonly setup: OpenedSetup;
  readonly plan: {
    readonly tasks: readonly string[];
    readonly personas: readonly (string | null)[];
    readonly trials: number;
  };
}

/** A new run, or the one to go on with. @throws UserError when the old one cannot be gone on with */
export async function openRun(
  args: ValidateArguments & GlobalArguments,
  context: CommandContext,
): Promise<OpenedRun> {
  return args.resume === undefined ? await newRun(args) : await resumedRun(args, args.resume, context);
}

async function newRun(args: ValidateArguments & GlobalArguments): Promise<OpenedRun> {
  const flagged =
    args.onlyFlagged === undefined ? undefined : await flaggedTasks(args.onlyFlagged, args.workspace);
  return await createRun(args, await openSetup(setupOf({ ...args, ...(flagged && { task: flagged }) })));
}

/** A new run of an opened setup. */
export async function createRun(
  args: ValidateArguments & GlobalArguments,
  setup: OpenedSetup,
): Promise<OpenedRun> {
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
    softwareOf(),
  ).filter(({ severity }) => severity !== 'note');
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
    software: softwareOf(),
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
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as ValidationReport;
  const flagged = report.tasks.filter(
    ({ ambiguous, evidence }) => ambiguous || evidence === 'ambiguous' || evidence === 'suspect',
  );
  if (flagged.length > 0) return flagged.map(({ id }) => id);
  throw new UserError(`Cannot run the flagged tasks of "${run}": none is flagged`);
}
