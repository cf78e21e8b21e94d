import type { RandomStream } from 'taskwright';
import {
  logNormal,
  many,
  one,
  postalAddress,
  type RowHandle,
  stateMachine,
  sumCents,
  uniqueDigits,
  weighted,
} from 'taskwright';
import type { Order, Product, User } from '../../schemas/retail/types.generated.ts';
import { defineGenerator } from './tables.ts';

type Item = Order['items'][number];
type Fulfillment = Order['fulfillments'][number];

/** How many orders a user has. */
export const ordersPerUser = weighted([
  [0, 11],
  [1, 27],
  [2, 29],
  [3, 19],
  [4, 8],
  [5, 4],
  [6, 1],
  [8, 1],
]);

/** How many different products an order holds. */
export const productsPerOrder = weighted([
  [1, 22],
  [2, 26],
  [3, 22],
  [4, 16],
  [5, 14],
]);

export const orderStatus = weighted<'pending' | 'processed' | 'delivered' | 'cancelled'>([
  ['pending', 42],
  ['processed', 10],
  ['delivered', 38],
  ['cancelled', 10],
]);

/** What an order passes through; its payments and parcels follow from the way to its status. */
const LIFE = stateMachine('pending', {
  pending: { processed: 1, cancelled: 1 },
  processed: { delivered: 1 },
  delivered: {},
  cancelled: {},
});

export const orders = defineGenerator('orders', 1, {
  identity: ({ index }) => ({ key: `#W${uniqueDigits(index, 7, 31)}` }),
  links: {
    user: one('users', { each: ordersPerUser }),
    products: many('products', productsPerOrder, { weight: logNormal(1, 0.7) }),
  },
  row: ({ random, index, key, links }): Order => {
    const status = orderStatus(random);
    const user = links.user.row;
    const items = links.products.map((product) => random.pick(product.once(itemsOf)));
    // Now and then two variants of one product.
    if (random.chance(0.08)) addSibling(items, links.products, random);
    const amount = sumCents(items.map(({ price }) => price));
    const payment_method_id = random.pick(links.user.once(paymentMethodsOf));
    const payments: Order['payment_history'][number][] = [];
    const fulfillments: Fulfillment[] = [];
    for (const state of LIFE.pathTo(status, random)) {
      if (state === 'pending') {
        payments.push({ transaction_type: 'payment', amount, payment_method_id });
      } else if (state === 'processed') addParcels(fulfillments, items, index, random);
      else if (state === 'cancelled') {
        payments.push({ transaction_type: 'refund', amount, payment_method_id });
      }
    }
    return {
      order_id: key,
      user_id: links.user.key,
      address: shippingAddress(user, random),
      // Never empty: an order has a product at least and begins with its payment.
      items: items as Order['items'],
      fulfillments,
      status,
      payment_history: payments as Order['payment_history'],
    };
  },
  shared: ['items.*'],
  measures: {
    status: { of: (order: Order) => order.status, intended: orderStatus },
    'different products per order': {
      of: (order: Order) => new Set(order.items.map(({ product_id }) => product_id)).size,
      intended: productsPerOrder,
    },
    'order total': { of: (order: Order) => order.payment_history[0]?.amount ?? 0 },
  },
});

/** The items that the variants of a product make, shared by all orders that hold them. */
function itemsOf({ name, product_id, variants }: Product): readonly Item[] {
  const items: Item[] = [];
  // The keys are the ids, in the one copy that all lookups compare fastest with.
  for (const item_id in variants) {
    const { price, options } = variants[item_id] as Product['variants'][string];
    items.push({ name, product_id, item_id, price, options });
  }
  return items;
}

function paymentMethodsOf({ payment_methods }: User): readonly string[] {
  return Object.keys(payment_methods);
}

function addSibling(items: Item[], products: readonly RowHandle<Product>[], random: RandomStream): void {
  const free = random
    .pick(products)
    .once(itemsOf)
    .filter((item) => !items.includes(item));
  if (free.length > 0) items.push(random.pick(free));
}

/** One parcel, or two for some orders of three items and more. */
function addParcels(
  parcels: Fulfillment[],
  items: readonly Item[],
  index: number,
  random: RandomStream,
): void {
  const ids = items.map(({ item_id }) => item_id);
  const first = [uniqueDigits(index * 2, 12, 32)];
  if (ids.length < 3 || !random.chance(0.25)) {
    parcels.push({ tracking_id: first, item_ids: ids });
    return;
  }
  const cut = random.int(1, ids.length - 1);
  const second = [uniqueDigits(index * 2 + 1, 12, 32)];
  parcels.push({ tracking_id: first, item_ids: ids.slice(0, cut) });
  parcels.push({ tracking_id: second, item_ids: ids.slice(cut) });
}

/** The user's own address; sometimes someone else's, as for a gift. */
function shippingAddress(user: User, random: RandomStream): Order['address'] {
  return random.chance(0.14) ? postalAddress(random) : { ...user.address };
}
