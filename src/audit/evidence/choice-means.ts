import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import { entityOf, itemOf, siblingsOf } from '../schema/entity.ts';
import { placesOf } from '../schema/places.ts';
import type { AuditContext, AuditedTask, Entity } from '../types.ts';
import { type Case, show } from './choice-case.ts';
import { type Comparison, concerns, findComparisons } from './comparisons.ts';
import { propertySchema } from './facts.ts';
import { fieldWords, spellingsOf } from './spellings.ts';
import type { Testimony } from './verdict.ts';

/**
 * Lists of means that are used in turn ("the larger gift card first, the rest with the card"): of a kind that a
 * superlative speaks of, the one used first is the extreme of all that there are of the kind.
 */
export function byMeans(
  { alternative, reading }: Case,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const { goldValue, otherValue } = alternative;
  if (!Array.isArray(goldValue) || !Array.isArray(otherValue)) return [];
  const comparisons = findComparisons(reading).filter(({ degree }) => degree === 'superlative');
  if (comparisons.length === 0) return [];
  const [own, others] = [goldValue, otherValue].map((list) => namedIn(list, alternative, audited, context));
  return comparisons.flatMap((comparison): Testimony[] => {
    const [gold, other] = [own, others].map((list) => list?.find((entity) => isOfKind(entity, comparison)));
    const some = gold ?? other;
    if (some === undefined || keyOf(gold) === keyOf(other)) return [];
    const field = fieldOf(some, comparison);
    if (field === undefined) return [];
    const values = kinOf(some, audited, context)
      .filter((entity) => isOfKind(entity, comparison))
      .map((entity) => Number(entity.value[field]) * comparison.sign);
    const wins = (entity: Entity | undefined): boolean =>
      entity !== undefined && Number(entity.value[field]) * comparison.sign === Math.max(...values);
    const reason = `the user wants ${show(keyOf(wins(gold) ? gold : other))}, ${comparison.sign > 0 ? 'the most' : 'the least'} by "${field}" of its kind`;
    if (wins(gold) === wins(other))
      return wins(gold)
        ? [
            {
              side: 'open',
              strength: 0.6,
              extent: comparison,
              field,
              tie: true,
              reason: `both are alike by "${field}"`,
            },
          ]
        : [];
    return [{ side: wins(gold) ? 'gold' : 'other', strength: 0.85, extent: comparison, field, reason }];
  });
}

/** What the items of a list name, in turn. */
function namedIn(
  list: readonly JsonValue[],
  { tool, argument = '' }: Case['alternative'],
  audited: AuditedTask,
  { domain }: AuditContext,
): Entity[] {
  const definition = domain.tool(tool);
  if (definition === undefined) return [];
  return placesOf(definition, { [argument]: list }).flatMap(({ schema, value }) => {
    const target = schema['x-references'];
    const entity =
      typeof target === 'string'
        ? entityOf(domain, audited.start.state, target, value, audited.reach.rows)
        : undefined;
    return entity === undefined || entity.path.length === 0 ? [] : [entity];
  });
}

/** The items of the collection that an item stands in. */
function kinOf(entity: Entity, audited: AuditedTask, { domain }: AuditContext): Entity[] {
  const table = domain.tables[entity.table];
  if (table === undefined) return [];
  return siblingsOf(entity).flatMap(
    (key) => itemOf(table, audited.start.state, entity.key, [...entity.path.slice(0, -1), key]) ?? [],
  );
}

/** Whether a text of an item is what the words after a superlative name: "larger gift card". */
function isOfKind(entity: Entity, { nouns }: Comparison): boolean {
  return Object.entries(entity.value).some(
    ([name, value]) =>
      typeof value === 'string' &&
      spellingsOf(value, { name, schema: propertySchema(entity.schema, name) }).some(({ phrase }) => {
        const words = fieldWords(phrase);
        return words.length > 0 && words.every((word, at) => nouns[at] === word);
      }),
  );
}

/** The number that the superlative orders; the only one there is where it names none. */
function fieldOf({ value, schema }: Entity, comparison: Comparison): string | undefined {
  const numbers = numbersOf(value);
  const meant = numbers.find((name) => concerns(comparison, { name, schema: propertySchema(schema, name) }));
  return meant ?? (numbers.length === 1 ? numbers[0] : undefined);
}

function numbersOf(value: JsonObject): string[] {
  return Object.keys(value).filter((name) => typeof value[name] === 'number');
}

function keyOf(entity: Entity | undefined): string | undefined {
  return entity?.path.at(-1);
}
