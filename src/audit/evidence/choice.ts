import type { JsonValue } from '../../base/json/index.ts';
import { equalJson } from '../../base/json/index.ts';
import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import { type Comparison, concerns, findComparisons } from './comparisons.ts';
import { type Current, currentOf, stands, targetRows } from './current.ts';
import { type Fact, type Facts, factsOf } from './facts.ts';
import { fieldMentions, type Mention } from './mentions.ts';
import { findRankings, rankOf } from './preferences.ts';
import { type Reading, readingOf } from './reading.ts';
import { findSameness, keeps } from './sameness.ts';
import { compareValues } from './scales.ts';
import { fieldWords } from './spellings.ts';
import { speaksOf, topicsOf } from './topics.ts';
import type { Testimony } from './verdict.ts';

/** What weighing one choice needs at hand. */
interface Case {
  readonly reading: Reading;
  readonly alternative: Alternative;
  readonly gold: Facts;
  readonly other: Facts;
  readonly choices: readonly Facts[];
  readonly current: Current | undefined;
  /** Whether words at a place speak of the thing this choice is about. */
  inScope(place: Pick<Mention, 'first' | 'last'>): boolean;
}

/** Everything the scenario says for or against another value of one argument. */
export function testifyOnChoice(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const reading = readingOf(audited);
  const names = namesOf(alternative);
  const topics = topicsOf(audited, context);
  const file: Case = {
    reading,
    alternative,
    gold: factsOf(
      { value: alternative.goldValue, ...(alternative.goldEntity && { entity: alternative.goldEntity }) },
      alternative,
      context,
    ),
    other: factsOf(
      { value: alternative.otherValue, ...(alternative.otherEntity && { entity: alternative.otherEntity }) },
      alternative,
      context,
    ),
    choices: alternative.choices.map((choice) => factsOf(choice, alternative, context)),
    current: currentOf(alternative, context),
    inScope: (place) => names.size === 0 || speaksOf(reading, topics, place, names),
  };
  return [
    ...byMention(file),
    ...byComparison(file),
    ...bySameness(file),
    ...byOriginal(file, context),
    ...byUnaskedChange(file),
  ];
}

function namesOf({ goldEntity, otherEntity }: Alternative): Set<string> {
  const names = new Set<string>();
  for (const entity of [goldEntity, otherEntity]) {
    for (const holder of [entity?.value, entity?.row]) {
      const name = holder?.name ?? holder?.title;
      if (typeof name === 'string') names.add(name);
    }
  }
  return names;
}

/** Fields by which the two values differ, with both sides. */
function differingFacts({ gold, other }: Case): {
  readonly fact: Fact;
  readonly gold: JsonValue | undefined;
  readonly other: JsonValue | undefined;
}[] {
  const paths = new Set([...gold.keys(), ...other.keys()]);
  return [...paths].flatMap((path) => {
    const [one, two] = [gold.get(path), other.get(path)];
    const fact = one ?? two;
    return fact === undefined || equalJson(one?.value, two?.value)
      ? []
      : [{ fact, gold: one?.value, other: two?.value }];
  });
}

/** A value that the words name, while they do not name the other. */
function byMention(file: Case): Testimony[] {
  const testimony: Testimony[] = [];
  for (const { fact, gold, other } of differingFacts(file)) {
    if (typeof fact.value === 'object') continue;
    const values = distinct(
      file.choices
        .map((facts) => facts.get(fact.path)?.value)
        .concat([gold, other, file.current?.facts.get(fact.path)?.value]),
    );
    const mentions = fieldMentions(file.reading, values, fact);
    const said = (value: JsonValue | undefined): readonly Mention[] =>
      value === undefined
        ? []
        : (mentions.get(JSON.stringify(value)) ?? []).filter((mention) => file.inScope(mention));
    testimony.push(...compareMentions(file, fact, { gold, other }, said(gold), said(other)));
  }
  return testimony;
}

function compareMentions(
  file: Case,
  fact: Fact,
  values: { readonly gold: JsonValue | undefined; readonly other: JsonValue | undefined },
  gold: readonly Mention[],
  other: readonly Mention[],
): Testimony[] {
  const label = fieldWords(fact.name).join(' ') || 'value';
  const open = [...gold, ...other].find((mention) => mention.polarity === 'open');
  if (open !== undefined) {
    return [
      {
        side: 'open',
        strength: 0.8,
        extent: open,
        field: fact.path,
        reason: `the user does not mind about the ${label}`,
      },
    ];
  }
  const ranked = byRanking(file.reading, gold, other);
  if (ranked !== undefined) {
    return [
      {
        side: ranked.side,
        strength: 0.9,
        extent: ranked.mention,
        field: fact.path,
        reason: `the ${label} is ranked`,
      },
    ];
  }
  const testimony: Testimony[] = [];
  const say = (side: Testimony['side'], mention: Mention, strength: number, reason: string): void => {
    testimony.push({ side, strength: strength * mention.weight, extent: mention, field: fact.path, reason });
  };
  const wantsGold = gold.find((mention) => mention.polarity !== 'against');
  const refusesGold = gold.find((mention) => mention.polarity === 'against');
  const wantsOther = other.find((mention) => mention.polarity !== 'against');
  const refusesOther = other.find((mention) => mention.polarity === 'against');
  const standing = file.current?.facts.get(fact.path)?.value;
  const otherIsCurrent = standing !== undefined && equalJson(standing, values.other);
  const goldIsCurrent = standing !== undefined && equalJson(standing, values.gold);
  if (refusesOther !== undefined && wantsOther === undefined)
    say('gold', refusesOther, 0.95, `the user rules out ${label} ${show(values.other)}`);
  if (wantsGold !== undefined && (wantsOther === undefined || otherIsCurrent))
    say('gold', wantsGold, 1, `the user names ${label} ${show(values.gold)}`);
  if (wantsOther !== undefined && wantsGold === undefined && !otherIsCurrent)
    say('other', wantsOther, 1, `the user names ${label} ${show(values.other)}`);
  if (wantsOther !== undefined && wantsGold !== undefined && goldIsCurrent && !otherIsCurrent)
    say('other', wantsOther, 0.5, `the user names ${label} ${show(values.other)}`);
  if (refusesGold !== undefined && wantsGold === undefined && !goldIsCurrent)
    say('other', refusesGold, 0.6, `the user rules out ${label} ${show(values.gold)}`);
  return testimony;
}

function byRanking(
  reading: Reading,
  gold: readonly Mention[],
  other: readonly Mention[],
): { side: 'gold' | 'other'; mention: Mention } | undefined {
  for (const ranking of findRankings(reading)) {
    for (const one of gold) {
      for (const two of other) {
        const [first, second] = [rankOf(ranking, one.first), rankOf(ranking, two.first)];
        if (first === undefined || second === undefined || first === second) continue;
        return first < second ? { side: 'gold', mention: one } : { side: 'other', mention: two };
      }
    }
  }
  return undefined;
}

/** Comparatives and superlatives, resolved against the thing to be replaced and against the choices. */
function byComparison(file: Case): Testimony[] {
  const testimony: Testimony[] = [];
  for (const comparison of findComparisons(file.reading)) {
    if (!file.inScope(comparison)) continue;
    for (const path of new Set([...file.gold.keys(), ...file.other.keys()])) {
      const fact = file.gold.get(path) ?? (file.other.get(path) as Fact);
      if (typeof fact.value === 'object' || !concerns(comparison, fact)) continue;
      const found =
        comparison.degree === 'superlative'
          ? superlative(file, comparison, fact)
          : comparative(file, comparison, fact);
      if (found !== undefined) testimony.push(found);
    }
  }
  return testimony;
}

function superlative(file: Case, comparison: Comparison, fact: Fact): Testimony | undefined {
  const [gold, other] = [file.gold.get(fact.path)?.value, file.other.get(fact.path)?.value];
  const order = compareValues(gold, other);
  if (order === undefined) return undefined;
  const words = file.reading.text.slice(comparison.start, comparison.end);
  const base = { extent: comparison, field: fact.path };
  if (order === 0)
    return {
      ...base,
      side: 'open',
      strength: 0.7,
      tie: true,
      reason: `both are equally "${words}" by ${fact.name} (${show(gold)})`,
    };
  const better = order * comparison.sign > 0 ? 'gold' : 'other';
  const reason = `"${words}" by ${fact.name}: ${show(gold)} in gold, ${show(other)} here`;
  return { ...base, side: better, strength: 0.9, reason };
}

function comparative(file: Case, comparison: Comparison, fact: Fact): Testimony | undefined {
  const standing = file.current?.facts.get(fact.path)?.value;
  if (standing === undefined) return undefined;
  const [gold, other] = [file.gold.get(fact.path)?.value, file.other.get(fact.path)?.value];
  const fits = (value: JsonValue | undefined): boolean =>
    (compareValues(value, standing) ?? 0) * comparison.sign > 0;
  const words = file.reading.text.slice(comparison.start, comparison.end);
  const base = { extent: comparison, field: fact.path, strength: 0.9 };
  if (fits(gold) && !fits(other))
    return {
      ...base,
      side: 'gold',
      reason: `${fact.name} ${show(other)} is not "${words}" than ${show(standing)}`,
    };
  if (fits(other) && !fits(gold))
    return {
      ...base,
      side: 'other',
      reason: `${fact.name} ${show(gold)} is not "${words}" than ${show(standing)}`,
    };
  return undefined;
}

/** "Same", "similar", "keep": fields that are to stay as they are. */
function bySameness(file: Case): Testimony[] {
  if (file.current === undefined) return [];
  const wishes = findSameness(file.reading).filter((wish) => file.inScope(wish));
  const testimony: Testimony[] = [];
  const names = [...file.gold.values()].map((fact) => fact.name);
  for (const { fact, gold, other } of differingFacts(file)) {
    const standing = file.current.facts.get(fact.path)?.value;
    if (standing === undefined) continue;
    const [goldKeeps, otherKeeps] = [equalJson(standing, gold), equalJson(standing, other)];
    if (goldKeeps === otherKeeps) continue;
    const wish = wishes.find((item) => keeps(item, fact.name, names));
    if (wish === undefined) continue;
    testimony.push({
      side: goldKeeps ? 'gold' : 'other',
      strength: wish.loose ? 0.6 : 0.85,
      extent: wish,
      field: fact.path,
      reason: `the ${fact.name} is to stay ${show(standing)}`,
    });
  }
  return testimony;
}

/** "The original payment method", "as it is": the value that already stands in the rows the write is done to. */
function byOriginal(file: Case, context: AuditContext): Testimony[] {
  const { alternative, reading } = file;
  const hits = [
    'original',
    'originally',
    'same payment',
    'same card',
    'same method',
    'used to pay',
    'paid with',
  ].flatMap((phrase) => [...reading.phrases.find(phrase)]);
  const hit = hits.find((place) => {
    const before = reading.tokens
      .slice(Math.max(0, place.first - 4), place.first)
      .map((token) => token.lower)
      .join(' ');
    return !/instead of|rather than|other than|not (?:to )?(?:the )?$|different from/.test(before);
  });
  if (hit === undefined) return [];
  const noun = reading.tokens.slice(hit.first, hit.last + 2).map((token) => token.stem);
  const words = fieldWords(alternative.argument ?? '');
  if (!noun.some((word) => words.some((other) => other === word || other.startsWith(word.slice(0, 5)))))
    return [];
  const rows = targetRows(alternative, context);
  const [gold, other] = [stands(alternative.goldValue, rows), stands(alternative.otherValue, rows)];
  if (gold === other) return [];
  return [
    {
      side: gold ? 'gold' : 'other',
      strength: 0.95,
      extent: hit,
      reason: `only ${show(gold ? alternative.goldValue : alternative.otherValue)} is the original one`,
    },
  ];
}

/** Nothing is said of a field: who names no change of it wants none. */
function byUnaskedChange(file: Case): Testimony[] {
  if (file.current === undefined) return [];
  const testimony: Testimony[] = [];
  for (const { fact, gold, other } of differingFacts(file)) {
    if (['price', 'available', 'item_id', 'id'].includes(fact.name) || typeof fact.value === 'number')
      continue;
    const standing = file.current.facts.get(fact.path)?.value;
    if (standing === undefined) continue;
    const [goldKeeps, otherKeeps] = [equalJson(standing, gold), equalJson(standing, other)];
    if (goldKeeps === otherKeeps) continue;
    testimony.push({
      side: goldKeeps ? 'gold' : 'other',
      strength: 0.5,
      field: fact.path,
      reason: `nothing asks to change the ${fact.name} from ${show(standing)}`,
    });
  }
  return testimony;
}

function distinct(values: readonly (JsonValue | undefined)[]): JsonValue[] {
  const seen = new Map<string, JsonValue>();
  for (const value of values) if (value !== undefined) seen.set(JSON.stringify(value), value);
  return [...seen.values()];
}

/** A value as messages show it. */
export function show(value: JsonValue | undefined): string {
  const text =
    value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
