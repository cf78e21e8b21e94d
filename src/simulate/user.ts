import type { Scenario } from '../annotate/index.ts';
import type { Usage } from '../base/model/usage.ts';
import type { RandomStream } from '../base/random/index.ts';
import type { Transcript, UserTurn } from '../define/index.ts';
import type { ReplyTrace } from './model-trace.ts';
import type { PromptMark } from './prompts/index.ts';

/** What a simulated user may see: its scenario, never tools, policy or annotation. */
export interface UserView {
  readonly scenario: Scenario;
  /** Messages between user and agent, and the user's own turns; no agent tool calls, no observations. */
  readonly transcript: Transcript;
  readonly signal?: AbortSignal;
}

export interface UserMove extends Omit<UserTurn, 'role'> {
  readonly usage?: Usage;
  /** A fault of the simulator itself, which makes the trial void. */
  readonly fault?: { readonly code: string; readonly message: string };
  /** The model answers behind this move. */
  readonly replies?: readonly ReplyTrace[];
  /** Facts of the scenario released for this move, where disclosure is kept by code. */
  readonly disclosed?: readonly string[];
}

export interface User {
  respond(view: UserView): Promise<UserMove> | UserMove;
}

/** What a user is made from for one trial. */
export interface UserSetting {
  readonly scenario: Scenario;
  readonly task: string;
  readonly trial: number;
  readonly seed: number;
  readonly random: RandomStream;
}

/** A named kind of simulated user that can be started for any number of trials. */
export interface UserKind {
  readonly name: string;
  /** Name of the persona it plays, `null` for none. */
  readonly persona: string | null;
  readonly deterministic: boolean;
  /** Prompts its model reads, its persona among them: part of each trial's record. */
  readonly prompts?: readonly PromptMark[];
  start(setting: UserSetting): User;
}
