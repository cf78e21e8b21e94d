import type { JsonObject } from '../base/json/index.ts';

/** Who makes a tool call: the agent, or (in dual-control domains) the user. */
export type Requestor = 'agent' | 'user';

/** A tool call as data. */
export interface Action {
  readonly tool: string;
  readonly args: JsonObject;
  /** Absent means the agent. */
  readonly requestor?: Requestor;
}

/** What a tool answered. */
export interface Observation {
  /** The text the caller reads: JSON for values, strings as they are, `Error: …` when it failed. */
  readonly text: string;
  readonly failed: boolean;
  /** Why it failed: by the tool's own rules, by arguments outside its schema, or because there is no such tool. */
  readonly cause?: 'tool' | 'arguments' | 'unknown-tool' | 'bug';
}

/** An action with its observation, as rules see what came before. */
export interface PastAction extends Action {
  readonly observation: Observation;
  readonly effect: 'read' | 'write' | 'unknown';
}
