import type { Usage } from '../base/model/usage.ts';
import type { PastAction, Transcript } from '../define/index.ts';
import type { Outcome, Violation } from '../environment/index.ts';
import type { Verdict } from '../grade/index.ts';
import type { ModelTrace } from './model-trace.ts';
import type { PromptMark } from './prompts/index.ts';

/** Why a trial came to its end. */
export type StopReason =
  /** The user was done. */
  | 'user-stop'
  /** The agent handed over to a person. */
  | 'transfer'
  /** The agent ended the conversation. */
  | 'agent-stop'
  /** The agent used up its moves. */
  | 'move-cap'
  /** The simulated user failed; the trial is void. */
  | 'user-fault'
  /** A model or the engine failed; the trial is void. */
  | 'infrastructure'
  /** The run was stopped; the trial is void. */
  | 'interrupted';

/** One attempt as it ran, before grading. */
export interface TrialRun {
  readonly task: string;
  /** Number of the trial of this task, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly agent: string;
  readonly user: string;
  readonly persona: string | null;
  readonly transcript: Transcript;
  readonly actions: readonly PastAction[];
  readonly outcome: Outcome;
  readonly violations: readonly Violation[];
  readonly stop: StopReason;
  /** Why the trial is void, where it is. */
  readonly fault?: { readonly code: string; readonly message: string };
  /**
   * Counts of the agent's mistakes: unknown tools, unreadable or wrong arguments, empty replies, calls dropped,
   * and calls with an id that exists nowhere in the database (`nonexistent-id`).
   */
  readonly mistakes: Readonly<Record<string, number>>;
  readonly usage: { readonly agent: Usage; readonly user: Usage };
  /** Wordings both sides ran with. */
  readonly prompts?: readonly PromptMark[];
  /** Models both sides ran with, and what says whether this trial was independent of others. */
  readonly models?: { readonly agent?: ModelTrace; readonly user?: ModelTrace };
  /** When facts of the scenario were released to the user: number of the user's turn, from 0, and the facts. */
  readonly disclosures?: readonly { readonly turn: number; readonly facts: readonly string[] }[];
}

/** One attempt, graded: a line of `trials.jsonl`. */
export interface Trial extends TrialRun {
  readonly run: string;
  readonly verdict: Verdict;
  /** Milliseconds; only where a clock was given. */
  readonly timing?: { readonly startedAt: string; readonly ms: number };
  /** Further facts about the trial, by the part that adds them. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Whether user or agent brought the conversation to its end. */
export function hasEnded(stop: StopReason): boolean {
  return stop === 'user-stop' || stop === 'transfer' || stop === 'agent-stop';
}
