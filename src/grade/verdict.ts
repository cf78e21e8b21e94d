import type { Violation } from '../environment/index.ts';

/** Why a trial says nothing about the agent. */
export type VoidReason =
  | 'infrastructure'
  | 'simulator-fault'
  | 'budget'
  | 'interrupted'
  | 'wrong-recording'
  | 'no-gold';

/** One thing that was compared. */
export interface Check {
  readonly name: 'database' | 'outputs' | 'policy' | 'actions' | 'notes' | 'assertions' | 'ended';
  readonly passed: boolean;
  /** Whether it decides the verdict, or is only reported. */
  readonly counts: boolean;
  /** What was found, in words. */
  readonly message: string;
}

/** What grading says of a trial. `unscored` checks are named, never counted as passed or failed. */
export type Verdict =
  | {
      readonly kind: 'pass' | 'fail';
      readonly checks: readonly Check[];
      /** Id of the accepted outcome that was reached: `gold` or an alternative. */
      readonly accepted?: string;
      /** Outputs that were asked for and not told. */
      readonly missingOutputs: readonly string[];
      readonly violations: readonly Violation[];
      /** Checks the task asks for that could not be decided here, with the reason. */
      readonly unscored: readonly { readonly name: Check['name']; readonly reason: string }[];
    }
  | { readonly kind: 'void'; readonly reason: VoidReason; readonly message: string };
