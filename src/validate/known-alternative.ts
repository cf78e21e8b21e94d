import type { WeighedAlternative } from '../audit/types.ts';
import { equalJson, type JsonValue } from '../base/json/index.ts';
import type { Divergence } from './first-divergence.ts';
import { symbolicOutcome } from './symbolic-outcome.ts';

/** Another outcome that tools and policy allow, with what the scenario says of it. */
export interface KnownAlternative {
  readonly id: string;
  /** Hash of its outcome, made-up ids symbolic. */
  readonly outcome: string;
  /** Nothing in the scenario rules it out. */
  readonly open: boolean;
  /** The scenario's words force a tie, or the doubt is certain: a witness by itself. */
  readonly certain: boolean;
  readonly reason: string;
  readonly argument?: string;
  readonly position?: number;
  readonly otherValue?: JsonValue;
  /** The sentence to add to the scenario. */
  readonly hint?: string;
  /** Who lets it stand, until when and why: it counts against the task no more. */
  readonly waived?: string;
}

/** Alternatives of a task, by its id. */
export type AlternativesOf = (task: string) => readonly KnownAlternative[];

/** The audit's alternatives as validation reads them. */
export function knownAlternatives(weighed: readonly WeighedAlternative[]): KnownAlternative[] {
  return weighed.map(({ alternative, weighing }) => ({
    id: alternative.id,
    outcome: symbolicOutcome(alternative.outcome).hash,
    open: !weighing.ruledOut,
    certain: !weighing.ruledOut && (weighing.severity === 'error' || weighing.code === 'tie'),
    reason: weighing.reason,
    ...(alternative.argument !== undefined && { argument: alternative.argument }),
    ...(alternative.position !== undefined && { position: alternative.position }),
    otherValue: alternative.otherValue,
    ...(weighing.hint !== undefined && { hint: weighing.hint }),
  }));
}

/**
 * The alternative that an observed outcome is: of equal outcome, or the one whose value stands where the trial's first
 * diverging write leaves gold.
 */
export function matchAlternative(
  outcome: string,
  divergence: Divergence | null,
  known: readonly KnownAlternative[],
): KnownAlternative | undefined {
  const same = known.filter((alternative) => alternative.outcome === outcome);
  const exact =
    same.find(({ open, waived }) => open && waived === undefined) ?? same.find(({ open }) => open) ?? same[0];
  if (exact !== undefined || divergence === null) return exact;
  const { found, arguments: names } = divergence;
  if (found === null || names.length === 0) return undefined;
  const places = names.map((name) => matchPlace(name, found.args[name], known));
  // Several arguments differ: what rules out one of them rules out the whole.
  return (
    places.find((place) => place?.open === false) ?? (places.includes(undefined) ? undefined : places[0])
  );
}

function matchPlace(
  name: string,
  value: JsonValue | undefined,
  known: readonly KnownAlternative[],
): KnownAlternative | undefined {
  return known.find(
    ({ argument, position, otherValue }) =>
      argument === name &&
      (equalJson(otherValue, value) ||
        (position !== undefined && Array.isArray(value) && equalJson(otherValue, value[position]))),
  );
}
