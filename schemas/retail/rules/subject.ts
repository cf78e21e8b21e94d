import type { Immutable, JsonObject, ReadDatabase } from 'taskwright';
import type { RetailTables } from '../tables.ts';
import type { Order, User } from '../types.generated.ts';

type Tables = ReadDatabase<RetailTables>;

/** The order an action is about. */
export function orderIn(args: JsonObject, database: Tables): Immutable<Order> | undefined {
  return typeof args.order_id === 'string' ? database.orders.get(args.order_id) : undefined;
}

/** Id of the user an action is about: named, or the one whose order it is. */
export function userIdIn(args: JsonObject, database: Tables): string | undefined {
  return typeof args.user_id === 'string' ? args.user_id : orderIn(args, database)?.user_id;
}

/** The user an action is about. */
export function userIn(args: JsonObject, database: Tables): Immutable<User> | undefined {
  const id = userIdIn(args, database);
  return id === undefined ? undefined : database.users.get(id);
}

/** A list of ids among the arguments. */
export function idsIn(args: JsonObject, name: string): readonly string[] {
  const list = args[name];
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}

/** What the new items of a change cost more than the old ones, in dollars. */
export function priceDifference(args: JsonObject, database: Tables): number {
  const order = orderIn(args, database);
  const newIds = idsIn(args, 'new_item_ids');
  return idsIn(args, 'item_ids').reduce((sum, id, position) => {
    const item = order?.items.find((candidate) => candidate.item_id === id);
    const variant = item && database.products.get(item.product_id)?.variants[newIds[position] ?? ''];
    return item && variant ? sum + variant.price - item.price : sum;
  }, 0);
}
