import { canonicalJson, type JsonValue } from '../base/json/index.ts';
import type { Change } from '../environment/index.ts';

/** One place where a final state differs from gold's. */
export interface PlaceDifference {
  readonly table: string;
  readonly key: string;
  readonly path: readonly (string | number)[];
  /** The value gold leaves there; absent where gold changes nothing there. */
  readonly gold?: JsonValue;
  /** The value the trial leaves there; absent where the trial changes nothing there. */
  readonly found?: JsonValue;
  readonly kind: 'missing' | 'extra' | 'other-value';
}

/** How a final state differs from an accepted one: the fewest places over all accepted ones. */
export interface OutcomeDifference {
  /** Id of the accepted outcome that is nearest. */
  readonly nearest: string;
  readonly places: readonly PlaceDifference[];
  /** One sentence a place. */
  readonly words: readonly string[];
}

/** Compares a trial's changes with each accepted outcome and gives the smallest difference. */
export function smallestDifference(
  found: readonly Change[],
  accepted: readonly { readonly id: string; readonly changes: readonly Change[] }[],
): OutcomeDifference | null {
  let best: OutcomeDifference | null = null;
  for (const { id, changes } of accepted) {
    const places = differingPlaces(found, changes);
    if (best === null || places.length < best.places.length) {
      best = { nearest: id, places, words: places.map(sayPlace) };
    }
  }
  return best;
}

/** Whether every change is also gold's, and gold has more: the trial stopped half-way. */
export function isPartOf(found: readonly Change[], gold: readonly Change[]): boolean {
  if (found.length === 0 || found.length >= gold.length) return false;
  const wanted = new Map(gold.map((change) => [placeOf(change), endOf(change)]));
  return found.every((change) => wanted.get(placeOf(change)) === endOf(change));
}

function differingPlaces(found: readonly Change[], gold: readonly Change[]): PlaceDifference[] {
  const mine = new Map(found.map((change) => [placeOf(change), change]));
  const theirs = new Map(gold.map((change) => [placeOf(change), change]));
  const places: PlaceDifference[] = [];
  for (const [place, change] of theirs) {
    const other = mine.get(place);
    if (other === undefined) places.push(difference(change, 'missing', change, undefined));
    else if (endOf(other) !== endOf(change)) places.push(difference(change, 'other-value', change, other));
  }
  for (const [place, change] of mine) {
    if (!theirs.has(place)) places.push(difference(change, 'extra', undefined, change));
  }
  return places;
}

function difference(
  { table, key, path }: Change,
  kind: PlaceDifference['kind'],
  gold: Change | undefined,
  found: Change | undefined,
): PlaceDifference {
  return {
    table,
    key,
    path,
    kind,
    ...(gold?.after !== undefined && { gold: gold.after }),
    ...(found?.after !== undefined && { found: found.after }),
  };
}

function sayPlace({ table, key, path, kind, gold, found }: PlaceDifference): string {
  const place = [table, key, path.join('.')].filter((part) => part !== '').join(' ');
  if (kind === 'missing') return `${place} does not become ${say(gold)}`;
  if (kind === 'extra') return `${place} becomes ${say(found)}, which gold leaves alone`;
  return `${place} becomes ${say(found)} instead of ${say(gold)}`;
}

function say(value: JsonValue | undefined): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function placeOf({ table, key, path }: Change): string {
  return JSON.stringify([table, key, path]);
}

function endOf({ after }: Change): string {
  return after === undefined ? '' : canonicalJson(after);
}
