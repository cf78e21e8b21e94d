import type { Finding } from '../base/finding/index.ts';
import type { Dependence } from '../simulate/index.ts';
import { type Evidence, gradeEvidence } from './evidence.ts';
import type { KnownAlternative } from './known-alternative.ts';
import type { TaskReport } from './report.ts';

/** What is known of a task now. */
export interface PresentBasis {
  readonly known: readonly KnownAlternative[];
  readonly findings: readonly Finding[];
  readonly led: boolean;
  readonly dependent: readonly Dependence[];
}

/**
 * The evidence that a task's counted trials give beside today's audit and waivers: a finding waived since the run counts
 * no more, and one whose waiver is past its day counts again.
 */
export function gradeAgain({ countable, outcomes }: TaskReport, now: PresentBasis): Evidence {
  const relabelled = outcomes.map((outcome) => {
    if (outcome.kind !== 'legal-alternative') return outcome;
    const alternative = now.known.find(({ id }) => id === outcome.alternative?.id) ?? outcome.alternative;
    return { ...outcome, alternative, explained: alternative?.waived !== undefined };
  });
  return gradeEvidence({ countable, outcomes: relabelled, ...now });
}
