import type { CandidateFunction, CandidateInput, Immutable, JsonObject, ReadDatabase } from 'taskwright';
import type { RetailTables } from './tables.ts';
import type { Order } from './types.generated.ts';

/**
 * What each argument could be instead, as whole values of the argument. Tools and rules are asked afterwards, so that a list
 * may hold values they refuse; the value in place may be among them.
 */
export const CANDIDATES = {
  /** Nobody else: a conversation serves one user. */
  sameUser: ({ args }) => (typeof args.user_id === 'string' ? [args.user_id] : []),

  /** The orders of the user whose order it is. */
  ordersOfUser: (input) => userOf(input)?.orders ?? [],

  /** The payment methods of the user whose order it is. */
  paymentMethodsOfUser: (input) => Object.keys(userOf(input)?.payment_methods ?? {}),

  /** The list with one of its items replaced by another item of the order. */
  *otherItemsOfOrder(input) {
    const { list, order } = itemsAndOrder(input, 'item_ids');
    const others = [...new Set(order?.items.map((item) => item.item_id))];
    for (const position of list.keys()) {
      for (const other of others) if (other !== list[position]) yield list.with(position, other);
    }
  },

  /** Every choice of items of the order; for large orders only those that add, drop or replace one item. */
  *subsetsOfOrder(input) {
    const { list, order } = itemsAndOrder(input, 'item_ids');
    const all = order?.items.map((item) => item.item_id) ?? [];
    if (all.length <= MOST_ITEMS) {
      for (let choice = 1; choice < 2 ** all.length; choice += 1) {
        yield all.filter((_, position) => (choice >> position) % 2 === 1);
      }
      return;
    }
    for (const position of list.keys()) {
      if (list.length > 1) yield list.toSpliced(position, 1);
      for (const other of all) if (other !== list[position]) yield list.with(position, other);
    }
    for (const other of all) yield [...list, other];
  },

  /** The list with one of its items replaced by another available variant of the old item's product. */
  *variantsByPosition(input) {
    const { list, order } = itemsAndOrder(input, 'new_item_ids');
    const old = idsIn(input.args, 'item_ids');
    for (const position of list.keys()) {
      const item = order?.items.find((candidate) => candidate.item_id === old[position]);
      const product = item && tables(input).products.get(item.product_id);
      for (const [id, variant] of Object.entries(product?.variants ?? {})) {
        if (variant.available && id !== list[position]) yield list.with(position, id);
      }
    }
  },
} as const satisfies Readonly<Record<string, CandidateFunction>>;

/** Largest order all of whose choices of items are listed (127 of them). */
const MOST_ITEMS = 7;

function tables(input: CandidateInput): ReadDatabase<RetailTables> {
  return input.database as ReadDatabase<RetailTables>;
}

function orderOf(input: CandidateInput): Immutable<Order> | undefined {
  const { order_id } = input.args;
  return typeof order_id === 'string' ? tables(input).orders.get(order_id) : undefined;
}

function userOf(input: CandidateInput) {
  const id = orderOf(input)?.user_id;
  return id === undefined ? undefined : tables(input).users.get(id);
}

function itemsAndOrder(input: CandidateInput, argument: string) {
  return { list: idsIn(input.args, argument), order: orderOf(input) };
}

function idsIn(args: JsonObject, argument: string): string[] {
  const list = args[argument];
  return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}
