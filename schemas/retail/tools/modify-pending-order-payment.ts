import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { orderId, paymentMethodId } from '../parameters.ts';
import { addToGiftCard, countsAsGiftCard, paymentMethodOf } from '../payment-methods.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool } from '../tables.ts';

/**
 * Moves the whole payment to another method: a payment by the new one and a refund to the old one are added, and gift cards
 * move at once. Possible once, since the history must hold exactly one payment before.
 *
 * τ²-bench also takes orders whose status merely contains "pending", that is after an item change. τ-bench knows the old
 * method for a gift card by the text "gift_card" in its id, the new one by its source.
 */
export const modifyPendingOrderPayment = defineTool({
  name: 'modify_pending_order_payment',
  effect: 'write',
  enforces: ['modify.pending', 'payment.different', 'payment.gift-card', 'payment.refund'],
  description:
    'Changes how a pending order is paid. Tell the user the details and get an explicit yes before the call.',
  parameters: {
    type: 'object',
    properties: { order_id: orderId, payment_method_id: paymentMethodId },
    required: ['order_id', 'payment_method_id'],
  },
  run(database, { order_id, payment_method_id }, context) {
    const dialect = dialectOf(context);
    const before = database.orders.get(order_id);
    if (before === undefined) throw new ToolError('order not found');
    const pending = dialect === 'tau2' ? before.status.includes('pending') : before.status === 'pending';
    if (!pending) throw new ToolError('non-pending order cannot be modified');
    const user = database.users.get(before.user_id);
    const method = paymentMethodOf(user, payment_method_id);
    const [paid, ...later] = before.payment_history;
    if (paid?.transaction_type !== 'payment' || later.length > 0) {
      throw new ToolError('there should be exactly one payment for a pending order');
    }
    if (paid.payment_method_id === payment_method_id) {
      throw new ToolError('the new payment method should be different from the current one');
    }
    if (method.source === 'gift_card' && method.balance < paid.amount) {
      throw new ToolError('insufficient gift card balance to pay for the order');
    }
    const order = database.orders.edit(order_id);
    const { amount } = paid;
    order.payment_history.push(
      { transaction_type: 'payment', amount, payment_method_id },
      { transaction_type: 'refund', amount, payment_method_id: paid.payment_method_id },
    );
    if (method.source === 'gift_card') addToGiftCard(database, order.user_id, payment_method_id, -amount);
    if (countsAsGiftCard(user, paid.payment_method_id, dialect)) {
      addToGiftCard(database, order.user_id, paid.payment_method_id, amount);
    }
    return shownOrder(order, context);
  },
});
