import { isJsonObject } from '../../base/json/index.ts';
import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import { polarityAt } from './polarity.ts';
import { type Reading, readingOf } from './reading.ts';
import type { Token } from './tokens.ts';
import { findVerbs, verbsOf } from './verbs.ts';
import type { Testimony } from './verdict.ts';

/**
 * A row changed in place or taken back and made anew: what the user calls for by its verb ("change", "cancel") is the
 * way wanted; where only the result is asked for, or both verbs, either way is open. A way that is to be gone only if
 * something else fails is not called for.
 */
export function testifyOnRemaking(
  { goldValue, otherValue }: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const reading = readingOf(audited);
  const makers = new Set(context.domain.tools.flatMap(({ undoes }) => undoes ?? []));
  const verbs = (way: unknown): Set<string> =>
    // That something is booked is said of what stands already too: the verb of taking back tells the way.
    new Set(
      toolsOf(way)
        .filter((tool) => !makers.has(tool))
        .flatMap((tool) => [...verbsOf({ name: tool })]),
    );
  const [own, others] = [verbs(goldValue), verbs(otherValue)];
  const gold = calledFor(reading, minus(own, others));
  // Another row that gold is to be taken back by that very verb explains the word.
  const explained = audited.writes.some(
    ({ action }) => toolsOf(otherValue).includes(action.tool) && !toolsOf(goldValue).includes(action.tool),
  );
  const other = explained ? undefined : calledFor(reading, minus(others, own));
  if (gold !== undefined && other === undefined)
    return [{ side: 'gold', strength: 0.7, extent: gold, reason: `the user names the way: "${gold.text}"` }];
  if (other !== undefined && gold === undefined)
    return [
      { side: 'other', strength: 0.8, extent: other, reason: `the user names that way: "${other.text}"` },
    ];
  if (gold === undefined || other === undefined)
    return [{ side: 'open', strength: 0.6, reason: 'the user asks for the result and names no way to it' }];
  const reason = `the user speaks of both ways: "${gold.text}" and "${other.text}"`;
  return [
    { side: 'open', strength: 0.5, extent: gold, reason },
    { side: 'open', strength: 0.5, extent: other, reason },
  ];
}

/** Names of the tools of a way, in turn. */
export function toolsOf(way: unknown): string[] {
  return Array.isArray(way)
    ? way.flatMap((action) => (isJsonObject(action) && typeof action.tool === 'string' ? [action.tool] : []))
    : [];
}

function minus(words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}

function calledFor(reading: Reading, verbs: ReadonlySet<string>): Token | undefined {
  const at = findVerbs(reading, verbs).find(
    (place) => polarityAt(reading, { first: place, last: place + 1 }) === 'for',
  );
  return at === undefined ? undefined : reading.tokens[at];
}
