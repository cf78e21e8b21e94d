import type { JsonValue } from '../../base/json/index.ts';
import { describeChange } from '../../environment/index.ts';
import type { Alternative, Entity, FieldDifference } from '../types.ts';

/** Differences listed in one message. */
const SHOWN = 4;

/** A value for people: `"1234567890" (Keyboard: color black, 120.5 USD)`. */
export function describeValue(value: JsonValue | undefined, entity?: Entity): string {
  const text = shorten(JSON.stringify(value) ?? 'nothing');
  const name = entity?.row.name;
  return typeof name === 'string' ? `${text} (${name})` : text;
}

/** `color "red" instead of "blue", price 20 instead of 30`: the other value first. */
export function describeDifferences(differing: readonly FieldDifference[]): string {
  const parts = differing
    .filter(({ path }) => path.length > 0)
    .slice(0, SHOWN)
    .map(
      ({ path, gold, other }) =>
        `${path.at(-1)} ${shorten(JSON.stringify(other) ?? 'none')} instead of ${shorten(JSON.stringify(gold) ?? 'none')}`,
    );
  const more = differing.length - SHOWN;
  return more > 0 ? `${parts.join(', ')} and ${more} more` : parts.join(', ');
}

/** What everything about an alternative looks like in a finding's evidence. */
export function alternativeEvidence(alternative: Alternative): { readonly [name: string]: JsonValue } {
  return {
    alternative: alternative.id,
    kind: alternative.kind,
    gold: alternative.goldValue,
    other: alternative.otherValue,
    differing: alternative.differing.slice(0, 12).map(({ path, gold, other }) => ({
      field: path.join('.'),
      gold: gold ?? null,
      other: other ?? null,
    })),
    changes: alternative.changes.slice(0, 12).map(describeChange),
    outcome: alternative.outcome.hash,
  };
}

export function shorten(text: string, length = 80): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
