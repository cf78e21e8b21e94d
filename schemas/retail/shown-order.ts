import { cloneJson, type Immutable } from 'taskwright';
import { dialectOf } from '../shared/dialect.ts';
import type { Order } from './types.generated.ts';

const LATER_FIELDS = [
  'cancel_reason',
  'exchange_items',
  'exchange_new_items',
  'exchange_payment_method_id',
  'exchange_price_difference',
  'return_items',
  'return_payment_method_id',
] as const;

/** An order as tools answer it. τ²-bench shows every field an order can have, with null for what it has not. */
export function shownOrder(
  order: Immutable<Order>,
  context: Parameters<typeof dialectOf>[0],
): Immutable<Order> {
  if (dialectOf(context) !== 'tau2') return order;
  const shown = cloneJson(order) as Record<string, unknown>;
  for (const field of LATER_FIELDS) shown[field] ??= null;
  return shown as unknown as Immutable<Order>;
}
