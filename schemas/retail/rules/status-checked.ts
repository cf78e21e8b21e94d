import { defineRule } from '../tables.ts';

/** Gold actions often leave look-ups out, so that only a conversation is judged. */
export const statusChecked = defineRule({
  id: 'status-checked',
  clause: 'statuses',
  sentence: 'The status of an order is looked at before the order is changed.',
  needs: 'transcript',
  tools: [
    'cancel_pending_order',
    'modify_pending_order_address',
    'modify_pending_order_payment',
    'modify_pending_order_items',
    'return_delivered_order_items',
    'exchange_delivered_order_items',
  ],
  argument: 'order_id',
  check({ args, history }) {
    const seen = history.some(
      (past) => past.args.order_id === args.order_id && !past.observation.failed && past.effect !== 'unknown',
    );
    return seen ? undefined : `order "${String(args.order_id)}" was not looked at before`;
  },
});
