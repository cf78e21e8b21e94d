import type { PolicyRule } from 'taskwright';
import { defineRule, type RetailTables } from '../tables.ts';

const ITEM_TOOLS = [
  'modify_pending_order_items',
  'exchange_delivered_order_items',
  'return_delivered_order_items',
] as const;

const ONCE = [
  ['items-once-delivered', 'once', ['exchange_delivered_order_items', 'return_delivered_order_items']],
  [
    'items-once-pending',
    'items.once',
    [
      'modify_pending_order_items',
      'cancel_pending_order',
      'modify_pending_order_address',
      'modify_pending_order_payment',
    ],
  ],
] as const;

/** After its items were changed, an order is closed to further changes. */
export const itemsOnce: readonly PolicyRule<RetailTables>[] = ONCE.map(([id, clause, tools]) =>
  defineRule({
    id,
    clause,
    sentence: 'The items of an order are changed in one call, after which nothing of it is changed any more.',
    needs: 'history',
    tools,
    argument: 'order_id',
    check({ args, history }) {
      const earlier = history.find(
        (past) =>
          ITEM_TOOLS.some((name) => name === past.tool) &&
          past.args.order_id === args.order_id &&
          !past.observation.failed,
      );
      return earlier === undefined
        ? undefined
        : `items of order "${String(args.order_id)}" were already changed by ${earlier.tool}`;
    },
  }),
);
