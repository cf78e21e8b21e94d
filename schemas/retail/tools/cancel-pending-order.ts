import { ToolError, type WriteDatabase } from 'taskwright';
import { toCents } from '../../shared/cents.ts';
import { type Dialect, dialectOf } from '../../shared/dialect.ts';
import { orderId } from '../parameters.ts';
import { addToGiftCard, countsAsGiftCard } from '../payment-methods.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool, type RetailTables } from '../tables.ts';
import type { Order, Payment } from '../types.generated.ts';

/**
 * Cancels and refunds.
 *
 * τ-bench and τ²-bench add a refund for every entry of the payment history, refunds included: after a change of payment
 * method (payment, payment, refund) a cancel adds three more refunds, and gift cards among them are credited each time.
 * `own` refunds what was really paid by each method. τ-bench knows a gift card by the text "gift_card" in its id.
 */
export const cancelPendingOrder = defineTool({
  name: 'cancel_pending_order',
  effect: 'write',
  enforces: ['cancel.pending', 'cancel.reason', 'cancel.refund'],
  description:
    'Cancels a pending order and refunds it: to a gift card at once, to other methods in 5 to 7 business days. Orders already processed or delivered cannot be cancelled. Tell the user the details and get an explicit yes before the call. Gives the cancelled order.',
  parameters: {
    type: 'object',
    properties: {
      order_id: orderId,
      reason: {
        type: 'string',
        enum: ['no longer needed', 'ordered by mistake'],
        description: "The user's reason.",
        'x-synonyms': {
          'no longer needed': [
            "don't need",
            'do not need',
            'not needed',
            'no longer need',
            'no longer want',
            "don't want it",
            "don't want them",
          ],
          'ordered by mistake': ['by mistake', 'by accident', 'accidentally', 'mistakenly', 'made a mistake'],
        },
      },
    },
    required: ['order_id', 'reason'],
  },
  run(database, { order_id, reason }, context) {
    const status = database.orders.get(order_id)?.status;
    if (status === undefined) throw new ToolError('order not found');
    if (status !== 'pending') throw new ToolError('non-pending order cannot be cancelled');
    const order = database.orders.edit(order_id);
    const dialect = dialectOf(context);
    const refunds = refundsOf(order, dialect);
    for (const refund of refunds) credit(database, order.user_id, refund, dialect);
    order.status = 'cancelled';
    order.cancel_reason = reason;
    order.payment_history.push(...refunds);
    return shownOrder(order, context);
  },
});

function refundsOf(order: Order, dialect: Dialect): Payment[] {
  if (dialect !== 'own') {
    return order.payment_history.map(({ amount, payment_method_id }) => ({
      transaction_type: 'refund',
      amount,
      payment_method_id,
    }));
  }
  const paid = new Map<string, number>();
  for (const { transaction_type, amount, payment_method_id } of order.payment_history) {
    const signed = transaction_type === 'payment' ? amount : -amount;
    paid.set(payment_method_id, toCents((paid.get(payment_method_id) ?? 0) + signed));
  }
  return [...paid]
    .filter(([, amount]) => amount > 0)
    .map(([payment_method_id, amount]) => ({ transaction_type: 'refund', amount, payment_method_id }));
}

function credit(
  database: WriteDatabase<RetailTables>,
  userId: string,
  { payment_method_id, amount }: Payment,
  dialect: Dialect,
): void {
  if (!countsAsGiftCard(database.users.get(userId), payment_method_id, dialect)) return;
  addToGiftCard(database, userId, payment_method_id, amount);
}
