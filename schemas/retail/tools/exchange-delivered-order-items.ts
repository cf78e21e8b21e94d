import { ToolError } from 'taskwright';
import { toCents } from '../../shared/cents.ts';
import { dialectOf } from '../../shared/dialect.ts';
import {
  assertDifferent,
  assertItems,
  assertPairs,
  availableVariant,
  firstItem,
  orderWithStatus,
  sortedIds,
} from '../order-items.ts';
import { newItemIds, oldItemIds, orderId, paymentMethodId } from '../parameters.ts';
import { paymentMethodOf } from '../payment-methods.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool } from '../tables.ts';

/**
 * Notes an exchange on a delivered order. Items, history and balances stay as they are until the parcel comes back; a gift card
 * must cover the difference (in whole cents) all the same.
 *
 * Kept of τ-bench and τ²-bench: the two lists are stored sorted each by itself, which loses which item is exchanged for which;
 * an item's own id is taken as the new one; empty lists are taken.
 *
 * `own`: the pairs are sorted together, by old id and then new id; an item's own id and empty lists are refused.
 */
export const exchangeDeliveredOrderItems = defineTool({
  name: 'exchange_delivered_order_items',
  effect: 'write',
  enforces: ['exchange.delivered', 'exchange.same-product', 'exchange.payment', 'exchange.after'],
  description:
    'Exchanges items of a delivered order for other variants of the same products. An order can be exchanged or returned once, so collect all items first. Tell the user the details and get an explicit yes before the call.',
  parameters: {
    type: 'object',
    properties: {
      order_id: orderId,
      item_ids: {
        ...oldItemIds,
        description: 'Ids of the items to exchange, each as often as it is to be exchanged.',
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
      'delivered',
      'non-delivered order cannot be exchanged',
    );
    assertItems(before, item_ids);
    assertPairs(item_ids, new_item_ids, dialect);
    let difference = 0;
    for (const [position, id] of item_ids.entries()) {
      const newId = new_item_ids[position] as string;
      if (dialect === 'own') assertDifferent(id, newId);
      const item = firstItem(before, id);
      const variant = availableVariant(item, database.products, newId);
      difference += variant.price - item.price;
    }
    difference = toCents(difference);
    const method = paymentMethodOf(database.users.get(before.user_id), payment_method_id);
    if (method.source === 'gift_card' && method.balance < difference) {
      throw new ToolError('insufficient gift card balance to pay for the price difference');
    }
    const order = database.orders.edit(order_id);
    const pairs = item_ids.map((id, position) => [id, new_item_ids[position] as string] as const);
    if (dialect === 'own') pairs.sort((left, right) => (left.join() < right.join() ? -1 : 1));
    const sorted = dialect === 'own' ? (ids: string[]) => ids : sortedIds;
    order.status = 'exchange requested';
    order.exchange_items = sorted(pairs.map(([id]) => id));
    order.exchange_new_items = sorted(pairs.map(([, id]) => id));
    order.exchange_payment_method_id = payment_method_id;
    order.exchange_price_difference = difference;
    return shownOrder(order, context);
  },
});
