import { resolve } from 'node:path';
import { type ReplayedTask, replayTask, type Task } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import type { CassetteMode, OpenAllowance } from '../base/model/index.ts';
import type { Ablation, CastMember, Plan } from '../simulate/index.ts';
import type { TrialSetup } from '../validate/index.ts';
import { sameAgain, waiversOf } from './audit-files.ts';
import { type AuditOf, auditOf } from './audit-of.ts';
import { type CastArguments, castOf } from './cast.ts';
import type { GlobalArguments } from './command.ts';
import { openProject, type Project, type ProjectArguments } from './project.ts';

/** What a run's trials are made from, as data: kept in `run.json` and given to workers on other machines. */
export interface RunSetup {
  readonly workspace: string;
  readonly domain: string;
  readonly database: string | null;
  readonly tasks: string | null;
  readonly task: readonly string[];
  readonly option: readonly string[];
  readonly agent: string;
  readonly agentModel: string | null;
  readonly user: string;
  readonly userModel: string | null;
  /** Personas the user plays in turn; empty for none. */
  readonly persona: readonly string[];
  readonly seed: number;
  readonly outputMode: 'tau' | 'strict';
  readonly policyCounts: boolean;
  /** Folder of recorded model answers, and whether they are replayed or made. */
  readonly cassette?: string | null;
  readonly cassetteMode?: CassetteMode;
  /** Parts taken away or given: `policy`, `user`, `plan`. */
  readonly ablate?: readonly Ablation[];
}

/** A setup, opened: everything but the name of the run. */
export interface OpenedSetup {
  readonly setup: RunSetup;
  readonly project: Project;
  /** Tasks with a gold outcome. */
  readonly tasks: readonly ReplayedTask[];
  /** Tasks without one, with the reasons. */
  readonly broken: readonly { readonly task: Task; readonly failures: readonly Finding[] }[];
  /** What the audit says of the tasks, the workspace's waivers applied. */
  readonly audit: AuditOf;
  readonly trials: Omit<TrialSetup, 'run'>;
  /** Models that take part. */
  readonly cast: readonly CastMember[];
}

/** Paths are made absolute, so that a run can be resumed from another folder. */
export function setupOf(args: ProjectArguments & GlobalArguments & CastArguments): RunSetup {
  const agentModel = args.agentModel ?? args.model ?? null;
  const userModel = args.userModel ?? args.model ?? null;
  return {
    workspace: resolve(args.workspace),
    domain: args.domain,
    database: args.database === undefined ? null : resolve(args.database),
    tasks: args.tasks === undefined ? null : resolve(args.tasks),
    task: args.task ?? [],
    option: args.option ?? [],
    agent: args.agent ?? (agentModel === null ? 'explorer' : 'tool-calling'),
    agentModel,
    user: args.user ?? (userModel === null ? 'scripted' : 'lm'),
    userModel,
    persona: args.persona ?? [],
    seed: args.seed,
    outputMode: args.outputMode,
    policyCounts: args.policyCounts,
    cassette: args.cassette === undefined ? null : resolve(args.cassette),
    cassetteMode: args.cassetteMode,
    ablate: args.ablate ?? [],
  };
}

/**
 * Loads what a setup names.
 * @param allowances where models count requests and tokens a minute; in this process when absent
 * @throws UserError for whatever is missing or malformed
 */
export async function openSetup(setup: RunSetup, allowances?: OpenAllowance): Promise<OpenedSetup> {
  const args = argumentsOf(setup);
  const project = await openProject(args);
  const { domain, database, options } = project;
  const results = project.tasks.map((task) => replayTask(domain, database, task, options));
  const tasks = results.flatMap((result) => (result.ok ? [result.task] : []));
  const broken = results.flatMap((result) =>
    result.ok ? [] : [{ task: result.task, failures: result.failures }],
  );
  const audit = auditOf(domain, database, project.tasks, {
    options,
    waivers: waiversOf(args, project).waivers,
    command: sameAgain('audit', args),
    all: setup.task.length === 0,
  });
  const outputs = new Map(tasks.map((task) => [task.id, task.outputs]));
  const plans = (task: string): readonly Plan[] =>
    audit
      .open(task)
      .map(({ alternative }) => ({ actions: alternative.actions, outputs: outputs.get(task) ?? [] }));
  const { members, ...cast } = await castOf(setup, { domain, tasks, alternatives: plans }, allowances);
  return {
    setup,
    project,
    tasks,
    broken,
    audit,
    cast: members,
    trials: {
      domain,
      database,
      tasks,
      ...cast,
      seed: setup.seed,
      options,
      outputMode: setup.outputMode,
      policyCounts: setup.policyCounts,
      ...((setup.ablate ?? []).includes('policy') && { policy: '' }),
    },
  };
}

/** A setup as the command line gave it. */
export function argumentsOf(setup: RunSetup): ProjectArguments & GlobalArguments {
  return {
    workspace: setup.workspace,
    json: false,
    quiet: true,
    domain: setup.domain,
    ...(setup.database !== null && { database: setup.database }),
    ...(setup.tasks !== null && { tasks: setup.tasks }),
    task: setup.task,
    option: setup.option,
  };
}
