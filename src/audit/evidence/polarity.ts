import type { Clause } from './clauses.ts';
import { labelledAt } from './labels.ts';
import type { Hit } from './phrases.ts';
import type { Reading } from './reading.ts';

/**
 * How words stand in their sentence: wished or stated (`for`), ruled out (`against`),
 * left to chance (`open`), inside a condition (`if`), or wished only where something else fails (`fallback`).
 */
export type Polarity = 'for' | 'against' | 'open' | 'if' | 'fallback';

const NEGATORS = new Set([
  'not',
  'no',
  'never',
  'without',
  'except',
  'excluding',
  'neither',
  'nor',
  'besides',
  'cannot',
  'non',
]);
const TWO_WORD_NEGATORS = new Set([
  'other than',
  'instead of',
  'rather than',
  'apart from',
  'aside from',
  'everything but',
  'all but',
  'except for',
]);
/** What follows "not" without ruling the thing itself out. */
const SPEECH = new Set(
  'reveal mention provide say tell disclose give share remember recall know sure want only longer available possible repeat speak care mind matter'.split(
    ' ',
  ),
);
const INDIFFERENT = new Set(['care', 'mind', 'matter', 'regardless', 'whatever', 'whichever']);
const REACH = 7;

/** The polarity of words at a place. */
export function polarityAt(reading: Reading, hit: Pick<Hit, 'first' | 'last'>): Polarity {
  const clause = reading.clauseAt(hit.first);
  const from = Math.max(clause?.first ?? 0, hit.first - REACH);
  // A "no" that is a field's value ("'waterproof': 'no'") negates nothing.
  const before = reading.tokens
    .slice(from, hit.first)
    .filter((_, at) => labelledAt(reading, { first: from + at }) === undefined)
    .map((token) => token.lower);
  const after = reading.tokens.slice(hit.last, hit.last + 3).map((token) => token.lower);
  if (isIndifferent(before) || after.join(' ').startsWith('or not')) return 'open';
  if (clause?.role === 'condition') return 'if';
  if (negated(before)) return 'against';
  return clause !== undefined && hangsOnFailure(reading, clause) ? 'fallback' : 'for';
}

function isIndifferent(before: readonly string[]): boolean {
  return before.some((word, at) => {
    if (!INDIFFERENT.has(word)) return false;
    if (word === 'regardless' || word === 'whatever' || word === 'whichever') return true;
    return before.slice(Math.max(0, at - 3), at).some((other) => isNegator(other));
  });
}

function negated(before: readonly string[]): boolean {
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const word = before[at] as string;
    if (
      ['but', 'to', 'for'].includes(word) &&
      before[at - 1] !== 'everything' &&
      before[at - 1] !== 'all' &&
      at < before.length - 1
    ) {
      // "not the blue one but the red", "except the lamp to …": a turn or a target ends what was ruled out.
      if (word === 'but') return false;
    }
    if (TWO_WORD_NEGATORS.has(`${before[at - 1] ?? ''} ${word}`)) return true;
    if (!isNegator(word) || isChange(before, at)) continue;
    const next = before[at + 1];
    const verb =
      next === 'want' || next === 'like'
        ? before.slice(at + 2, at + 4).find((other) => other !== 'to')
        : next;
    if (verb !== undefined && SPEECH.has(verb) && !(next === 'want' && !SPEECH.has(verb))) return false;
    return true;
  }
  return false;
}

/** "Exactly the same except that it is red": what follows is what is to change, and so wished. */
function isChange(before: readonly string[], at: number): boolean {
  return (
    ['except', 'besides'].includes(before[at] ?? '') &&
    before.slice(0, at).some((word) => ['same', 'exact', 'exactly', 'identical'].includes(word))
  );
}

function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't") || word === 'dont' || word === 'doesnt';
}

const FAILURE = /\b(?:not|no|cannot|can't|impossible|unable|fails?|n't)\b|n't\b/i;

/** Whether a clause says what to do when something else fails. */
function hangsOnFailure(reading: Reading, clause: Clause): boolean {
  if (clause.role === 'otherwise') return true;
  if (clause.role !== 'consequence') return false;
  const condition = reading.clauses.find(
    (other) => other.role === 'condition' && other.conditional === clause.conditional,
  );
  return condition !== undefined && FAILURE.test(reading.text.slice(condition.start, condition.end));
}
