import type { Immutable, Invariant, ReadDatabase } from 'taskwright';
import { toCents } from '../shared/cents.ts';
import type { RetailTables } from './tables.ts';
import type { Order, Product, User } from './types.generated.ts';

type Tables = ReadDatabase<RetailTables>;

/** What must hold of rows beyond their schemas. */
export const INVARIANTS: readonly Invariant[] = [
  {
    id: 'order-listed-by-its-user',
    sentence: 'An order is listed in the profile of its user.',
    table: 'orders',
    check: (order: Immutable<Order>, key, database: Tables) =>
      database.users.get(order.user_id)?.orders.includes(key) === false
        ? `user "${order.user_id}" does not list it`
        : undefined,
  },
  {
    id: 'listed-order-belongs-to-user',
    sentence: 'Every order in a profile belongs to that user.',
    table: 'users',
    check: (user: Immutable<User>, key, database: Tables) => {
      const other = user.orders.find((id) => (database.orders.get(id)?.user_id ?? key) !== key);
      return other === undefined ? undefined : `order "${other}" belongs to another user`;
    },
  },
  {
    id: 'payment-method-of-user',
    sentence: 'An order is paid with a payment method of its user.',
    table: 'orders',
    check: (order: Immutable<Order>, _key, database: Tables) => {
      const methods = database.users.get(order.user_id)?.payment_methods ?? {};
      const other = order.payment_history.find((entry) => !Object.hasOwn(methods, entry.payment_method_id));
      return other === undefined ? undefined : `"${other.payment_method_id}" is not among them`;
    },
  },
  {
    id: 'payment-covers-items',
    sentence: 'The first payment of an order is the sum of the prices of its items.',
    table: 'orders',
    check: (order: Immutable<Order>) => {
      if (order.status === 'pending (item modified)') return undefined;
      const total = toCents(order.items.reduce((sum, item) => sum + item.price, 0));
      const paid = order.payment_history[0]?.amount ?? 0;
      return Math.abs(total - paid) < 0.005 ? undefined : `the items cost ${total}, paid were ${paid}`;
    },
  },
  {
    id: 'item-is-variant-of-its-product',
    sentence: 'An item of an order is a variant of its product, with the product’s name.',
    table: 'orders',
    check: (order: Immutable<Order>, _key, database: Tables) => {
      for (const item of order.items) {
        const product = database.products.get(item.product_id);
        if (product === undefined) continue;
        if (!Object.hasOwn(product.variants, item.item_id))
          return `item "${item.item_id}" is no variant of it`;
        if (product.name !== item.name) return `item "${item.item_id}" is called "${item.name}"`;
      }
      return undefined;
    },
  },
  {
    id: 'variant-under-its-id',
    sentence:
      'A variant stands under its own item id, and no two variants of a product have the same options.',
    table: 'products',
    check: (product: Immutable<Product>) => {
      const seen: Immutable<Variant>[] = [];
      for (const id in product.variants) {
        const variant = product.variants[id] as Immutable<Variant>;
        if (variant.item_id !== id) return `variant "${id}" calls itself "${variant.item_id}"`;
        for (const { item_id, options } of seen) {
          if (sameOptions(options, variant.options))
            return `variants "${item_id}" and "${id}" have the same options`;
        }
        seen.push(variant);
      }
      return undefined;
    },
  },
];

type Variant = Product['variants'][string];
type Options = Immutable<Variant['options']>;

/** Compared member by member: nearly all differ in the first or second, so that no text need be made of them. */
function sameOptions(one: Options, other: Options): boolean {
  for (const name in one) if (one[name] !== other[name]) return false;
  return Object.keys(one).length === Object.keys(other).length;
}
