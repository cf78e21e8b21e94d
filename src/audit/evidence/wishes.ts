import type { Polarity } from './polarity.ts';
import { polarityAt } from './polarity.ts';
import type { Reading } from './reading.ts';
import type { Topic } from './topics.ts';
import { isActionWord, verbAt } from './verbs.ts';

/** How a text speaks of a named thing with regard to some verbs. */
export interface Asked {
  readonly topic: Topic;
  readonly polarity: Polarity;
}

/** Words after which a thing only serves to describe another ("the bag you received with the cleaner"). */
const DESCRIBES =
  /\b(?:with|from|as|than|like|received|bought|ordered|got|includes?|contains?|containing|having|lost|of)\s+(?:(?:the|a|an|your|my|his|her|two|new|just|some)\s+)*(?:[\w-]+\s+){0,1}$/i;

/**
 * Places where a text asks to act on a named thing by one of these verbs, wishes first.
 * Things that describe others, things named in conditions, and things only asked about, are left out.
 */
export function askedThings(
  reading: Reading,
  topics: readonly Topic[],
  names: ReadonlySet<string>,
  verbs: ReadonlySet<string>,
): Asked[] {
  const asked = topics.flatMap((topic): Asked[] => {
    if (!topic.names.some((name) => names.has(name))) return [];
    const polarity = polarityAt(reading, topic);
    if (polarity === 'if' || describes(reading, topic) || isInquiry(reading, topic.first)) return [];
    if (isKept(reading, topic.first)) return [{ topic, polarity: 'against' }];
    const verb = verbAt(reading, topic.first);
    return verb === undefined || verbs.size === 0 || verbs.has(verb) ? [{ topic, polarity }] : [];
  });
  const rank = (polarity: Polarity): number => ['for', 'fallback', 'open', 'against', 'if'].indexOf(polarity);
  return asked.sort((left, right) => rank(left.polarity) - rank(right.polarity));
}

/** "Check whether you could return the lamp" asks to know, not to act. */
export function isInquiry(reading: Reading, at: number): boolean {
  const sentence = reading.tokens[at]?.sentence;
  for (let back = at - 1; reading.tokens[back]?.sentence === sentence; back -= 1) {
    const token = reading.tokens[back];
    if (token?.lower === 'whether') return true;
    if (token !== undefined && /[,;]/.test(token.text)) return false;
  }
  return false;
}

const KEEP = new Set(['keep', 'keeps', 'keeping', 'kept', 'retain']);

/** "You keep the chair": the last word of action before a place asks to leave things alone. */
function isKept(reading: Reading, at: number): boolean {
  const sentence = reading.tokens[at]?.sentence;
  for (let back = at - 1; reading.tokens[back]?.sentence === sentence; back -= 1) {
    const word = reading.tokens[back]?.lower ?? '';
    if (KEEP.has(word)) return true;
    if (isActionWord(word)) return false;
  }
  return false;
}

/** Whether a thing only describes another one. */
export function describes(reading: Reading, topic: Topic): boolean {
  const before = reading.text.slice(Math.max(0, topic.start - 60), topic.start);
  if (!DESCRIBES.test(before)) return false;
  // "Return the lamp from …" describes; "change your order of a lamp" is what the wish is about.
  return true;
}

/** Things that a clause with "only" allows; undefined when no clause does. */
export function onlyThings(reading: Reading, topics: readonly Topic[]): ReadonlySet<string> | undefined {
  for (const clause of reading.clauses) {
    if (clause.role === 'condition') continue;
    const words = reading.tokens.slice(clause.first, clause.last).map((token) => token.lower);
    const only = words.indexOf('only');
    if (only < 0 || words[only + 1] === 'if') continue;
    const inside = topics.filter((topic) => topic.first > clause.first + only && topic.last <= clause.last);
    if (inside.length > 0) return new Set(inside.flatMap((topic) => [...topic.names]));
  }
  return undefined;
}
