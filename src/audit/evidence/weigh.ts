import type { Alternative, AuditContext, AuditedTask, Evidence, Span, Weighing } from '../types.ts';
import { testifyOnChoice } from './choice.ts';
import { show } from './choice-case.ts';
import { testifyOnDeed } from './deeds.ts';
import { hintAgainstGold, repairSentence } from './hint.ts';
import { testifyOnPath } from './list-order.ts';
import { testifyOnList } from './lists.ts';
import { readingOf, spanOf } from './reading.ts';
import { testifyOnRow } from './rows.ts';
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
      hint: hintAgainstGold(alternative),
      strength: forOther,
      reason: `the scenario speaks for ${SIDE[alternative.kind]}: ${other.reason}`,
      severity: isPlain(alternative, forGold, forOther) ? 'error' : 'warning',
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
    // Where gold writes nothing, `null-agent-passes` says what that means for the task.
    severity: alternative.kind === 'extra-write' && alternative.goldValue === null ? 'note' : 'warning',
  };
}

/** What the other side of an alternative is, in a sentence. */
const SIDE: Readonly<Record<Alternative['kind'], string>> = {
  argument: 'the other value',
  row: 'the other one',
  subset: 'leaving it out',
  superset: 'taking it too',
  'extra-write': 'this write',
  'dropped-write': 'leaving it out',
  path: 'the other way',
};

/** Whether plain words ask for the other value or way and nothing comparable for gold's. */
function isPlain({ kind, path }: Alternative, forGold: number, forOther: number): boolean {
  if (path === 'undo-and-redo') return forGold === 0 && forOther >= 0.8;
  return kind === 'argument' && forOther - forGold >= 0.4 && forOther >= 0.85;
}

function spansOf(testimony: readonly Testimony[], audited: AuditedTask): Span[] {
  const reading = readingOf(audited);
  const seen = new Map<string, Span>();
  for (const { extent } of [...testimony].sort((left, right) => right.strength - left.strength)) {
    if (extent !== undefined) seen.set(`${extent.start}:${extent.end}`, spanOf(reading, extent));
  }
  return [...seen.values()].slice(0, 6);
}
