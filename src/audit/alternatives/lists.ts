import { equalJson, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { siblingsOf } from '../schema/entity.ts';
import { type Place, placesOfWrite } from '../schema/places.ts';
import { effectiveSchema } from '../schema/schema-node.ts';
import type { Alternative, AuditedTask, GoldWrite, Option } from '../types.ts';
import { type Draft, tryDraft } from './build.ts';
import { candidatesFor, entityAt } from './candidates.ts';
import { goldAfter } from './run-plan.ts';

/** Values tried in a paired list for each value added to the other. */
const PARTNERS = 12;

/** List arguments with an item less, an item more, or in another order; lists of equal length are also tried together. */
export function listAlternatives(write: GoldWrite, audited: AuditedTask): Alternative[] {
  const lists = placesOfWrite(write).filter(
    (place) => place.path.length === 1 && Array.isArray(place.value),
  ) as (Place & { readonly value: readonly JsonValue[] })[];
  return lists.flatMap((list) => {
    const partners = lists.filter((other) => other !== list && other.value.length === list.value.length);
    return [
      ...subsets(list, partners, write, audited),
      ...supersets(list, partners, write, audited),
      ...orders(list, partners, write, audited),
    ];
  });
}

type List = Place & { readonly value: readonly JsonValue[] };

function subsets(
  list: List,
  partners: readonly List[],
  write: GoldWrite,
  audited: AuditedTask,
): Alternative[] {
  if (list.value.length < 2) return [];
  return list.value.flatMap((item, index) => {
    const without = (place: List): JsonValue[] => place.value.filter((_, at) => at !== index);
    const facts = {
      kind: 'subset' as const,
      argument: list.argument,
      position: index,
      goldValue: list.value,
      otherValue: without(list),
      goldEntity: entityAt(itemSchema(list, write), item, write, audited),
    };
    const alone = attempt({ [list.argument]: without(list) }, facts, write, audited);
    if (alone !== 'refused') return keep(alone);
    // Paired lists are reported once, under the first of them.
    return partners.flatMap((partner) =>
      isFirst(list, partner)
        ? keep(
            attempt(
              { [list.argument]: without(list), [partner.argument]: without(partner) },
              facts,
              write,
              audited,
            ),
          )
        : [],
    );
  });
}

function supersets(
  list: List,
  partners: readonly List[],
  write: GoldWrite,
  audited: AuditedTask,
): Alternative[] {
  const schema = itemSchema(list, write);
  const place = newItem(list, schema);
  const found: Alternative[] = [];
  for (const item of candidatesFor(place, write, audited)) {
    if (list.value.some((held) => equalJson(held, item))) continue;
    const facts = {
      kind: 'superset' as const,
      argument: list.argument,
      position: list.value.length,
      goldValue: list.value,
      otherValue: [...list.value, item],
      otherEntity: entityAt(schema, item, write, audited),
    };
    const alone = attempt({ [list.argument]: facts.otherValue }, facts, write, audited);
    if (alone !== 'refused') found.push(...keep(alone));
    else if (partners.length > 0) {
      const together = withPartner(list, partners, item, facts, write, audited);
      if (together !== undefined) found.push(together);
    }
  }
  return found;
}

/** One item more in both of two paired lists: the first partner value that is accepted stands for all. */
function withPartner(
  list: List,
  partners: readonly List[],
  item: JsonValue,
  facts: Facts,
  write: GoldWrite,
  audited: AuditedTask,
): Alternative | undefined {
  for (const partner of partners) {
    if (!isFirst(list, partner)) continue;
    const entity = entityAt(itemSchema(partner, write), item, write, audited);
    const others = entity === undefined ? [] : siblingsOf(entity).filter((other) => other !== item);
    for (const other of others.slice(0, PARTNERS)) {
      const result = attempt(
        { [list.argument]: facts.otherValue, [partner.argument]: [...partner.value, other] },
        facts,
        write,
        audited,
      );
      if (typeof result !== 'string') return result;
    }
  }
  return undefined;
}

/** Paired lists reversed together, or a single list reversed: the wish is the same, the order is not said. */
function orders(
  list: List,
  partners: readonly List[],
  write: GoldWrite,
  audited: AuditedTask,
): Alternative[] {
  if (list.value.length < 2) return [];
  const reversed = (place: List): JsonValue[] => [...place.value].reverse();
  const paired = partners.filter((partner) => itemSchema(partner, write)['x-references'] !== undefined);
  if (paired.length > 0 && !paired.every((partner) => isFirst(list, partner))) return [];
  const change = Object.fromEntries([list, ...paired].map((place) => [place.argument, reversed(place)]));
  return keep(
    attempt(
      change,
      {
        kind: 'path',
        path: 'list-order',
        argument: list.argument,
        goldValue: list.value,
        otherValue: reversed(list),
      },
      write,
      audited,
    ),
  );
}

type Facts = Omit<Draft, 'write' | 'rest' | 'choices'>;

function attempt(change: JsonObject, facts: Facts, write: GoldWrite, audited: AuditedTask) {
  const action = { ...write.action, args: { ...write.action.args, ...change } };
  return tryDraft(audited, {
    ...facts,
    write,
    rest: [{ action }, ...goldAfter(audited, write.index)],
    choices: () => choicesOf(facts, write, audited),
  });
}

/** Every item that could stand in the list, gold's first. */
function choicesOf(facts: Facts, write: GoldWrite, audited: AuditedTask): Option[] {
  const list = placesOfWrite(write).find(
    (place) => place.path.length === 1 && place.argument === facts.argument,
  );
  if (list === undefined || !Array.isArray(list.value)) return [];
  const schema = itemSchema(list as List, write);
  const gold = list.value as readonly JsonValue[];
  const others = candidatesFor(newItem(list as List, schema), write, audited).filter(
    (value) => !gold.some((held) => equalJson(held, value)),
  );
  return [...gold, ...others].map((value) => {
    const entity = entityAt(schema, value, write, audited);
    return { value, accepted: gold.includes(value), ...(entity !== undefined && { entity }) };
  });
}

function keep(result: Alternative | 'refused' | 'same'): Alternative[] {
  return typeof result === 'string' ? [] : [result];
}

function isFirst(list: List, partner: List): boolean {
  return list.argument !== partner.argument && firstOf(list, partner) === list;
}

function firstOf(left: List, right: List): List {
  return left.argument < right.argument ? left : right;
}

/** A place after the end of a list; its value is the list's first item, so that candidates of its kind are found. */
function newItem(list: List, schema: JsonObject): Place {
  return {
    path: [list.argument, list.value.length],
    argument: list.argument,
    position: list.value.length,
    schema,
    value: list.value[0] ?? null,
  };
}

function itemSchema(list: List, write: GoldWrite): JsonObject {
  const root = write.before.domain.tool(write.action.tool)?.parameters as JsonObject;
  return effectiveSchema(root, list.schema.items);
}
