import { equalJson, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { valuesAt } from '../../environment/index.ts';
import { entityOf } from '../schema/entity.ts';
import { type Place, placesOfWrite, withValueAt } from '../schema/places.ts';
import type { Alternative, AuditedTask, Entity, GoldWrite, Option } from '../types.ts';
import { tryDraft } from './build.ts';
import { candidatesFor, entityAt } from './candidates.ts';
import { goldAfter } from './run-plan.ts';

/** Rows tried per key. */
const ROWS = 30;

/** The same call on another row of the same kind, in place of gold's and in addition to it. */
export function otherRowPlans(place: Place, write: GoldWrite, audited: AuditedTask): Alternative[] {
  const goldEntity = entityAt(place.schema, place.value, write, audited);
  const options: Option[] = [
    { value: place.value, accepted: true, ...(goldEntity && { entity: goldEntity }) },
  ];
  const found: Alternative[] = [];
  const taken = keysInGold(write.action.tool, place, audited);
  for (const key of candidatesFor(place, write, audited).slice(0, ROWS)) {
    if (typeof key !== 'string') continue;
    const args = refill(place, key, write, audited);
    if (args === undefined) continue;
    const otherEntity = entityAt(place.schema, key, write, audited);
    const facts = {
      write,
      argument: place.argument,
      goldValue: place.value,
      otherValue: key,
      goldEntity,
      otherEntity,
      schema: place.schema,
      choices: () => options,
    };
    const action = { ...write.action, args };
    const instead = tryDraft(audited, {
      ...facts,
      kind: 'row',
      rest: [{ action }, ...goldAfter(audited, write.index)],
    });
    options.push({
      value: key,
      accepted: instead !== 'refused',
      ...(otherEntity && { entity: otherEntity }),
    });
    if (typeof instead !== 'string') found.push(instead);
    if (taken.includes(key)) continue;
    const step = audited.gold.steps[write.index];
    if (step === undefined) continue;
    const also = tryDraft(audited, {
      ...facts,
      kind: 'extra-write',
      rest: [{ gold: step }, { action }, ...goldAfter(audited, write.index)],
    });
    if (typeof also !== 'string') found.push(also);
  }
  return found;
}

function keysInGold(tool: string, place: Place, audited: AuditedTask): JsonValue[] {
  return audited.writes
    .filter(({ action }) => action.tool === tool)
    .map(({ action }) => action.args[place.argument] ?? null);
}

/**
 * Arguments for another row: values that gold took from its row (items of the order, say) are replaced by those of
 * the other row that belong to the same parent (the same product); list items without such a partner are left out.
 * @returns undefined when nothing of a list is left, or a single value has no partner
 */
function refill(key: Place, other: string, write: GoldWrite, audited: AuditedTask): JsonObject | undefined {
  const target = key.schema['x-references'] as string;
  const { domain, state } = write.before;
  const goldRow = state.row(target, key.value as string);
  const otherRow = state.row(target, other);
  if (goldRow === undefined || otherRow === undefined) return undefined;
  const places = placesOfWrite(write);
  const lost = new Set<number>();
  const lengths = new Map<number, number>();
  let args = withValueAt(write.action.args, key.path, other);
  const used: JsonValue[] = [];
  for (const place of places) {
    const kind = place.schema['x-references'];
    if (place === key || typeof kind !== 'string' || !kind.includes('/')) continue;
    const own = pool(domain.tables[target]?.references ?? [], kind, goldRow);
    if (!own.some((value) => equalJson(value, place.value))) continue;
    const gold = entityOf(domain, state, kind, place.value, audited.reach.rows);
    const partner = pool(domain.tables[target]?.references ?? [], kind, otherRow).find((value) => {
      const candidate = entityOf(domain, state, kind, value, audited.reach.rows);
      return !used.some((taken) => equalJson(taken, value)) && sameParent(gold, candidate);
    });
    if (partner === undefined) {
      if (place.position === undefined) return undefined;
      lost.add(place.position);
      lengths.set(place.position, listLength(write.action.args, place.argument));
      continue;
    }
    used.push(partner);
    args = withValueAt(args, place.path, partner);
  }
  return lost.size === 0 ? args : withoutPositions(args, lost, lengths);
}

function pool(
  references: readonly { readonly target: string; readonly path: readonly string[] }[],
  kind: string,
  row: JsonObject,
): JsonValue[] {
  return references
    .filter((reference) => reference.target === kind)
    .flatMap((reference) => valuesAt(row, reference.path));
}

function sameParent(left: Entity | undefined, right: Entity | undefined): boolean {
  return left !== undefined && right !== undefined && left.table === right.table && left.key === right.key;
}

function listLength(args: JsonObject, argument: string): number {
  const list = args[argument];
  return Array.isArray(list) ? list.length : 0;
}

/** Drops positions from every list that is as long as those they were lost from. */
function withoutPositions(
  args: JsonObject,
  lost: ReadonlySet<number>,
  lengths: ReadonlyMap<number, number>,
): JsonObject | undefined {
  const length = [...lengths.values()][0];
  if (length === undefined || lost.size >= length) return undefined;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === length ? value.filter((_, index) => !lost.has(index)) : value,
    ]),
  );
}
