import { type Immutable, ToolError } from 'taskwright';
import { toCents } from '../../shared/cents.ts';
import { type Dialect, dialectOf } from '../../shared/dialect.ts';
import {
  assertDifferent,
  assertItems,
  assertPairs,
  availableVariant,
  firstItem,
  orderWithStatus,
} from '../order-items.ts';
import { newItemIds, oldItemIds, orderId, paymentMethodId } from '../parameters.ts';
import { addToGiftCard, paymentMethodOf } from '../payment-methods.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool } from '../tables.ts';
import type { Order, Variant } from '../types.generated.ts';

/**
 * Replaces items by variants of the same products, and charges or refunds the difference.
 *
 * Kept of both τ-bench and τ²-bench, because their gold rests on it:
 * - the difference is the running sum of `new - old` in list order and is not rounded, so the amount can be
 *   7.550000000000011, or a payment of 1.4e-14 where nothing was owed; a difference of exactly 0 is booked as a refund of 0
 * - items are looked up again by old id while they change, so that of A→B, B→A the second pair changes what the first just did
 * - empty lists are taken: an entry of 0 is added and the status changes
 *
 * τ-bench takes an item's own id as the new one. τ²-bench refuses that, and gives every changed item the price and options of
 * the last pair's variant.
 *
 * `own`: amounts in whole cents, no entry when nothing is owed, each pair changes its own item, an item's own id and empty
 * lists are refused.
 */
export const modifyPendingOrderItems = defineTool({
  name: 'modify_pending_order_items',
  effect: 'write',
  enforces: ['modify.pending', 'modify.what', 'items.once', 'items.same-product', 'items.payment'],
  description:
    'Replaces items of a pending order by other variants of the same products. Works once per order, so collect all items first. Tell the user the details and get an explicit yes before the call.',
  parameters: {
    type: 'object',
    properties: {
      order_id: orderId,
      item_ids: {
        ...oldItemIds,
        description: 'Ids of the items to replace, each as often as it is to be replaced.',
      },
      new_item_ids: newItemIds,
      payment_method_id: paymentMethodId,
    },
    required: ['order_id', 'item_ids', 'new_item_ids', 'payment_method_id'],
  },
  run(database, { order_id, item_ids, new_item_ids, payment_method_id }, context) {
    const dialect = dialectOf(context);
    const before = orderWithStatus(
      database.orders,
      order_id,
      'pending',
      'non-pending order cannot be modified',
    );
    assertItems(before, item_ids);
    assertPairs(item_ids, new_item_ids, dialect);
    const variants = item_ids.map((id, position) => {
      const newId = new_item_ids[position] as string;
      if (dialect !== 'tau1') assertDifferent(id, newId);
      return availableVariant(firstItem(before, id), database.products, newId);
    });
    let difference = item_ids.reduce(
      (sum, id, position) => sum + ((variants[position] as Variant).price - firstItem(before, id).price),
      0,
    );
    if (dialect === 'own') difference = toCents(difference);
    const method = paymentMethodOf(database.users.get(before.user_id), payment_method_id);
    if (method.source === 'gift_card' && method.balance < difference) {
      throw new ToolError('insufficient gift card balance to pay for the new item');
    }
    const order = database.orders.edit(order_id);
    if (dialect !== 'own' || difference !== 0) {
      order.payment_history.push({
        transaction_type: difference > 0 ? 'payment' : 'refund',
        amount: Math.abs(difference),
        payment_method_id,
      });
    }
    if (method.source === 'gift_card') addToGiftCard(database, order.user_id, payment_method_id, -difference);
    replaceItems(order, item_ids, variants, dialect);
    order.status = 'pending (item modified)';
    return shownOrder(order, context);
  },
});

function replaceItems(
  order: Order,
  itemIds: readonly string[],
  variants: readonly Immutable<Variant>[],
  dialect: Dialect,
): void {
  const changed = new Set<unknown>();
  for (const [position, id] of itemIds.entries()) {
    const variant = variants[position] as Immutable<Variant>;
    const facts = dialect === 'tau2' ? (variants.at(-1) as Immutable<Variant>) : variant;
    const item =
      dialect === 'own'
        ? order.items.find((candidate) => candidate.item_id === id && !changed.has(candidate))
        : firstItem(order, id);
    if (item === undefined) throw new ToolError(`${id} not found`);
    changed.add(item);
    item.item_id = variant.item_id;
    item.price = facts.price;
    item.options = { ...facts.options };
  }
}
