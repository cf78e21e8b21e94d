import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { entityOf } from '../schema/entity.ts';
import type { Place } from '../schema/places.ts';
import { effectiveSchema } from '../schema/schema-node.ts';
import type { AuditedTask, Entity, GoldWrite } from '../types.ts';

/** Rows tried, and keys of one row's collection. */
const ROWS = 20;
const KEYS = 12;

/** How a member of an object goes with the row that another member names. */
type Link =
  /** It is a key of a collection in the row: the dates of a flight. */
  | { readonly name: string; readonly collection: string }
  /** It repeats a field of the row. */
  | { readonly name: string; readonly field: string };

/** An object that names a row by one member and says more of that row by others: `{ flight_number, date }`. */
interface Composite {
  readonly reference: string;
  readonly target: string;
  readonly entity: Entity;
  readonly links: readonly Link[];
}

/** Members of an object that go together, so that only a real row with what belongs to it can take their place. */
export function pairedMembers(place: Place, write: GoldWrite, audited: AuditedTask): ReadonlySet<string> {
  const composite = compositeAt(place, write, audited);
  return new Set(composite && [composite.reference, ...composite.links.map(({ name }) => name)]);
}

/** Other real rows in place of an object's: its own row under other keys first, then other rows, under the same key if they have it. */
export function* compositeCandidates(
  place: Place,
  write: GoldWrite,
  audited: AuditedTask,
): Generator<JsonValue> {
  const composite = compositeAt(place, write, audited);
  if (composite === undefined) return;
  const { reference, target, entity } = composite;
  const { domain, state } = write.before;
  const value = place.value as JsonObject;
  yield* variants(value, entity.row, composite, true);
  for (const key of audited.reach.keysOf(target).slice(0, ROWS)) {
    const row = key === entity.key ? undefined : entityOf(domain, state, target, key)?.row;
    if (row !== undefined) yield* variants({ ...value, [reference]: key }, row, composite, false);
  }
}

function* variants(
  value: JsonObject,
  row: JsonObject,
  { links }: Composite,
  other: boolean,
): Generator<JsonObject> {
  let drafts: JsonObject[] = [value];
  for (const link of links) {
    drafts = drafts.flatMap((draft) =>
      valuesOf(link, draft, row, other).map((member) => ({ ...draft, [link.name]: member })),
    );
  }
  yield* drafts.slice(0, KEYS);
}

/** What a member can say of a row; empty where the row has nothing of the kind. */
function valuesOf(link: Link, value: JsonObject, row: JsonObject, other: boolean): JsonValue[] {
  if ('field' in link) return row[link.field] === undefined ? [] : [row[link.field] as JsonValue];
  const collection = row[link.collection];
  const keys = isJsonObject(collection) ? Object.keys(collection) : [];
  const own = String(value[link.name]);
  return !other && keys.includes(own) ? [own] : keys;
}

function compositeAt(place: Place, write: GoldWrite, audited: AuditedTask): Composite | undefined {
  const { schema, value } = place;
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return undefined;
  const { domain, state } = write.before;
  const root = domain.tool(write.action.tool)?.parameters as JsonObject;
  for (const [reference, node] of Object.entries(schema.properties)) {
    const target = effectiveSchema(root, node)['x-references'];
    if (typeof target !== 'string' || target.includes('/')) continue;
    const entity = entityOf(domain, state, target, value[reference] ?? null, audited.reach.rows);
    if (entity === undefined) continue;
    const links = Object.keys(value).flatMap((name) =>
      name === reference ? [] : linkOf(name, value, entity.row),
    );
    if (links.length > 0) return { reference, target, entity, links };
  }
  return undefined;
}

function linkOf(name: string, value: JsonObject, row: JsonObject): Link[] {
  const member = value[name];
  if (row[name] !== undefined && equalJson(row[name], member)) return [{ name, field: name }];
  if (typeof member !== 'string') return [];
  const collection = Object.entries(row).find(
    ([, items]) => isJsonObject(items) && Object.hasOwn(items, member) && isJsonObject(items[member]),
  );
  return collection === undefined ? [] : [{ name, collection: collection[0] }];
}
