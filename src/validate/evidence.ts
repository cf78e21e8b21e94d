import type { Finding } from '../base/finding/index.ts';
import { exactUpperBound } from '../metrics/unseen-bound.ts';
import type { Dependence } from '../simulate/index.ts';
import type { KnownAlternative } from './known-alternative.ts';
import type { OutcomeKind } from './label-outcome.ts';

/**
 * How far trials and audit settle whether a task has one right end. `unique`: no unexplained outcome, with a bound;
 * `ambiguous`: proven by a witness; `suspect`: outcomes nobody explains, or an audit that finds gold wrong or other
 * outcomes open, without proof; `too-hard`: no trial passed; `insufficient`: too few trials to say.
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
    /** Trials that passed: outputs can be missing where the database is gold's. */
    readonly passed: number;
    /** Trials that broke no rule about what may be done. */
    readonly clean: number;
    readonly alternative: KnownAlternative | null;
  }[];
  readonly known: readonly KnownAlternative[];
  /** What check and audit find in the task; errors say that gold itself is in doubt. */
  readonly findings?: readonly Finding[];
  /**
   * The agent knew the annotation or was led to the audit's alternatives: that it reached one proves nothing, because
   * the audit chose it.
   */
  readonly led?: boolean;
  /** What keeps the trials from being independent: with any of it, nothing is called unique. */
  readonly dependent?: readonly Dependence[];
}

/** Countable trials below which a task with nothing against it is not called unique. */
export const FEWEST_TRIALS = 8;
/** Independent trials that prove a legal alternative. */
export const PROOF_TRIALS = 2;

/** Grades a task: proof first, then doubts, strongest first, and only then what the number of trials allows. */
export function gradeEvidence(input: EvidenceInput): Evidence {
  const { countable, outcomes } = input;
  const odd = outcomes.filter(({ explained }) => !explained);
  const bound = exactUpperBound(
    countable,
    odd.reduce((sum, { count }) => sum + count, 0),
  );
  const [grade, because] = proofOf(input, odd) ?? doubtOf(input, odd) ?? countOf(input, odd);
  return { grade, because, bound };
}

type Graded = readonly [EvidenceGrade, string];
type Odd = EvidenceInput['outcomes'];

/** A static witness, or a legal alternative that independent trials reached. */
function proofOf({ known, led = false, dependent = [] }: EvidenceInput, odd: Odd): Graded | undefined {
  const certain = known.find((alternative) => alternative.certain && alternative.waived === undefined);
  if (certain !== undefined) return ['ambiguous', `the audit has a witness: ${certain.reason}`];
  if (led || dependent.length > 0) return undefined;
  const proven = odd.find(({ kind, clean }) => kind === 'legal-alternative' && clean >= PROOF_TRIALS);
  if (proven === undefined) return undefined;
  return ['ambiguous', `a legal alternative was reached by ${proven.clean} independent trials`];
}

function doubtOf(
  { known, findings = [], led = false, dependent = [], outcomes }: EvidenceInput,
  odd: Odd,
): Graded | undefined {
  const legal = odd.filter(({ kind }) => kind === 'legal-alternative');
  const [first] = legal;
  if (led && first !== undefined) {
    const reason = first.alternative?.reason ?? 'nothing rules it out';
    const one = legal.length === 1 ? 'an outcome' : `${legal.length} outcomes`;
    return ['suspect', `the audit leaves ${one} open: ${reason}; trials it led there are no proof`];
  }
  if (legal.length > 0) {
    const clean = Math.max(...legal.map((outcome) => outcome.clean));
    const trials = clean >= PROOF_TRIALS ? `${clean} trials that are not independent` : 'one trial';
    return ['suspect', `a legal alternative was reached by ${trials}`];
  }
  const repeated = odd.filter(({ clean }) => clean >= PROOF_TRIALS);
  if (repeated.length > 0) {
    const most = Math.max(...repeated.map(({ clean }) => clean));
    const independent = led || dependent.length > 0 ? '' : 'independent ';
    return ['suspect', `an outcome nobody explains was reached by ${most} ${independent}trials`];
  }
  // A waiver lets a finding stand; it cannot undo what independent trials show.
  const stood = outcomes.find(
    ({ alternative, clean }) => alternative?.waived !== undefined && clean >= PROOF_TRIALS,
  );
  if (stood !== undefined && !led) {
    return ['suspect', `${stood.clean} trials reached an outcome that is ${stood.alternative?.waived}`];
  }
  const wrong = findings.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) return ['suspect', `gold itself is in doubt: ${wrong.message}`];
  const open = known.filter((alternative) => alternative.open && alternative.waived === undefined).length;
  if (open === 0) return undefined;
  return [
    'suspect',
    `the audit finds ${open} other ${open === 1 ? 'outcome' : 'outcomes'} open, which no trial reached`,
  ];
}

/** With nothing against the task, the trials decide. */
function countOf({ countable, outcomes, led = false, dependent = [] }: EvidenceInput, odd: Odd): Graded {
  if (countable === 0) return ['insufficient', 'no trial counts'];
  const reached = outcomes.filter(({ kind }) => kind === 'gold');
  if (countable >= 2 && reached.every(({ passed }) => passed === 0)) {
    const how = reached.length === 0 ? 'ended as gold does' : 'passed, though gold’s database was reached';
    return ['too-hard', `none of ${countable} trials ${how}`];
  }
  if (countable < FEWEST_TRIALS) {
    const why = `${countable} trials show too little (at least ${FEWEST_TRIALS} are needed)`;
    return ['insufficient', why];
  }
  const [dependence] = dependent;
  if (dependence !== undefined) {
    return ['insufficient', `trials are not independent: ${dependence.message}`];
  }
  const rest = odd.length > 0 ? `, ${odd.length} single trials apart` : '';
  const basis = led ? '; this rests on the audit' : '';
  return ['unique', `every outcome of ${countable} trials is gold or explained${rest}${basis}`];
}
