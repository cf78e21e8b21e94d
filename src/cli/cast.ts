import type { Argv } from 'yargs';
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
  USER_NAMES,
  type UserKind,
  userFromName,
} from '../simulate/index.ts';
import type { TrialSetup } from '../validate/index.ts';
import type { RunSetup } from './run-setup.ts';

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

/** Agent and users of a setup. @throws UserError for unknown names, and models that cannot be used */
export async function castOf(
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
