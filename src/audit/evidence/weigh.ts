import type { Alternative, AuditContext, AuditedTask, Evidence, Span, Weighing } from '../types.ts';
import { testifyOnChoice } from './choice.ts';
import { show } from './choice-case.ts';
import { currentOf } from './current.ts';
import { testifyOnDeed } from './deeds.ts';
import { repairSentence } from './hint.ts';
import { testifyOnList } from './lists.ts';
import { readingOf, spanOf } from './reading.ts';
import { testifyOnRow } from './rows.ts';
import { spellingsOf } from './spellings.ts';
import { topicsOf } from './topics.ts';
import { strongest, type Testimony } from './verdict.ts';

/** Below this, what speaks for gold is a guess about people, not a reading of words. */
const DECIDES = 0.45;

/** Judges alternatives by what the scenario's words say of the values, fields and things they differ in. */
export const scenarioEvidence: Evidence = {
  weighAlternative(alternative, audited, context): Weighing {
    const testimony = testify(alternative, audited, context);
    return judge(testimony, alternative, audited);
  },
};

function testify(alternative: Alternative, audited: AuditedTask, context: AuditContext): Testimony[] {
  switch (alternative.kind) {
    case 'argument':
      return testifyOnChoice(alternative, audited, context);
    case 'row':
    case 'extra-write':
      return testifyOnRow(alternative, audited, context);
    case 'subset':
    case 'superset':
      return testifyOnList(alternative, audited, context);
    case 'dropped-write':
      return testifyOnDeed(alternative, audited, context);
    case 'path':
      return testifyOnPath(alternative, audited, context);
    default:
      return [{ side: 'open', strength: 0.5, reason: 'both ways lead to what the user asks for' }];
  }
}

function judge(testimony: readonly Testimony[], alternative: Alternative, audited: AuditedTask): Weighing {
  const gold = strongest(testimony, 'gold');
  const other = strongest(testimony, 'other');
  const open = strongest(testimony, 'open');
  const spans = spansOf(testimony, audited);
  const forGold = gold?.strength ?? 0;
  const forOther = other?.strength ?? 0;
  if (forGold >= DECIDES && forGold >= forOther) {
    return { ruledOut: true, strength: forGold, spans, reason: (gold as Testimony).reason };
  }
  const hint = repairSentence(alternative);
  const base = { ruledOut: false, spans, hint };
  if (other !== undefined && forOther > forGold) {
    return {
      ...base,
      strength: forOther,
      reason: `the scenario speaks for the other value: ${other.reason}`,
      severity:
        alternative.kind === 'argument' && forOther - forGold >= 0.4 && forOther >= 0.85
          ? 'error'
          : 'warning',
      ...(alternative.kind === 'row' && { code: 'ambiguous-referent' as const }),
    };
  }
  if (open?.tie === true) {
    return {
      ...base,
      strength: open.strength,
      reason: open.reason,
      code: 'tie',
      winners: [alternative.goldValue, alternative.otherValue],
      severity: 'warning',
    };
  }
  if (alternative.kind === 'row') {
    return {
      ...base,
      strength: 0.6,
      reason: `nothing in the scenario tells ${show(alternative.goldValue)} from ${show(alternative.otherValue)}`,
      code: 'ambiguous-referent',
      severity: 'warning',
    };
  }
  return {
    ...base,
    strength: open?.strength ?? (gold === undefined ? 0.7 : 0.5),
    reason: open?.reason ?? gold?.reason ?? 'the scenario says nothing of it',
    severity: 'warning',
  };
}

function spansOf(testimony: readonly Testimony[], audited: AuditedTask): Span[] {
  const reading = readingOf(audited);
  const seen = new Map<string, Span>();
  for (const { extent } of [...testimony].sort((left, right) => right.strength - left.strength)) {
    if (extent !== undefined) seen.set(`${extent.start}:${extent.end}`, spanOf(reading, extent));
  }
  return [...seen.values()].slice(0, 6);
}

/**
 * The order of a list is settled when it only states anew what stands already, or when the user names an order
 * ("first the smaller card, then the larger one", "and the rest with your card").
 */
function testifyOnPath(alternative: Alternative, audited: AuditedTask, context: AuditContext): Testimony[] {
  const open: Testimony = { side: 'open', strength: 0.5, reason: 'both ways lead to what the user asks for' };
  const { goldValue } = alternative;
  if (alternative.path !== 'list-order' || !Array.isArray(goldValue)) return [open];
  const standing = currentOf(alternative, context)?.value;
  if (Array.isArray(standing) && standing.length === goldValue.length) {
    return [{ side: 'gold', strength: 0.6, reason: 'the list is given in the order in which it stands now' }];
  }
  const sequence = sequenceOf(goldValue, audited, context);
  if (sequence === undefined) return [open];
  return [{ side: 'gold', strength: 0.6, extent: sequence, reason: 'the user names an order' }];
}

const SEQUENCE = /\bfirst\b[^.]*\bthen\b|,? then\b|\bthe rest\b/gi;

/** Words of sequence in a sentence that speaks of what the list holds; ids say their kind ("gift_card_12"). */
function sequenceOf(list: readonly unknown[], audited: AuditedTask, context: AuditContext) {
  const reading = readingOf(audited);
  const names = topicsOf(audited, context);
  const kinds = [...JSON.stringify(list).matchAll(/"([a-z]+(?:_[a-z]+)*)_\d{4,}"/g)].flatMap((match) =>
    spellingsOf(match[0].slice(1, -1), { name: 'id' }).map(({ phrase }) => phrase),
  );
  const places = [...kinds.flatMap((kind) => [...reading.phrases.find(kind)]), ...names];
  for (const match of reading.text.matchAll(SEQUENCE)) {
    const extent = { start: match.index, end: match.index + match[0].length };
    const sentence = reading.tokens.find((token) => token.end > extent.start)?.sentence;
    if (places.some((place) => reading.tokens[place.first]?.sentence === sentence)) return extent;
  }
  return undefined;
}
