import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { missingItem, orderWithStatus, sortedIds } from '../order-items.ts';
import { orderId, paymentMethodId } from '../parameters.ts';
import { countsAsGiftCard, paymentMethodOf } from '../payment-methods.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool } from '../tables.ts';

/**
 * Notes a return on a delivered order; items are stored sorted, and no money moves until the parcel comes back.
 *
 * τ-bench and τ²-bench take an empty list of items; `own` refuses it. τ-bench knows a gift card by the text "gift_card" in its
 * id, the others by its source.
 */
export const returnDeliveredOrderItems = defineTool({
  name: 'return_delivered_order_items',
  effect: 'write',
  enforces: ['return.delivered', 'return.refund', 'return.after'],
  description:
    'Asks for the return of items of a delivered order; the user is told by e-mail how to send them. An order can be exchanged or returned once. Tell the user the details and get an explicit yes before the call.',
  parameters: {
    type: 'object',
    properties: {
      order_id: orderId,
      item_ids: {
        type: 'array',
        items: { type: 'string', 'x-references': 'products/variants' },
        description: 'Ids of the items to return, each as often as it is to be returned.',
        'x-candidates': 'subsetsOfOrder',
      },
      payment_method_id: {
        ...paymentMethodId,
        description:
          'Id of the payment method that gets the refund: the one the order was paid with, or a gift card of the user.',
      },
    },
    required: ['order_id', 'item_ids', 'payment_method_id'],
  },
  run(database, { order_id, item_ids, payment_method_id }, context) {
    const dialect = dialectOf(context);
    const before = orderWithStatus(
      database.orders,
      order_id,
      'delivered',
      'non-delivered order cannot be returned',
    );
    const user = database.users.get(before.user_id);
    paymentMethodOf(user, payment_method_id);
    const original = before.payment_history[0]?.payment_method_id === payment_method_id;
    if (!original && !countsAsGiftCard(user, payment_method_id, dialect)) {
      throw new ToolError('payment method should be either the original payment method or a gift card');
    }
    if (missingItem(before, item_ids) !== undefined) throw new ToolError('some item not found');
    if (dialect === 'own' && item_ids.length === 0) throw new ToolError('no items are named');
    const order = database.orders.edit(order_id);
    order.status = 'return requested';
    order.return_items = sortedIds(item_ids);
    order.return_payment_method_id = payment_method_id;
    return shownOrder(order, context);
  },
});
