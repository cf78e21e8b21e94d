import { exactUpperBound } from '../metrics/unseen-bound.ts';
import type { Dependence } from '../simulate/index.ts';
import type { KnownAlternative } from './known-alternative.ts';
import type { OutcomeKind } from './label-outcome.ts';

/**
 * How far trials and audit settle whether a task has one right end. `unique`: no unexplained outcome, with a bound;
 * `ambiguous`: proven by a witness; `suspect`: unexplained outcomes without proof; `too-hard`: gold was never reached;
 * `insufficient`: too few trials to say.
 */
export type EvidenceGrade = 'unique' | 'ambiguous' | 'suspect' | 'too-hard' | 'insufficient';

export interface Evidence {
  readonly grade: EvidenceGrade;
  /** One sentence. */
  readonly because: string;
  /** Upper 95 % bound on the chance that a trial ends in an outcome neither gold nor understood as the agent's error. */
  readonly bound: number;
}

export interface EvidenceInput {
  readonly countable: number;
  readonly outcomes: readonly {
    readonly kind: OutcomeKind;
    readonly explained: boolean;
    readonly count: number;
    /** Trials that broke no rule about what may be done. */
    readonly clean: number;
    readonly alternative: KnownAlternative | null;
  }[];
  readonly known: readonly KnownAlternative[];
  /** What keeps the trials from being independent: with any of it, nothing is called unique. */
  readonly dependent?: readonly Dependence[];
}

/** Countable trials below which a task with nothing against it is not called unique. */
export const FEWEST_TRIALS = 8;
/** Independent trials that prove a legal alternative. */
export const PROOF_TRIALS = 2;

export function gradeEvidence({ countable, outcomes, known, dependent = [] }: EvidenceInput): Evidence {
  const odd = outcomes.filter(({ explained }) => !explained);
  const bound = exactUpperBound(
    countable,
    odd.reduce((sum, { count }) => sum + count, 0),
  );
  const grade = (name: EvidenceGrade, because: string): Evidence => ({ grade: name, because, bound });

  const certain = known.find((alternative) => alternative.certain);
  if (certain !== undefined) return grade('ambiguous', `the audit has a witness: ${certain.reason}`);
  const legal = odd.filter(({ kind }) => kind === 'legal-alternative');
  const proven = legal.find(({ clean }) => clean >= PROOF_TRIALS);
  if (proven !== undefined) {
    return grade('ambiguous', `a legal alternative was reached by ${proven.clean} independent trials`);
  }
  if (legal.length > 0) return grade('suspect', 'a legal alternative was reached by one trial');
  const repeated = odd.filter(({ clean }) => clean >= PROOF_TRIALS);
  if (repeated.length > 0) {
    const most = Math.max(...repeated.map(({ clean }) => clean));
    return grade('suspect', `an outcome nobody explains was reached by ${most} independent trials`);
  }
  if (countable === 0) return grade('insufficient', 'no trial counts');
  const reached = outcomes.some(({ kind }) => kind === 'gold');
  if (!reached && countable >= 2) return grade('too-hard', `none of ${countable} trials ended as gold does`);
  const open = known.filter((alternative) => alternative.open);
  if (open.length > 0) {
    return grade(
      'suspect',
      `the audit finds ${open.length} other outcomes open, none of which a trial reached`,
    );
  }
  if (countable < FEWEST_TRIALS) {
    return grade(
      'insufficient',
      `${countable} trials show too little (at least ${FEWEST_TRIALS} are needed)`,
    );
  }
  const [dependence] = dependent;
  if (dependence !== undefined)
    return grade('insufficient', `trials are not independent: ${dependence.message}`);
  const rest = odd.length > 0 ? `, ${odd.length} single trials apart` : '';
  return grade('unique', `every outcome of ${countable} trials is gold or explained${rest}`);
}
