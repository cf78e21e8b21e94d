import type { JsonObject } from '../base/json/index.ts';
import type { Action, PastAction } from './action.ts';
import type { ReadDatabase } from './database.ts';
import type { OptionValues } from './tool.ts';
import type { Transcript } from './transcript.ts';

/**
 * What a rule looks at. `state` rules need the database and the action alone, `history` rules also the actions before it,
 * `transcript` rules the conversation; without a transcript (a gold replay) the last kind is not asked.
 */
export type RuleNeeds = 'state' | 'history' | 'transcript';

export interface RuleInput<Tables> {
  /** The database before the action. */
  readonly database: ReadDatabase<Tables>;
  readonly action: Action;
  /** The arguments, already checked against the tool's schema. */
  readonly args: JsonObject;
  /** Actions before this one, oldest first. */
  readonly history: readonly PastAction[];
  /** The conversation up to and including the agent turn that makes the call; empty in a gold replay. */
  readonly transcript: Transcript;
  /** All that the user has said: the transcript's user turns, or in a gold replay the scenario's text. */
  readonly said: string;
  readonly now: string;
  readonly options: OptionValues;
}

/** A clause of the policy as a predicate over an action at the moment before it runs. */
export interface PolicyRule<Tables> {
  /** Kebab-case, unique in the domain. */
  readonly id: string;
  /** Id of the clause it enforces. */
  readonly clause: string;
  /** What must hold, as one English sentence. */
  readonly sentence: string;
  readonly needs: RuleNeeds;
  /** Names of the tools it judges; absent means every write. */
  readonly tools?: readonly string[];
  /** The argument usually at fault, for messages. */
  readonly argument?: string;
  /** What is broken, as a sentence without a full stop; undefined when the rule holds. */
  check(input: RuleInput<Tables>): string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the erased form of a generic interface
export type AnyRule = PolicyRule<any>;

/** Gives `defineRule` for a domain's tables. */
export function rulesFor<Tables>() {
  return (rule: PolicyRule<Tables>): PolicyRule<Tables> => rule;
}
