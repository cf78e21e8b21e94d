import type { PolicyRule } from 'taskwright';
import { defineRule, type RetailTables } from '../tables.ts';
import { orderIn, priceDifference, userIn } from './subject.ts';

const BY_TOOL = [
  ['items-payment', 'items.payment', 'modify_pending_order_items'],
  ['exchange-payment', 'exchange.payment', 'exchange_delivered_order_items'],
] as const;

/** A price difference is settled by a method of the user; a gift card has to cover it. */
export const differencePayment: readonly PolicyRule<RetailTables>[] = BY_TOOL.map(([id, clause, tool]) =>
  defineRule({
    id,
    clause,
    sentence: 'The price difference is settled by a payment method of the user, and a gift card covers it.',
    needs: 'state',
    tools: [tool],
    argument: 'payment_method_id',
    check({ args, database }) {
      const user = userIn(args, database);
      const id = String(args.payment_method_id);
      if (user === undefined) return undefined;
      const method = Object.hasOwn(user.payment_methods, id) ? user.payment_methods[id] : undefined;
      if (method === undefined) return `"${id}" is no payment method of the user`;
      const owed = priceDifference(args, database);
      return method.source === 'gift_card' && method.balance < owed - 0.005
        ? `gift card "${id}" holds ${method.balance}, the difference is ${owed.toFixed(2)}`
        : undefined;
    },
  }),
);

export const paymentDiffers = defineRule({
  id: 'payment-differs',
  clause: 'payment.different',
  sentence: 'An order is paid anew by a method of the user other than the one it was paid with.',
  needs: 'state',
  tools: ['modify_pending_order_payment'],
  argument: 'payment_method_id',
  check({ args, database }) {
    const order = orderIn(args, database);
    const user = userIn(args, database);
    const id = String(args.payment_method_id);
    if (order === undefined || user === undefined) return undefined;
    if (!Object.hasOwn(user.payment_methods, id)) return `"${id}" is no payment method of the user`;
    return order.payment_history[0]?.payment_method_id === id
      ? `the order is already paid with "${id}"`
      : undefined;
  },
});

export const giftCardCoversOrder = defineRule({
  id: 'gift-card-covers-order',
  clause: 'payment.gift-card',
  sentence: 'A gift card that is to pay an order covers all of it.',
  needs: 'state',
  tools: ['modify_pending_order_payment'],
  argument: 'payment_method_id',
  check({ args, database }) {
    const method = userIn(args, database)?.payment_methods[String(args.payment_method_id)];
    const amount = orderIn(args, database)?.payment_history[0]?.amount ?? 0;
    return method?.source === 'gift_card' && method.balance < amount
      ? `the gift card holds ${method.balance}, the order costs ${amount}`
      : undefined;
  },
});

export const refundMethod = defineRule({
  id: 'refund-method',
  clause: 'return.refund',
  sentence: 'A refund goes to the method the order was paid with or to a gift card of the user.',
  needs: 'state',
  tools: ['return_delivered_order_items'],
  argument: 'payment_method_id',
  check({ args, database }) {
    const order = orderIn(args, database);
    const user = userIn(args, database);
    const id = String(args.payment_method_id);
    if (order === undefined || user === undefined) return undefined;
    const method = Object.hasOwn(user.payment_methods, id) ? user.payment_methods[id] : undefined;
    if (method === undefined) return `"${id}" is no payment method of the user`;
    return order.payment_history[0]?.payment_method_id === id || method.source === 'gift_card'
      ? undefined
      : `"${id}" is neither the original payment method nor a gift card`;
  },
});
