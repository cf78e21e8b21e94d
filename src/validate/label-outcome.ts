import type { ReplayedTask } from '../annotate/index.ts';
import type { Trial } from '../simulate/index.ts';
import { type Divergence, firstDivergence } from './first-divergence.ts';
import { type KnownAlternative, matchAlternative } from './known-alternative.ts';
import { isPartOf, type OutcomeDifference, smallestDifference } from './outcome-difference.ts';
import { symbolicOutcome } from './symbolic-outcome.ts';

/**
 * What an outcome is. `gold`: an accepted one; `null`: nothing changed; `partial`: some of gold's changes and no others;
 * `policy-violating`: each trial that reached it broke a rule about what may be done; `legal-alternative`: tools and rules
 * allow it and nothing in the scenario rules it out, explained only where somebody lets it stand; `unknown`: none of these.
 */
export type OutcomeKind = 'gold' | 'null' | 'partial' | 'policy-violating' | 'legal-alternative' | 'unknown';

export interface OutcomeLabel {
  readonly kind: OutcomeKind;
  /** Why, in one sentence. */
  readonly because: string;
  /** Whether it says nothing against the task: gold, or an agent's error that is understood. */
  readonly explained: boolean;
  readonly difference: OutcomeDifference | null;
  readonly divergence: Divergence | null;
  readonly alternative: KnownAlternative | null;
  /** Id of the accepted outcome it is. */
  readonly accepted: string | null;
}

/** What labelling looks at: one trial of the cluster, the best behaved one. */
export interface LabelInput {
  readonly task: ReplayedTask;
  readonly example: Trial;
  readonly outcome: string;
  /** Clauses broken in every trial of the cluster; empty when any trial broke none. */
  readonly broken: readonly string[];
  readonly known: readonly KnownAlternative[];
}

export function labelOutcome({ task, example, outcome, broken, known }: LabelInput): OutcomeLabel {
  const accepted = task.accepted.map(({ id, outcome: right }) => ({ id, ...symbolicOutcome(right) }));
  const reached = accepted.find((right) => right.hash === outcome);
  const { changes } = symbolicOutcome(example.outcome);
  const divergence = firstDivergence(example.actions, task.gold.steps);
  const facts = { divergence: reached ? null : divergence, alternative: null, accepted: null };
  if (reached !== undefined) {
    const because = reached.id === 'gold' ? 'ends as gold does' : `ends as the accepted "${reached.id}" does`;
    return { ...facts, kind: 'gold', because, explained: true, difference: null, accepted: reached.id };
  }
  const rest = { ...facts, difference: smallestDifference(changes, accepted) };
  if (changes.length === 0) {
    return { ...rest, kind: 'null', because: 'nothing was changed', explained: true };
  }
  const alternative = matchAlternative(outcome, divergence, known);
  if (alternative?.open === true && broken.length === 0) {
    const { reason, waived } = alternative;
    const because = `tools and policy allow it, and ${reason}${waived === undefined ? '' : ` (${waived})`}`;
    return { ...rest, kind: 'legal-alternative', because, explained: waived !== undefined, alternative };
  }
  if (broken.length > 0) {
    const because = `every trial that ends so breaks ${broken.join(', ')}`;
    return { ...rest, kind: 'policy-violating', because, explained: true, alternative: alternative ?? null };
  }
  if (accepted.some((right) => isPartOf(changes, right.changes)) || writesArePart(example, task)) {
    return { ...rest, kind: 'partial', because: 'some of gold’s writes are missing', explained: true };
  }
  if (alternative !== undefined) {
    const because = `the scenario rules it out: ${alternative.reason}`;
    return { ...rest, kind: 'unknown', because, explained: true, alternative };
  }
  const because = divergence === null ? 'the same writes end differently' : divergence.words;
  return { ...rest, kind: 'unknown', because, explained: false };
}

/** Whether the trial's writes are gold's with some left out. */
function writesArePart(example: Trial, task: ReplayedTask): boolean {
  const text = ({ tool, args }: { tool: string; args: unknown }): string => `${tool} ${JSON.stringify(args)}`;
  const mine = example.actions
    .filter((action) => action.effect === 'write' && !action.observation.failed)
    .map(text);
  const gold = task.gold.steps
    .filter((step) => step.effect === 'write' && !step.observation.failed)
    .map(text);
  if (mine.length === 0 || mine.length >= gold.length) return false;
  for (const write of mine) {
    const at = gold.indexOf(write);
    if (at < 0) return false;
    gold.splice(at, 1);
  }
  return true;
}
