import { type Immutable, ToolError } from 'taskwright';
import type { Dialect } from '../shared/dialect.ts';
import type { Order, OrderItem, Product, Variant } from './types.generated.ts';

/**
 * The order a write is done to.
 * @param refusal what the tool says of an order in another status
 */
export function orderWithStatus(
  orders: { get(key: string): Immutable<Order> | undefined },
  id: string,
  status: Order['status'],
  refusal: string,
): Immutable<Order> {
  const order = orders.get(id);
  if (order === undefined) throw new ToolError('order not found');
  if (order.status !== status) throw new ToolError(refusal);
  return order;
}

/** Refuses ids that the order does not have, or not as often. */
export function assertItems(order: Immutable<Order>, ids: readonly string[]): void {
  const missing = missingItem(order, ids);
  if (missing !== undefined) throw new ToolError(`${missing} not found`);
}

/** The first of these ids that is asked for more often than the order has it. */
export function missingItem(order: Immutable<Order>, ids: readonly string[]): string | undefined {
  const count = (list: readonly string[], id: string): number => list.filter((item) => item === id).length;
  const present = order.items.map((item) => item.item_id);
  return ids.find((id) => count(ids, id) > count(present, id));
}

/** The first item of an order with this id. */
export function firstItem<Of extends Immutable<Order>>(order: Of, id: string): Of['items'][number] {
  const item = order.items.find((candidate) => candidate.item_id === id);
  if (item === undefined) throw new ToolError(`${id} not found`);
  return item;
}

/** Refuses lists that do not pair up one to one; `own` also refuses empty ones. */
export function assertPairs(ids: readonly string[], newIds: readonly string[], dialect: Dialect): void {
  if (ids.length !== newIds.length) {
    throw new ToolError('the number of items to be exchanged should match');
  }
  if (dialect === 'own' && ids.length === 0) throw new ToolError('no items are named');
}

/** Refuses an item's own id as the new one. */
export function assertDifferent(id: string, newId: string): void {
  if (id === newId) throw new ToolError('the new item id should be different from the old item id');
}

/** The variant that an item may be changed to: of the item's own product, and available. */
export function availableVariant(
  item: Immutable<OrderItem>,
  products: { get(key: string): Immutable<Product> | undefined },
  newId: string,
): Immutable<Variant> {
  const variants = products.get(item.product_id)?.variants ?? {};
  const variant = Object.hasOwn(variants, newId) ? variants[newId] : undefined;
  if (!variant?.available) throw new ToolError(`new item ${newId} not found or available`);
  return variant;
}

/** Sorted by UTF-16 code units, as the shops keep lists of ids. */
export function sortedIds(ids: readonly string[]): string[] {
  return [...ids].sort();
}
