import type { Action, Observation, Requestor } from './action.ts';

/** A tool call inside a transcript, with the id that joins it to its observation. */
export interface Call extends Action {
  readonly id: string;
  /** The argument text as the model wrote it, where it could not be read as a JSON object. */
  readonly unreadable?: string;
}

export interface UserTurn {
  readonly role: 'user';
  /** What the agent sees; stop tokens are taken off. */
  readonly text: string;
  /** The stop token the user gave with this turn. */
  readonly stop?: 'stop' | 'transfer' | 'out-of-scope';
  /** The user's own tool calls (dual control). */
  readonly calls?: readonly Call[];
  /** Private reasoning of a simulated user; never shown to the agent. */
  readonly thought?: string;
}

export interface AgentTurn {
  readonly role: 'agent';
  /** A message. The user reads it unless the turn also makes calls. */
  readonly text?: string;
  readonly calls?: readonly Call[];
  /** Private reasoning; never shown to the user. */
  readonly thought?: string;
}

export interface ToolTurn {
  readonly role: 'tool';
  /** Id of the call it answers. */
  readonly call: string;
  readonly tool: string;
  readonly requestor?: Requestor;
  readonly observation: Observation;
  /** Whether the call changed the database. */
  readonly changed: boolean;
}

export type Turn = UserTurn | AgentTurn | ToolTurn;

/** Messages, actions and observations of one trial, in order. */
export type Transcript = readonly Turn[];
