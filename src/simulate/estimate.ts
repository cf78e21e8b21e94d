import { scenarioText, type Task } from '../annotate/index.ts';
import {
  addUsage,
  estimateTokens,
  type ModelConfig,
  NO_USAGE,
  type Usage,
  usageOf,
} from '../base/model/index.ts';
import { type Domain, describeTool, offeredTools, resolveOptions } from '../define/index.ts';
import type { UserStrategy } from './users/strategies.ts';

/** How long trials are, on average. Measured on 5,626 recorded conversations of models in retail and airline. */
export interface TrialShape {
  /** Moves of the agent. */
  readonly moves: number;
  /** Of these, tool calls. */
  readonly calls: number;
  /** Tokens of an observation, of a message of either side, of a call. */
  readonly observationTokens: number;
  readonly messageTokens: number;
  readonly userTokens: number;
  readonly callTokens: number;
}

export const USUAL_SHAPE: TrialShape = {
  moves: 13,
  calls: 8,
  observationTokens: 205,
  messageTokens: 170,
  userTokens: 35,
  callTokens: 40,
};

export interface EstimateInput {
  readonly domain: Domain;
  readonly tasks: readonly Task[];
  readonly trials: number;
  /** Absent where no model plays that side. */
  readonly agent?: Pick<ModelConfig, 'price'>;
  readonly user?: Pick<ModelConfig, 'price'> & { readonly strategy?: UserStrategy };
  readonly shape?: TrialShape;
}

export interface Estimate {
  readonly agent: Usage;
  readonly user: Usage;
  readonly total: Usage;
}

/** Tokens of a user's prompt without its scenario. */
const USER_PROMPT = 450;

/** Model calls of one user turn. */
const CALLS_PER_TURN: Readonly<Record<UserStrategy, number>> = {
  lm: 1,
  react: 1,
  verify: 2.2,
  reflection: 2.3,
  'reflect-then-respond': 2,
};

/** About what a run will use, before it starts: every call sends the whole conversation so far again. */
export function estimate(input: EstimateInput): Estimate {
  const { domain, tasks, trials, agent, user, shape = USUAL_SHAPE } = input;
  const runs = tasks.length * trials;
  const tools = offeredTools(domain, resolveOptions(domain)).map(describeTool);
  const standing = estimateTokens(domain.policy.text) + estimateTokens(JSON.stringify(tools)) + 120;
  const turns = shape.moves - shape.calls;
  const grown =
    shape.calls * (shape.observationTokens + shape.callTokens) +
    turns * (shape.messageTokens + shape.userTokens);
  const scenario =
    tasks.reduce((sum, task) => sum + estimateTokens(scenarioText(task.scenario)), 0) /
    Math.max(1, tasks.length);
  const agentUsage =
    agent === undefined
      ? NO_USAGE
      : times(runs * shape.moves, {
          input: standing + grown / 2,
          output: (shape.calls * shape.callTokens + turns * shape.messageTokens) / shape.moves,
          price: agent.price,
        });
  const userUsage =
    user === undefined
      ? NO_USAGE
      : times(runs * (turns + 1) * CALLS_PER_TURN[user.strategy ?? 'lm'], {
          input: USER_PROMPT + scenario + (turns / 2) * (shape.messageTokens + shape.userTokens),
          output: shape.userTokens,
          price: user.price,
        });
  return { agent: agentUsage, user: userUsage, total: addUsage(agentUsage, userUsage) };
}

function times(
  calls: number,
  one: { readonly input: number; readonly output: number; readonly price: ModelConfig['price'] },
): Usage {
  const tokens = { input: Math.round(calls * one.input), output: Math.round(calls * one.output) };
  return { ...usageOf(tokens, one.price), calls: Math.round(calls) };
}
