import type { PolicyRule } from 'taskwright';
import { defineRule, type RetailTables } from '../tables.ts';
import { orderIn } from './subject.ts';

const REQUIRED = [
  ['cancel.pending', 'cancel', 'pending', ['cancel_pending_order']],
  [
    'modify.pending',
    'change',
    'pending',
    ['modify_pending_order_address', 'modify_pending_order_payment', 'modify_pending_order_items'],
  ],
  ['return.delivered', 'return', 'delivered', ['return_delivered_order_items']],
  ['exchange.delivered', 'exchange', 'delivered', ['exchange_delivered_order_items']],
] as const;

/** One rule per clause that binds an action to a status of the order. */
export const orderStatus: readonly PolicyRule<RetailTables>[] = REQUIRED.map(
  ([clause, verb, status, tools]) =>
    defineRule({
      id: `${verb}-only-${status}`,
      clause,
      sentence: `Only an order whose status is "${status}" is open to: ${verb}.`,
      needs: 'state',
      tools,
      argument: 'order_id',
      check({ args, database }) {
        const order = orderIn(args, database);
        return order === undefined || order.status === status
          ? undefined
          : `order "${order.order_id}" is "${order.status}", not "${status}"`;
      },
    }),
);
