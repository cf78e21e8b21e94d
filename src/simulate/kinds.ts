import { suggest, UserError } from '../base/finding/index.ts';
import type { LanguageModel } from '../base/model/index.ts';
import type { AgentKind } from './agent.ts';
import {
  type AlternativePlans,
  explorerAgent,
  type GoldKnowledge,
  goldAgent,
  noisyAgent,
  nullAgent,
  spamAgent,
} from './agents/embedded.ts';
import { AGENT_STRATEGIES, type AgentStrategy, lmAgent } from './agents/lm-agent.ts';
import { findPersona } from './personas/index.ts';
import type { UserKind } from './user.ts';
import { lmUser } from './users/lm-user.ts';
import { noUser } from './users/no-user.ts';
import { scriptedUser } from './users/scripted-user.ts';
import { USER_STRATEGIES, type UserStrategy } from './users/strategies.ts';

export interface AgentChoice extends GoldKnowledge {
  /** Needed by agents behind a model. */
  readonly model?: LanguageModel;
  /** Needed by `explorer`. */
  readonly alternatives?: AlternativePlans;
  /** Gives a model-backed agent the gold actions: an ablation. */
  readonly withPlan?: boolean;
  readonly temperature?: number | null;
}

const EMBEDDED: Readonly<Record<string, (choice: AgentChoice) => AgentKind>> = {
  gold: goldAgent,
  noisy: (choice) => noisyAgent(choice),
  explorer: (choice) => explorerAgent(choice, choice.alternatives ?? (() => [])),
  null: () => nullAgent(),
  spam: ({ domain }) => spamAgent(domain),
};

/** Names of all agents: those behind a model first. */
export const AGENT_NAMES: readonly string[] = [...AGENT_STRATEGIES, ...Object.keys(EMBEDDED)];

/** Names of all users: those behind a model first. */
export const USER_NAMES: readonly string[] = [...USER_STRATEGIES, 'scripted', 'none'];

/** Parts that can be taken away or given, to see what they are worth (τ-bench, arXiv 2406.12045, table 3). */
export const ABLATIONS = ['policy', 'user', 'plan'] as const;
export type Ablation = (typeof ABLATIONS)[number];

/** Whether an agent of this name is given the annotation or the audit's alternatives: its trials are no independent evidence. */
export function isLedAgent(name: string): boolean {
  return ['gold', 'explorer', 'noisy'].includes(name) || name.endsWith('+plan');
}

/** Whether an agent of this name needs a model. */
export function isModelAgent(name: string): name is AgentStrategy {
  return AGENT_STRATEGIES.some((strategy) => strategy === name);
}

/** Whether a user of this name needs a model. */
export function isModelUser(name: string): name is UserStrategy {
  return USER_STRATEGIES.some((strategy) => strategy === name);
}

/** The agent of a name. @throws UserError when there is none, or when it needs a model and has none */
export function agentFromName(name: string, choice: AgentChoice): AgentKind {
  if (!isModelAgent(name)) {
    const make = Object.hasOwn(EMBEDDED, name) ? EMBEDDED[name] : undefined;
    if (make !== undefined) return make(choice);
    throw new UserError(`Cannot find agent "${name}": there is no such agent`, {
      hint: suggest(name, AGENT_NAMES),
    });
  }
  const { model, temperature, withPlan, tasks } = choice;
  if (model === undefined) throw withoutModel('agent', name, '--agent-model');
  const plans = new Map(tasks.map(({ id, goldActions, outputs }) => [id, { actions: goldActions, outputs }]));
  return lmAgent({
    model,
    strategy: name,
    ...(temperature !== undefined && { temperature }),
    ...(withPlan === true && { plan: (task) => plans.get(task) }),
  });
}

export interface UserChoice {
  /** Needed by users behind a model. */
  readonly model?: LanguageModel;
  /** Name of a persona. */
  readonly persona?: string | undefined;
  readonly temperature?: number | null;
}

/** The user of a name. @throws UserError when there is none, when it needs a model and has none, or cannot play a persona */
export function userFromName(name: string, choice: UserChoice): UserKind {
  const { model, persona, temperature } = choice;
  if (isModelUser(name)) {
    if (model === undefined) throw withoutModel('user', name, '--user-model');
    return lmUser({
      model,
      strategy: name,
      ...(persona !== undefined && { persona: findPersona(persona) }),
      ...(temperature !== undefined && { temperature }),
    });
  }
  if (name !== 'scripted' && name !== 'none') {
    throw new UserError(`Cannot find user "${name}": there is no such user`, {
      hint: suggest(name, USER_NAMES),
    });
  }
  if (persona !== undefined) {
    throw new UserError(`Cannot play persona "${persona}": user "${name}" has no model to play it with`, {
      hint: `choose one of ${USER_STRATEGIES.join(', ')}`,
    });
  }
  return name === 'none' ? noUser() : scriptedUser();
}

function withoutModel(side: string, name: string, flag: string): UserError {
  return new UserError(`Cannot start ${side} "${name}": it needs a model and none is named`, {
    hint: `add ${flag} NAME, a name from taskwright.config.ts or MODEL@URL`,
  });
}
