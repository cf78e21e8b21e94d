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
    const items = links.products.map((product) => random.pick(itemsOf(product.row)));
    // Now and then two variants of one product.
    if (random.chance(0.08)) addSibling(items, links.products, random);
    const amount = sumCents(items.map(({ price }) => price));
    const payment_method_id = random.pick(Object.keys(user.payment_methods));
    const payments: Order['payment_history'][number][] = [];
    const fulfillments: Fulfillment[] = [];
    for (const state of LIFE.pathTo(status, random)) {
      if (state === 'pending') {
        payments.push({ transaction_type: 'payment', amount, payment_method_id });
      } else if (state === 'processed') fulfillments.push(...parcels(items, index, random));
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
  measures: {
    status: { of: (order: Order) => order.status, intended: orderStatus },
    'different products per order': {
      of: (order: Order) => new Set(order.items.map(({ product_id }) => product_id)).size,
      intended: productsPerOrder,
    },
    'order total': { of: (order: Order) => order.payment_history[0]?.amount ?? 0 },
  },
});

const itemsOfProducts = new WeakMap<Product, readonly Item[]>();

/** The items that the variants of a product make: made once, shared by all orders that hold them. */
function itemsOf(product: Product): readonly Item[] {
  let items = itemsOfProducts.get(product);
  if (items === undefined) {
    const { name, product_id, variants } = product;
    items = Object.values(variants).map(({ item_id, price, options }) => ({
      name,
      product_id,
      item_id,
      price,
      options,
    }));
    itemsOfProducts.set(product, items);
  }
  return items;
}

function addSibling(items: Item[], products: readonly RowHandle<Product>[], random: RandomStream): void {
  const free = itemsOf(random.pick(products).row).filter((item) => !items.includes(item));
  if (free.length > 0) items.push(random.pick(free));
}

/** One parcel, or two for some orders of three items and more. */
function parcels(items: readonly Item[], index: number, random: RandomStream): Fulfillment[] {
  const ids = items.map(({ item_id }) => item_id);
  const parcel = (number: number, item_ids: string[]): Fulfillment => ({
    tracking_id: [uniqueDigits(index * 2 + number, 12, 32)],
    item_ids,
  });
  if (ids.length < 3 || !random.chance(0.25)) return [parcel(0, ids)];
  const cut = random.int(1, ids.length - 1);
  return [parcel(0, ids.slice(0, cut)), parcel(1, ids.slice(cut))];
}

/** The user's own address; sometimes someone else's, as for a gift. */
function shippingAddress(user: User, random: RandomStream): Order['address'] {
  return random.chance(0.14) ? postalAddress(random) : { ...user.address };
}
