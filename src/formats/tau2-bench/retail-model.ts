import { z } from 'zod';
import { byName, float, optional, text, truth } from './fields.ts';

const texts = z.array(text);

const address = z.object({
  address1: text,
  address2: text,
  city: text,
  country: text,
  state: text,
  zip: text,
});

const paymentMethod = z.union([
  z.object({ source: z.literal('credit_card'), id: text, brand: text, last_four: text }),
  z.object({ source: z.literal('gift_card'), id: text, balance: float }),
  z.object({ source: z.literal('paypal'), id: text }),
]);

const product = z.object({
  name: text,
  product_id: text,
  variants: byName(z.object({ item_id: text, options: byName(text), available: truth, price: float })),
});

const user = z.object({
  user_id: text,
  name: z.object({ first_name: text, last_name: text }),
  address,
  email: text,
  payment_methods: byName(paymentMethod),
  orders: texts,
});

const order = z.object({
  order_id: text,
  user_id: text,
  address,
  items: z.array(
    z.object({ name: text, product_id: text, item_id: text, price: float, options: byName(text) }),
  ),
  status: z.enum([
    'processed',
    'pending',
    'pending (item modified)',
    'delivered',
    'cancelled',
    'exchange requested',
    'return requested',
  ]),
  fulfillments: z.array(z.object({ tracking_id: texts, item_ids: texts })),
  payment_history: z.array(
    z.object({ transaction_type: z.enum(['payment', 'refund']), amount: float, payment_method_id: text }),
  ),
  cancel_reason: optional(z.enum(['no longer needed', 'ordered by mistake'])),
  exchange_items: optional(texts),
  exchange_new_items: optional(texts),
  exchange_payment_method_id: optional(text),
  exchange_price_difference: optional(float),
  return_items: optional(texts),
  return_payment_method_id: optional(text),
});

/** Rows of τ²-bench's retail database, by table. */
export const retailRows = { products: product, users: user, orders: order };
