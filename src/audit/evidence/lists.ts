import { isJsonObject, type JsonObject } from '../../base/json/index.ts';
import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import { show } from './choice-case.ts';
import { concerns, findComparisons } from './comparisons.ts';
import { type EveryWord, findEvery } from './extent-words.ts';
import { propertySchema } from './facts.ts';
import { nameOf } from './names.ts';
import { otherPassages } from './passages.ts';
import { numberNamed } from './quantities.ts';
import { type Reading, readingOf } from './reading.ts';
import { compareValues } from './scales.ts';
import { fieldWords } from './spellings.ts';
import { type Topic, topicsOf } from './topics.ts';
import { verbAt, verbsOf } from './verbs.ts';
import type { Testimony } from './verdict.ts';
import { askedThings, onlyThings } from './wishes.ts';

/** Everything the scenario says for or against one item less or more in a list. */
export function testifyOnList(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const reading = readingOf(audited);
  const elsewhere = otherPassages(alternative, audited, context);
  const topics = topicsOf(audited, context).filter((topic) => !elsewhere(topic));
  const verbs = verbsOf({ name: alternative.tool });
  const fewer = alternative.kind === 'subset';
  const entity = fewer ? alternative.goldEntity : alternative.otherEntity;
  const name = nameOf(entity?.value) ?? nameOf(entity?.row);
  const label = name ?? show(alternative.otherValue);
  const [wants, refuses] = fewer ? (['gold', 'other'] as const) : (['other', 'gold'] as const);
  const [asked] = name === undefined ? [] : askedThings(reading, topics, new Set([name]), verbs);
  const testimony: Testimony[] = [];
  const only = onlyThings(reading, topics);
  if (only !== undefined && name !== undefined && !only.has(name) && !fewer) {
    testimony.push({
      side: refuses,
      strength: 0.9,
      reason: `the user wants only ${[...only].join(' and ')}`,
    });
  }
  if (asked?.polarity === 'against') {
    testimony.push({
      side: refuses,
      strength: 0.9,
      extent: asked.topic,
      reason: `the user leaves it out: ${label}`,
    });
  } else if (asked !== undefined) {
    testimony.push(...wishFor(reading, asked.topic, alternative, { wants, label, fewer }));
  }
  if (!fewer && isExtreme(reading, alternative)) {
    testimony.push({
      side: 'gold',
      strength: 0.85,
      reason: `nothing better is there to change to: ${label}`,
    });
  }
  const every = findEvery(reading).find(
    (word) => !elsewhere(word) && covers(reading, word, topics, name, verbs),
  );
  if (every !== undefined) {
    const excepted =
      asked !== undefined &&
      every.exceptFrom !== undefined &&
      asked.topic.first >= every.exceptFrom &&
      reading.tokens[asked.topic.first]?.sentence === reading.tokens[every.first]?.sentence;
    if (excepted)
      testimony.push({
        side: refuses,
        strength: 0.9,
        extent: asked.topic,
        reason: `the user leaves it out of all: ${label}`,
      });
    else
      testimony.push({
        side: wants,
        strength: every.exceptFrom === undefined ? 0.7 : 0.55,
        extent: every,
        reason: `the user asks for all, so for it too: ${label}`,
      });
  } else if (asked === undefined) {
    testimony.push({
      side: 'gold',
      strength: fewer ? 0.5 : 0.7,
      reason: fewer ? `nothing asks to leave it out: ${label}` : `nothing asks for it: ${label}`,
    });
  }
  return testimony;
}

/** A named wish: for one thing of that name, when the list holds one already, it asks for no second. */
function wishFor(
  reading: Reading,
  topic: Topic,
  alternative: Alternative,
  { wants, label, fewer }: { wants: 'gold' | 'other'; label: string; fewer: boolean },
): Testimony[] {
  const count = numberBefore(reading, topic);
  const twin = !fewer && hasTwin(alternative);
  // "Headphones" are one thing: a plural that the name itself has says nothing of how many.
  const several = /s$/.test(reading.text.slice(topic.start, topic.end)) && !/s$/.test(label);
  if (twin && (count === undefined || count < 2) && !several) {
    return [{ side: 'gold', strength: 0.6, extent: topic, reason: `the user asks for one: ${label}` }];
  }
  return [
    {
      side: wants,
      strength: topic.names.length > 1 ? 0.5 : 0.8,
      extent: topic,
      reason: `the user asks for it: ${label}`,
    },
  ];
}

/** Whether gold's list already holds a thing of the same name as the one added. */
function hasTwin({ otherEntity, goldValue, choices }: Alternative): boolean {
  const name = nameOf(otherEntity?.value) ?? nameOf(otherEntity?.row);
  const held = new Set(Array.isArray(goldValue) ? goldValue : [goldValue]);
  return choices.some(
    ({ value, entity }) =>
      held.has(value) && name !== undefined && (nameOf(entity?.value) ?? nameOf(entity?.row)) === name,
  );
}

/** "Two tablets", "both tablets": the number right before a thing; measures ("17-inch") are none. */
function numberBefore(reading: Reading, topic: Topic): number | undefined {
  for (let at = topic.first - 1; at >= Math.max(0, topic.first - 2); at -= 1) {
    const token = reading.tokens[at];
    if (token === undefined || token.kind === 'mark') return undefined;
    if (['all', 'both'].includes(token.lower)) return 2;
    const number = numberNamed(token.lower);
    if (number !== undefined && !(token.joined || reading.tokens[at + 1]?.joined === true)) return number;
  }
  return undefined;
}

const THINGS = new Set(['item', 'product', 'stuff', 'piece', 'order']);

/** Whether "all …" speaks of the items of a list: of all items, or of all things of this name. */
function covers(
  reading: Reading,
  word: EveryWord,
  topics: readonly Topic[],
  name: string | undefined,
  verbs: ReadonlySet<string>,
): boolean {
  const verb = verbAt(reading, word.first);
  if (verb === undefined || !verbs.has(verb)) return false;
  if (word.restricted) return false;
  const said = reading.tokens[word.first]?.lower;
  if (said === 'everything') return true;
  const topic = topics.find((item) => item.first > word.first && item.first <= word.first + 5);
  if (topic !== undefined) return name !== undefined && topic.names.includes(name);
  const nouns = word.words.slice(0, 4);
  if (
    nouns.some(
      (noun) => ['option', 'address', 'order', 'reservation'].includes(noun) && fieldWords(noun).length > 0,
    )
  )
    return false;
  return nouns.some((noun) => THINGS.has(noun));
}

/** Whether the item added has no better sibling by the superlative that the user names ("all items to the cheapest"). */
function isExtreme(reading: Reading, { otherEntity }: Alternative): boolean {
  if (otherEntity === undefined || otherEntity.path.length < 2) return false;
  const collection = otherEntity.row[otherEntity.path[0] ?? ''];
  if (!isJsonObject(collection)) return false;
  return findComparisons(reading).some((comparison) => {
    if (comparison.degree !== 'superlative') return false;
    return Object.entries(otherEntity.value).some(([name, own]) => {
      if (!concerns(comparison, { name, schema: propertySchema(otherEntity.schema, name) })) return false;
      const others = Object.values(collection).filter(
        (item): item is JsonObject => isJsonObject(item) && item.available !== false,
      );
      return !others.some((item) => (compareValues(item[name], own) ?? 0) * comparison.sign > 0);
    });
  });
}
