import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { schemaAt } from '../schema/schema-node.ts';
import type { Alternative, AuditContext, AuditedTask, Entity } from '../types.ts';
import { testifyOnChoice } from './choice.ts';
import { show } from './choice-case.ts';
import { isTarget } from './choice-mentions.ts';
import { findComparisons } from './comparisons.ts';
import { findEvery } from './extent-words.ts';
import { entityFacts } from './facts.ts';
import { fieldMentions } from './mentions.ts';
import type { Hit } from './phrases.ts';
import { polarityAt } from './polarity.ts';
import { numberNamed } from './quantities.ts';
import { type Reading, readingOf } from './reading.ts';
import { compareValues } from './scales.ts';
import { fieldWords } from './spellings.ts';
import { type Topic, topicsOf } from './topics.ts';
import { wishWithoutGold } from './unmet-wish.ts';
import { findVerbs, verbAt, verbsOf } from './verbs.ts';
import type { Testimony } from './verdict.ts';
import { describes } from './wishes.ts';

/** Everything the scenario says for or against doing the same on another row. */
export function testifyOnRow(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const reading = readingOf(audited);
  const { goldEntity, otherEntity } = alternative;
  if (goldWritesTo(alternative, audited)) {
    return [{ side: 'gold', strength: 0.8, reason: `gold does the same on ${show(alternative.otherValue)}` }];
  }
  if (
    alternative.kind === 'row' &&
    !alternative.changes.some((change) => change.key === alternative.otherValue)
  ) {
    return [
      { side: 'gold', strength: 0.8, reason: `on ${show(alternative.otherValue)} it would change nothing` },
    ];
  }
  // Beside a gold that writes nothing, any write is one more: only a wish for it leaves it open.
  if (alternative.goldValue === null && alternative.kind === 'extra-write')
    return asksFor(alternative, audited, context);
  const testimony = byKey(reading, alternative);
  if (goldEntity === undefined || otherEntity === undefined) return testimony;
  testimony.push(
    ...byLeaf(
      reading,
      goldEntity.row,
      otherEntity.row,
      alternative,
      topicsOf(audited, context),
      goldEntity.schema,
    ),
  );
  testimony.push(...byCount(reading, goldEntity.row, otherEntity.row, audited, context));
  testimony.push(...byItem(alternative, audited, context));
  testimony.push(...byOrder(reading, alternative));
  if (alternative.kind === 'extra-write') testimony.push(...byExtent(reading, alternative));
  return testimony;
}

/** Where gold writes nothing: whether the scenario asks for what a single write does, on that row. */
function asksFor(alternative: Alternative, audited: AuditedTask, context: AuditContext): Testimony[] {
  const asked = wishWithoutGold(audited, context).allowed.some(
    ({ tool, args }) => tool === alternative.tool && equalJson(args, alternative.otherValue),
  );
  return [
    asked
      ? { side: 'open', strength: 0.5, reason: 'the user speaks of it, and gold does nothing' }
      : { side: 'gold', strength: 0.7, reason: 'no words ask for it there' },
  ];
}

/** The row's key is said. */
function byKey(reading: Reading, { goldValue, otherValue, kind }: Alternative): Testimony[] {
  const field = { name: 'id' };
  const mentions = fieldMentions(reading, [goldValue, otherValue], field);
  const [gold, other] = [goldValue, otherValue].map((value) => mentions.get(JSON.stringify(value))?.[0]);
  if (gold !== undefined && other === undefined) {
    return [{ side: 'gold', strength: 1, extent: gold, reason: `the user names ${show(goldValue)}` }];
  }
  if (other === undefined) return [];
  if (gold === undefined)
    return [{ side: 'other', strength: 0.8, extent: other, reason: `the user names ${show(otherValue)}` }];
  // Both are named, each for a wish of its own.
  return [
    {
      side: 'gold',
      strength: kind === 'row' ? 0.7 : 0.6,
      extent: gold,
      reason: `the user names ${show(goldValue)} for this`,
    },
  ];
}

/** Words that fit what is in one row and not in the other: the name of an item, a city, a status. */
function byLeaf(
  reading: Reading,
  gold: JsonObject,
  other: JsonObject,
  alternative: Alternative,
  topics: readonly Topic[],
  schema: JsonObject,
): Testimony[] {
  const verbs = verbsOf({ name: alternative.tool });
  const unsaid = findVerbs(reading, verbs).length === 0;
  const table = alternative.goldEntity?.table ?? '';
  const testimony: Testimony[] = [];
  const [ours, theirs] = [leavesOf(gold, schema), leavesOf(other, schema)];
  const weigh = (leaf: Leaf, side: 'gold' | 'other'): void => {
    for (const hit of hitsOf(reading, leaf, topics, table)) {
      const polarity = polarityAt(reading, hit);
      // What a thing is to become does not describe it as it is.
      if (isTarget(reading, hit)) continue;
      const verb = verbAt(reading, hit.first);
      const fits =
        verb === undefined || unsaid || verbs.size === 0 || verbs.has(verb) || picksRow(reading, hit, table);
      const strength = (leaf.name === 'name' ? 0.85 : 0.75) * (fits ? 1 : 0.55);
      const reason = `only ${show(side === 'gold' ? alternative.goldValue : alternative.otherValue)} has ${fieldWords(leaf.name).join(' ')} ${show(leaf.value)}`;
      if (polarity === 'against')
        testimony.push({
          side: side === 'gold' ? 'other' : 'gold',
          strength: strength * 0.5,
          extent: hit,
          reason,
        });
      else testimony.push({ side, strength, extent: hit, reason });
    }
  };
  for (const [key, leaf] of ours) if (!theirs.has(key)) weigh(leaf, 'gold');
  for (const [key, leaf] of theirs) if (!ours.has(key)) weigh(leaf, 'other');
  return testimony;
}

interface Leaf {
  readonly name: string;
  readonly value: string;
  readonly schema: JsonObject;
}

const PLAIN = /^(?:usa|no|yes|none|medium|low|high|small|large|black|white)$/i;

const leavesByRow = new WeakMap<JsonObject, ReadonlyMap<string, Leaf>>();

/** Texts inside a row by which a user could describe it, by name and value. A row is held against many others. */
function leavesOf(row: JsonObject, root: JsonObject): ReadonlyMap<string, Leaf> {
  let leaves = leavesByRow.get(row);
  if (leaves === undefined) {
    leaves = collectLeaves(row, root);
    leavesByRow.set(row, leaves);
  }
  return leaves;
}

function collectLeaves(row: JsonObject, root: JsonObject): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (value: JsonValue, name: string, path: readonly (string | number)[]): void => {
    if (typeof value === 'string') {
      const plain = PLAIN.test(value) || /^\d+$/.test(value) || value.length < 2;
      if (!plain) leaves.set(`${name} ${value}`, { name, value, schema: schemaAt(root, path) });
    } else if (path.length < 6 && typeof value === 'object' && value !== null) {
      const list = Array.isArray(value);
      for (const [key, member] of Object.entries(value)) {
        walk(member as JsonValue, list ? name : key, [...path, list ? Number(key) : key]);
      }
    }
  };
  walk(row, '', []);
  return leaves;
}

/** "The order with the rug", "your order of headphones": words that pick the row itself, whatever is to be done with it. */
function picksRow(reading: Reading, hit: Hit, table: string): boolean {
  const noun = fieldWords(table)[0];
  if (noun === undefined) return false;
  const before = reading.text.slice(Math.max(0, hit.start - 40), hit.start);
  return new RegExp(`\\b${noun}s?\\s+(?:of|with|for|containing)\\s+(?:[\\w-]+\\s+){0,3}$`, 'i').test(before);
}

function hitsOf(reading: Reading, leaf: Leaf, topics: readonly Topic[], table: string): readonly Hit[] {
  if (leaf.name === 'name')
    return topics.filter(
      (topic) =>
        topic.names.includes(leaf.value) && (!describes(reading, topic) || picksRow(reading, topic, table)),
    );
  const mentions = fieldMentions(reading, [leaf.value], leaf);
  return (mentions.get(JSON.stringify(leaf.value)) ?? []).filter(
    (mention) => mention.weight > 0.8 && !/^[a-z]{2}$/i.test(reading.text.slice(mention.start, mention.end)),
  );
}

/** "An order with five items", "the order with two tablets": how many there are of something. */
function byCount(
  reading: Reading,
  gold: JsonObject,
  other: JsonObject,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const topics = topicsOf(audited, context);
  return reading.tokens.flatMap((token, at): Testimony[] => {
    const number = numberNamed(token.lower);
    const noun = reading.tokens[at + 1];
    if (number === undefined || number < 2 || number > 20 || noun === undefined) return [];
    const topic = topics.find((item) => item.first > at && item.first <= at + 2);
    const count = (row: JsonObject): number | undefined => {
      if (topic !== undefined) return countNamed(row, new Set(topic.names));
      const list = Object.entries(row).find(
        ([name, value]) => Array.isArray(value) && fieldWords(name).includes(noun.stem),
      );
      return list === undefined ? undefined : (list[1] as readonly JsonValue[]).length;
    };
    const [ours, theirs] = [count(gold), count(other)];
    const fits = (found: number | undefined): boolean =>
      found !== undefined && (topic === undefined ? found === number : found >= number);
    if (fits(ours) === fits(theirs)) return [];
    const extent = { start: token.start, end: noun.end };
    return [
      {
        side: fits(ours) ? 'gold' : 'other',
        strength: 0.85,
        extent,
        reason: `only one of them has "${reading.text.slice(extent.start, extent.end)}"`,
      },
    ];
  });
}

function countNamed(value: JsonValue, names: ReadonlySet<string>): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = isJsonObject(value) && typeof value.name === 'string' && names.has(value.name) ? 1 : 0;
  return Object.values(value).reduce(
    (sum: number, member) => sum + countNamed(member as JsonValue, names),
    own,
  );
}

/** "Most recent", "older", "cheaper": rows ordered by a field of theirs. */
function byOrder(
  reading: Reading,
  { goldEntity, otherEntity, goldValue, otherValue }: Alternative,
): Testimony[] {
  if (goldEntity === undefined || otherEntity === undefined) return [];
  const testimony: Testimony[] = [];
  const [ours, theirs] = [entityFacts(goldEntity), entityFacts(otherEntity)];
  for (const comparison of findComparisons(reading)) {
    if (!['new', 'recent', 'old', 'early', 'late'].includes(comparison.base)) continue;
    for (const fact of ours.values()) {
      if (!/date|time|created|_at$/i.test(fact.name)) continue;
      const order = compareValues(fact.value, theirs.get(fact.path)?.value);
      if (order === undefined || order === 0) continue;
      const better = order * comparison.sign > 0 ? 'gold' : 'other';
      testimony.push({
        side: better,
        strength: 0.8,
        extent: comparison,
        reason: `by ${fact.name}, ${show(better === 'gold' ? goldValue : otherValue)} is the "${reading.text.slice(comparison.start, comparison.end)}" one`,
      });
    }
  }
  return testimony;
}

/** "All orders" asks for more than one; without such a word, more than gold does is more than asked. */
function byExtent(reading: Reading, { goldEntity, goldValue }: Alternative): Testimony[] {
  const table = goldEntity?.table ?? '';
  const noun = fieldWords(table)[0] ?? table;
  const every = findEvery(reading).find(
    (word) =>
      // "Everything on that order", "the whole order" stay within one.
      !['whole', 'entire'].includes(reading.tokens[word.first]?.lower ?? '') &&
      !isWithinOne(word.words, noun) &&
      (word.words.includes(noun) ||
        word.words.length === 0 ||
        reading.tokens[word.first]?.lower === 'everything'),
  );
  if (every !== undefined)
    return [
      {
        side: 'other',
        strength: 0.55,
        extent: every,
        reason: `the user asks for all, not only ${show(goldValue)}`,
      },
    ];
  return [{ side: 'gold', strength: 0.6, reason: 'nothing asks for more than one' }];
}

function isWithinOne(words: readonly string[], noun: string): boolean {
  const at = words.indexOf(noun);
  return (
    at > 0 &&
    ['that', 'this', 'the', 'same', 'one', 'a', 'an'].includes(words[at - 1] ?? '') &&
    ['on', 'in', 'from', 'of'].includes(words[at - 2] ?? '')
  );
}

/** Whether gold calls the same tool on the other row as well. */
function goldWritesTo({ tool, argument, otherValue }: Alternative, audited: AuditedTask): boolean {
  return (
    argument !== undefined &&
    audited.writes.some(({ action }) => action.tool === tool && action.args[argument] === otherValue)
  );
}

/** The item that the call would touch in each row: "the more expensive tablet", "the 17-inch laptop". */
function byItem(alternative: Alternative, audited: AuditedTask, context: AuditContext): Testimony[] {
  const { goldEntity, otherEntity, actionIndex, kind } = alternative;
  if (goldEntity === undefined || otherEntity === undefined || kind !== 'row') return [];
  const ours = itemsIn(goldEntity, audited.task.goldActions[actionIndex]?.args ?? {});
  const theirs = itemsIn(otherEntity, alternative.actions[actionIndex]?.args ?? {});
  for (const item of ours) {
    const twin = theirs.find((other) => other.value.name === item.value.name);
    if (twin === undefined || equalJson(item.value, twin.value)) continue;
    return testifyOnChoice(asChoice(alternative, item, twin), audited, context).map((testimony) => ({
      ...testimony,
      strength: testimony.strength * 0.95,
    }));
  }
  return [];
}

/** Another row as a choice between an item of each; what is costly to work out stays with the alternative. */
function asChoice(alternative: Alternative, goldEntity: Entity, otherEntity: Entity): Alternative {
  const { id, task, actionIndex, tool, goldValue, otherValue, actions } = alternative;
  return {
    id,
    task,
    kind: 'argument',
    actionIndex,
    tool,
    goldValue,
    otherValue,
    goldEntity,
    otherEntity,
    choices: [
      { value: null, entity: goldEntity, accepted: true },
      { value: null, entity: otherEntity, accepted: true },
    ],
    actions,
    get outcome() {
      return alternative.outcome;
    },
    get changes() {
      return alternative.changes;
    },
    get differing() {
      return alternative.differing;
    },
  };
}

/** Named items of a row whose ids stand among a call's arguments. */
function itemsIn(entity: Entity, args: JsonObject): Entity[] {
  const ids = new Set<JsonValue>(
    Object.values(args).flatMap((value) =>
      Array.isArray(value) ? (value as JsonValue[]) : [value as JsonValue],
    ),
  );
  const items: Entity[] = [];
  const walk = (value: JsonValue, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null || path.length > 4) return;
    if (
      isJsonObject(value) &&
      typeof value.name === 'string' &&
      Object.values(value).some((member) => ids.has(member as JsonValue))
    ) {
      items.push({
        ...entity,
        path,
        value,
        row: value,
        schema: schemaAt(
          entity.schema,
          path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        ),
      });
      return;
    }
    for (const [key, member] of Object.entries(value)) walk(member as JsonValue, [...path, key]);
  };
  walk(entity.row, []);
  return items;
}
