import type { Usage } from '../base/model/usage.ts';
import type { RandomStream } from '../base/random/index.ts';
import type { AgentTurn, ToolDescription, Transcript } from '../define/index.ts';
import type { ReplyTrace } from './model-trace.ts';
import type { PromptMark } from './prompts/index.ts';

/** What an agent may see: never the scenario, never the annotation. */
export interface AgentView {
  /** The policy text. */
  readonly policy: string;
  readonly tools: readonly ToolDescription[];
  /** The conversation so far, without the user's private thoughts and own tool calls. */
  readonly transcript: Transcript;
  /** How many moves are left before the cap. */
  readonly movesLeft: number;
  readonly signal?: AbortSignal;
}

/** One move: a message to the user, or tool calls. */
export interface AgentMove extends Omit<AgentTurn, 'role'> {
  readonly usage?: Usage;
  /** The agent ends the conversation after this move. */
  readonly stop?: boolean;
  /** Mistakes of form that were turned into this move, for example `unreadable-arguments`. */
  readonly mistakes?: readonly string[];
  /** The model answers behind this move. */
  readonly replies?: readonly ReplyTrace[];
}

export interface Agent {
  respond(view: AgentView): Promise<AgentMove> | AgentMove;
}

/** What an agent is made from for one trial. */
export interface AgentSetting {
  readonly task: string;
  readonly trial: number;
  readonly seed: number;
  readonly random: RandomStream;
}

/** A named kind of agent that can be started for any number of trials. */
export interface AgentKind {
  readonly name: string;
  /** The agent's answers depend on the seed and what it sees alone. */
  readonly deterministic: boolean;
  /** Prompts its model reads: part of each trial's record. */
  readonly prompts?: readonly PromptMark[];
  start(setting: AgentSetting): Agent;
}
