import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { AuditContext, AuditedTask } from '../types.ts';
import { labelledAt } from './labels.ts';
import { memo } from './memo.ts';
import type { Hit } from './phrases.ts';
import { type Reading, readingOf } from './reading.ts';
import { stem, tokensOf } from './tokens.ts';

/** A thing of the domain that the text names, with the names it may stand for. */
export interface Topic extends Hit {
  readonly names: readonly string[];
}

const NAME_FIELDS = new Set(['name', 'title', 'label', 'product_name']);
const ADJECTIVE = /(?:ic|al|less|able|ing|ous|ful)$/;

/** Every name in the rows that a task's agent can read. */
export function namesInReach(audited: AuditedTask, context: AuditContext): string[] {
  const names = new Set<string>();
  for (const place of audited.reach.rows) {
    const slash = place.indexOf('/');
    const row = context.database.rows(place.slice(0, slash)).get(place.slice(slash + 1));
    if (row !== undefined) for (const name of namesOfRow(row)) names.add(name);
  }
  return [...names].sort();
}

/** Rows of the base are met by many tasks. */
const namesOfRow = memo((row: JsonObject): readonly string[] => {
  const names = new Set<string>();
  collectNames(row, names, 0);
  return [...names];
});

function collectNames(value: JsonValue, names: Set<string>, depth: number): void {
  if (depth > 4 || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectNames(item as JsonValue, names, depth + 1);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === 'string' && NAME_FIELDS.has(key)) names.add(member);
    else if (isJsonObject(member) || Array.isArray(member)) collectNames(member, names, depth + 1);
  }
}

/** Where a text names things: full names, head nouns ("keyboard"), and words that only one name has ("jigsaw"). */
export function findTopics(reading: Reading, names: readonly string[]): Topic[] {
  const byHit = new Map<string, { hit: Hit; names: Set<string> }>();
  const add = (name: string, hit: Hit): void => {
    const key = `${hit.first}:${hit.last}`;
    const entry = byHit.get(key) ?? { hit, names: new Set<string>() };
    entry.names.add(name);
    byHit.set(key, entry);
  };
  const words = new Map(
    names.map((name) => [name, tokensOf(name).filter((token) => token.kind !== 'mark')] as const),
  );
  for (const [name, parts] of words) {
    for (const hit of reading.phrases.find(name)) add(name, hit);
    const head = parts.at(-1);
    if (head === undefined) continue;
    if (head.lower.length > 2) for (const hit of reading.phrases.find(head.lower)) add(name, hit);
    for (const part of parts.slice(0, -1)) {
      if (part.lower.length < 5 || ADJECTIVE.test(part.lower)) continue;
      const shared = [...words].some(
        ([other, others]) => other !== name && others.some((word) => word.stem === part.stem),
      );
      if (!shared) for (const hit of reading.phrases.find(part.lower)) add(name, hit);
    }
  }
  for (const [at, token] of reading.tokens.entries()) {
    if (token.kind !== 'word' || token.stem.length < 5) continue;
    for (const [name, parts] of words) {
      const head = stem(parts.at(-1)?.lower ?? '');
      if (head !== token.stem && head.length > token.stem.length + 1 && head.endsWith(token.stem)) {
        add(name, { start: token.start, end: token.end, first: at, last: at + 1 });
      }
    }
  }
  // "'compartment': 'laptop'" describes a bag; it names no laptop.
  const things = [...byHit.values()].filter(({ hit }) => {
    const field = labelledAt(reading, hit);
    return field === undefined || field.words.some((word) => NAME_FIELDS.has(word));
  });
  return longest(things.map(({ hit, names: found }) => ({ ...hit, names: [...found].sort() })));
}

/** Topics without those inside a longer one. */
function longest(topics: readonly Topic[]): Topic[] {
  return topics
    .filter(
      (topic) =>
        !topics.some((other) => other !== topic && other.first <= topic.first && other.last >= topic.last),
    )
    .sort((left, right) => left.first - right.first);
}

const TOPICS = new WeakMap<AuditedTask, readonly Topic[]>();

/** The things a task's scenario names, found once per task. */
export function topicsOf(audited: AuditedTask, context: AuditContext): readonly Topic[] {
  let topics = TOPICS.get(audited);
  if (topics === undefined) {
    topics = findTopics(readingOf(audited), namesInReach(audited, context));
    TOPICS.set(audited, topics);
  }
  return topics;
}

/**
 * Whether words at a place speak of one of these names: the thing named last before them in the sentence,
 * or the one that follows at once ("a medium backpack"). Words with no thing near speak of all.
 */
export function speaksOf(
  reading: Reading,
  topics: readonly Topic[],
  place: Pick<Hit, 'first' | 'last'>,
  names: ReadonlySet<string>,
): boolean {
  const topic = topicAt(reading, topics, place);
  return topic === undefined || topic.names.some((name) => names.has(name));
}

/** The thing that words at a place speak of. */
export function topicAt(
  reading: Reading,
  topics: readonly Topic[],
  place: Pick<Hit, 'first' | 'last'>,
): Topic | undefined {
  const inside = topics.find((topic) => topic.first <= place.first && topic.last >= place.last);
  if (inside !== undefined) return inside;
  const following = topics.find((topic) => topic.first >= place.last);
  if (following !== undefined && leadsTo(reading, place.last, following.first)) return following;
  return topics.filter((topic) => topic.last <= place.first).at(-1);
}

const STOPS = new Set([
  'to',
  'for',
  'with',
  'and',
  'but',
  'of',
  'from',
  'in',
  'on',
  'you',
  'want',
  'if',
  'then',
  'than',
  'as',
]);

/** Whether only describing words stand between two places. */
function leadsTo(reading: Reading, from: number, to: number): boolean {
  if (to - from > 4) return false;
  return reading.tokens.slice(from, to).every((token) => token.kind !== 'mark' && !STOPS.has(token.lower));
}
