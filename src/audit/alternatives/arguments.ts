import { equalJson } from '../../base/json/index.ts';
import { type Place, placesOfWrite, withValueAt } from '../schema/places.ts';
import type { Alternative, AuditedTask, GoldWrite, Option } from '../types.ts';
import { tryDraft } from './build.ts';
import { candidatesFor, entityAt, isListOfReferences } from './candidates.ts';
import { pairedMembers } from './composites.ts';
import { otherRowPlans } from './rows.ts';
import { goldAfter } from './run-plan.ts';

/** Other values of each place inside the arguments of a gold write. */
export function argumentAlternatives(write: GoldWrite, audited: AuditedTask): Alternative[] {
  const places = placesOfWrite(write);
  return places
    .filter((place) => !isCovered(place, places) && !isOfPair(place, places, write, audited))
    .flatMap((place) =>
      isRowKey(place) ? otherRowPlans(place, write, audited) : alternativesAt(place, write, audited),
    );
}

/** Whether a place lies inside an argument whose candidates are listed as wholes. */
function isCovered(place: Place, places: readonly Place[]): boolean {
  if (place.path.length === 1) return false;
  const whole = places.find(({ path }) => path.length === 1 && path[0] === place.argument);
  return (
    whole !== undefined &&
    typeof whole.schema['x-candidates'] === 'string' &&
    !isListOfReferences(whole.schema)
  );
}

/** Whether a place lies inside an object whose members go together and are varied together. */
function isOfPair(place: Place, places: readonly Place[], write: GoldWrite, audited: AuditedTask): boolean {
  const parent = place.path.slice(0, -1);
  const member = place.path.at(-1);
  if (parent.length === 0 || typeof member !== 'string') return false;
  const object = places.find(
    ({ path }) => path.length === parent.length && path.every((step, at) => step === parent[at]),
  );
  return object !== undefined && pairedMembers(object, write, audited).has(member);
}

/** Whether a place names a whole row, so that other arguments hang on it. */
function isRowKey(place: Place): boolean {
  const target = place.schema['x-references'];
  return typeof target === 'string' && !target.includes('/') && place.path.length === 1;
}

function alternativesAt(place: Place, write: GoldWrite, audited: AuditedTask): Alternative[] {
  const { argument, position, schema, value } = place;
  const found: Alternative[] = [];
  const goldEntity = entityAt(schema, value, write, audited);
  const options: Option[] = [option(value, goldEntity, true)];
  for (const other of candidatesFor(place, write, audited)) {
    if (repeats(place, other, write)) continue;
    const otherEntity = entityAt(schema, other, write, audited);
    const action = { ...write.action, args: withValueAt(write.action.args, place.path, other) };
    const result = tryDraft(audited, {
      kind: 'argument',
      write,
      rest: [{ action }, ...goldAfter(audited, write.index)],
      argument,
      ...(position !== undefined && { position }),
      goldValue: value,
      otherValue: other,
      goldEntity,
      otherEntity,
      schema,
      choices: () => options,
    });
    options.push(option(other, otherEntity, result !== 'refused'));
    if (typeof result !== 'string') found.push(result);
  }
  return found;
}

/** Whether a value already stands elsewhere in the same list. */
function repeats(place: Place, value: unknown, write: GoldWrite): boolean {
  const at = place.path.findLastIndex((step) => typeof step === 'number');
  if (at !== place.path.length - 1 || at < 1) return false;
  let list: unknown = write.action.args;
  for (const step of place.path.slice(0, at)) list = (list as Record<string | number, unknown>)[step];
  return Array.isArray(list) && list.some((item) => equalJson(item as never, value as never));
}

function option(value: Option['value'], entity: Option['entity'], accepted: boolean): Option {
  return { value, accepted, ...(entity !== undefined && { entity }) };
}
