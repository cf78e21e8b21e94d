import { retail } from '../../../schemas/retail/domain.ts';
import type { Order, RetailTables } from '../../../schemas/retail/types.generated.ts';
import { cloneJson, type JsonObject } from '../../../src/base/json/index.ts';
import type { OptionValues, PastAction } from '../../../src/define/index.ts';
import { Database, Environment } from '../../../src/environment/index.ts';

type Rows = { readonly [Name in keyof RetailTables]: Record<string, RetailTables[Name]> };

const HOME = {
  address1: '1 Quay Road',
  address2: '',
  city: 'Portland',
  country: 'USA',
  state: 'OR',
  zip: '97201',
};

const mug = (item_id: string, color: string, price: number, available = true) => ({
  item_id,
  options: { color },
  available,
  price,
});

const item = (product: 'mug' | 'lamp', item_id: string, color: string, price: number) => ({
  name: product === 'mug' ? 'Mug' : 'Lamp',
  product_id: product,
  item_id,
  price,
  options: { color },
});

const order = (
  order_id: string,
  user_id: string,
  status: Order['status'],
  method: string,
  items: Order['items'],
) => ({
  order_id,
  user_id,
  address: HOME,
  items,
  fulfillments: [],
  status,
  payment_history: [
    {
      transaction_type: 'payment' as const,
      amount: items.reduce((sum, { price }) => sum + price, 0),
      payment_method_id: method,
    },
  ] as Order['payment_history'],
});

/** A small shop: two users, two products, orders in every state a tool asks about. */
const ROWS: Rows = {
  users: {
    ada: {
      name: { first_name: 'Ada', last_name: 'Berg' },
      address: HOME,
      email: 'ada.berg@example.com',
      payment_methods: {
        gift_card_1: { source: 'gift_card', id: 'gift_card_1', balance: 10 },
        credit_card_1: { source: 'credit_card', id: 'credit_card_1', brand: 'visa', last_four: '1111' },
        paypal_1: { source: 'paypal', id: 'paypal_1' },
      },
      orders: ['#P', '#G', '#D', '#S', '#M'],
    },
    bo: {
      name: { first_name: 'Bo', last_name: 'Cruz' },
      address: HOME,
      email: 'bo.cruz@example.com',
      payment_methods: { paypal_2: { source: 'paypal', id: 'paypal_2' } },
      orders: ['#B'],
    },
  },
  products: {
    mug: {
      name: 'Mug',
      product_id: 'mug',
      variants: {
        'mug-red': mug('mug-red', 'red', 7.1),
        'mug-blue': mug('mug-blue', 'blue', 7.1),
        'mug-gold': mug('mug-gold', 'gold', 30.35),
        'mug-grey': mug('mug-grey', 'grey', 5, false),
      },
    },
    lamp: {
      name: 'Lamp',
      product_id: 'lamp',
      variants: {
        'lamp-tall': mug('lamp-tall', 'white', 40),
        'lamp-low': mug('lamp-low', 'white', 25.15),
      },
    },
  },
  orders: {
    '#P': order('#P', 'ada', 'pending', 'credit_card_1', [
      item('mug', 'mug-red', 'red', 7.1),
      item('mug', 'mug-blue', 'blue', 7.1),
      item('lamp', 'lamp-low', 'white', 25.15),
    ]),
    '#G': order('#G', 'ada', 'pending', 'gift_card_1', [item('mug', 'mug-red', 'red', 7.1)]),
    '#D': order('#D', 'ada', 'delivered', 'credit_card_1', [
      item('mug', 'mug-red', 'red', 7.1),
      item('lamp', 'lamp-tall', 'white', 40),
    ]),
    '#S': order('#S', 'ada', 'processed', 'credit_card_1', [item('mug', 'mug-red', 'red', 7.1)]),
    '#M': order('#M', 'ada', 'pending (item modified)', 'credit_card_1', [
      item('mug', 'mug-red', 'red', 7.1),
    ]),
    '#B': order('#B', 'bo', 'pending', 'paypal_2', [item('mug', 'mug-red', 'red', 7.1)]),
  },
};

const DATABASE = new Database(retail, cloneJson(ROWS) as unknown as Record<string, JsonObject>);

/** A fresh environment on the small shop. */
export function openShop(options: OptionValues = {}): Environment {
  return new Environment(retail, DATABASE, { options });
}

/** An order as an environment sees it. */
export function orderOf(shop: Environment, key: string): Order {
  return shop.state.row('orders', key) as unknown as Order;
}

/** Balance of Ada's gift card. */
export function balanceOf(shop: Environment): number {
  const user = shop.state.row('users', 'ada') as unknown as RetailTables['users'];
  return (user.payment_methods.gift_card_1 as { balance: number }).balance;
}

/** An action that has run, for rules that look back. */
export function past(shop: Environment, tool: string, args: JsonObject): PastAction {
  const { observation } = shop.call({ tool, args });
  return { tool, args, observation, effect: retail.tool(tool)?.effect ?? 'unknown' };
}
