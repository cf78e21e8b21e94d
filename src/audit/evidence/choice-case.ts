import type { JsonValue } from '../../base/json/index.ts';
import { equalJson } from '../../base/json/index.ts';
import type { Alternative, AuditContext, AuditedTask, Option } from '../types.ts';
import { type Current, currentOf } from './current.ts';
import { type Fact, type Facts, factsOf } from './facts.ts';
import { otherPassages } from './passages.ts';
import type { Hit } from './phrases.ts';
import { type Reading, readingOf } from './reading.ts';
import { speaksOf, topicsOf } from './topics.ts';

/** What weighing one choice needs at hand. */
export interface Case {
  readonly reading: Reading;
  readonly alternative: Alternative;
  readonly gold: Facts;
  readonly other: Facts;
  /** What stands in the place now. */
  readonly current: Current | undefined;
  /** Names of all fields of the two values. */
  readonly names: readonly string[];
  /** What the choices hold in a field, each value once, and what stands there now. */
  valuesOf(contrast: Contrast): readonly JsonValue[];
  /** Whether words at a place speak of the thing this choice is about. */
  inScope(place: Pick<Hit, 'first' | 'last'>): boolean;
}

/** Gathers what is known of both values of a choice. */
export function openCase(alternative: Alternative, audited: AuditedTask, context: AuditContext): Case {
  const reading = readingOf(audited);
  const things = namesOf(alternative);
  const topics = topicsOf(audited, context);
  const elsewhere = otherPassages(alternative, audited, context);
  const { goldEntity, otherEntity, goldValue, otherValue } = alternative;
  const gold = factsOf({ value: goldValue, ...(goldEntity && { entity: goldEntity }) }, alternative, context);
  const other = factsOf(
    { value: otherValue, ...(otherEntity && { entity: otherEntity }) },
    alternative,
    context,
  );
  return {
    reading,
    alternative,
    gold,
    other,
    current: currentOf(alternative, context),
    names: [...new Set([...gold.values(), ...other.values()].map((fact) => fact.name))],
    valuesOf: (contrast) => valuesAmong(alternative, contrast, context),
    inScope: (place) => !elsewhere(place) && (things.size === 0 || speaksOf(reading, topics, place, things)),
  };
}

interface Roster {
  readonly facts: readonly Facts[];
  readonly values: Map<string, readonly JsonValue[]>;
}

/** All alternatives of one place share their choices. */
const rosters = new WeakMap<readonly Option[], Roster>();

function valuesAmong(
  alternative: Alternative,
  { fact, gold, other, standing }: Contrast,
  context: AuditContext,
): readonly JsonValue[] {
  const { choices } = alternative;
  let roster = rosters.get(choices);
  if (roster === undefined) {
    roster = { facts: choices.map((choice) => factsOf(choice, alternative, context)), values: new Map() };
    rosters.set(choices, roster);
  }
  const place = `${fact.path}\0${JSON.stringify(standing)}`;
  let values = roster.values.get(place);
  if (values === undefined) {
    values = distinct([...roster.facts.map((facts) => facts.get(fact.path)?.value), gold, other, standing]);
    roster.values.set(place, values);
  }
  return values;
}

function distinct(values: readonly (JsonValue | undefined)[]): JsonValue[] {
  const seen = new Map<string, JsonValue>();
  for (const value of values) if (value !== undefined) seen.set(JSON.stringify(value), value);
  return [...seen.values()];
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

/** One field by which the two values differ. */
export interface Contrast {
  readonly fact: Fact;
  readonly gold: JsonValue | undefined;
  readonly other: JsonValue | undefined;
  /** What the field holds now. */
  readonly standing: JsonValue | undefined;
}

/** Fields by which the two values differ, with both sides. */
export function contrasts({ gold, other, current }: Case): Contrast[] {
  const paths = new Set([...gold.keys(), ...other.keys()]);
  return [...paths].flatMap((path): Contrast[] => {
    const [one, two] = [gold.get(path), other.get(path)];
    const fact = one ?? two;
    if (fact === undefined || equalJson(one?.value, two?.value)) return [];
    return [{ fact, gold: one?.value, other: two?.value, standing: current?.facts.get(path)?.value }];
  });
}

/** A value as messages show it. */
export function show(value: JsonValue | undefined): string {
  const text =
    value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
