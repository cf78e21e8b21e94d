import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { type ReplayedTask, replayTask, type Task } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { Cassette, type CassetteMode, type LanguageModel, type OpenAllowance } from '../base/model/index.ts';
import {
  ABLATIONS,
  type Ablation,
  AGENT_NAMES,
  type AgentKind,
  agentFromName,
  type CastMember,
  isModelAgent,
  isModelUser,
  loadConfig,
  ModelRegistry,
  type Plan,
  USER_NAMES,
  type UserKind,
  userFromName,
} from '../simulate/index.ts';
import type { AlternativesOf, TrialSetup } from '../validate/index.ts';
import { auditOf, type FindingsOf } from './audit-of.ts';
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
  readonly alternatives: AlternativesOf;
  /** Errors and warnings of the audit. */
  readonly findings: FindingsOf;
  readonly trials: Omit<TrialSetup, 'run'>;
  /** Models that take part. */
  readonly cast: readonly CastMember[];
}

/** The options that say who takes part. */
export interface CastArguments {
  readonly agent?: string | undefined;
  readonly agentModel?: string | undefined;
  readonly model?: string | undefined;
  readonly user?: string | undefined;
  readonly userModel?: string | undefined;
  readonly persona?: readonly string[] | undefined;
  readonly cassette?: string | undefined;
  readonly cassetteMode: CassetteMode;
  readonly ablate?: readonly Ablation[] | undefined;
  readonly seed: number;
  readonly outputMode: 'tau' | 'strict';
  readonly policyCounts: boolean;
}

/** Adds `--agent`, `--user`, their models, `--persona`, `--seed` and how trials are graded. */
export function castOptions<Given>(yargs: Argv<Given>): Argv<Given & CastArguments> {
  return yargs
    .option('agent', {
      choices: AGENT_NAMES,
      describe: 'reference agent (default: tool-calling with a model, else explorer)',
    })
    .option('agent-model', {
      type: 'string',
      describe: 'model of the agent: a name of taskwright.config.ts, or MODEL@URL',
    })
    .option('model', { type: 'string', describe: 'the same model for agent and user' })
    .option('user', {
      choices: USER_NAMES,
      describe: 'simulated user (default: lm with a model, else scripted)',
    })
    .option('user-model', { type: 'string', describe: 'model of the user' })
    .option('persona', {
      type: 'string',
      array: true,
      nargs: 1,
      describe: 'persona of the user (may be repeated)',
    })
    .option('ablate', {
      choices: ABLATIONS,
      array: true,
      nargs: 1,
      describe: 'take policy or user away, or give the agent the plan',
    })
    .option('cassette', { type: 'string', describe: 'folder of recorded model answers' })
    .option('cassette-mode', {
      choices: ['record', 'replay', 'replay-else-record'] as const,
      default: 'replay-else-record' as const,
      describe: 'whether models are asked, replayed, or both',
    })
    .option('seed', { type: 'number', default: 1, describe: 'seed of the run' })
    .option('output-mode', {
      choices: ['strict', 'tau'] as const,
      default: 'strict' as const,
      describe: 'how outputs are looked for',
    })
    .option('policy-counts', {
      type: 'boolean',
      default: false,
      describe: 'broken policy rules fail a trial',
    }) as unknown as Argv<Given & CastArguments>;
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
  const project = await openProject({
    workspace: setup.workspace,
    json: false,
    quiet: true,
    domain: setup.domain,
    ...(setup.database !== null && { database: setup.database }),
    ...(setup.tasks !== null && { tasks: setup.tasks }),
    task: setup.task,
    option: setup.option,
  });
  const { domain, database, options } = project;
  const results = project.tasks.map((task) => replayTask(domain, database, task, options));
  const tasks = results.flatMap((result) => (result.ok ? [result.task] : []));
  const broken = results.flatMap((result) =>
    result.ok ? [] : [{ task: result.task, failures: result.failures }],
  );
  const { alternatives, findings, weighed } = auditOf(domain, database, tasks, options);
  const outputs = new Map(tasks.map((task) => [task.id, task.outputs]));
  const plans = (task: string): readonly Plan[] =>
    weighed(task)
      .filter(({ weighing }) => !weighing.ruledOut)
      .map(({ alternative }) => ({ actions: alternative.actions, outputs: outputs.get(task) ?? [] }));
  const { members, ...cast } = await castOf(setup, { domain, tasks, alternatives: plans }, allowances);
  return {
    setup,
    project,
    tasks,
    broken,
    alternatives,
    findings,
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

/** Agent and users of a setup. @throws UserError for unknown names, and models that cannot be used */
async function castOf(
  setup: RunSetup,
  knowledge: Omit<Parameters<typeof agentFromName>[1], 'model'>,
  allowances: OpenAllowance | undefined,
): Promise<{
  readonly agent: AgentKind;
  readonly users: readonly UserKind[];
  readonly members: readonly CastMember[];
}> {
  const ablate = new Set(setup.ablate ?? []);
  const userName = ablate.has('user') ? 'none' : setup.user;
  const needsModel = isModelAgent(setup.agent) || isModelUser(userName);
  const registry = needsModel ? await openRegistry(setup, allowances) : undefined;
  const members: CastMember[] = [];
  const modelOf = (
    role: 'agent' | 'user',
    strategy: string,
    name: string | null,
  ): { readonly model?: LanguageModel } => {
    if (registry === undefined || name === null) return {};
    const model = registry.model(name);
    members.push({ role, strategy, model, config: registry.config(name) });
    return { model };
  };
  const userModel = isModelUser(userName) ? modelOf('user', userName, setup.userModel) : {};
  const user = (persona: string | undefined): UserKind => userFromName(userName, { ...userModel, persona });
  return {
    agent: agentFromName(setup.agent, {
      ...knowledge,
      withPlan: ablate.has('plan'),
      ...(isModelAgent(setup.agent) && modelOf('agent', setup.agent, setup.agentModel)),
    }),
    users: setup.persona.length === 0 ? [user(undefined)] : setup.persona.map(user),
    members,
  };
}

async function openRegistry(setup: RunSetup, allowances: OpenAllowance | undefined): Promise<ModelRegistry> {
  const { cassette, cassetteMode = 'replay-else-record' } = setup;
  return new ModelRegistry(await loadConfig(setup.workspace), {
    ...(allowances && { allowances }),
    ...(typeof cassette === 'string' && { cassette: new Cassette({ folder: cassette, mode: cassetteMode }) }),
  });
}

/** Runs of deterministic agents and users carry no times, so that they repeat byte for byte. */
export function clockFor({ agent, users }: Pick<TrialSetup, 'agent' | 'users'>): {
  readonly clock?: () => number;
} {
  return agent.deterministic && users.every((user) => user.deterministic) ? {} : { clock: Date.now };
}
