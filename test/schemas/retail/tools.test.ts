import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json/index.ts';
import { balanceOf, openShop, orderOf } from './shop-floor.ts';

const ADDRESS = {
  address1: '2 Hill',
  address2: 'Apt 3',
  city: 'Salem',
  state: 'OR',
  country: 'USA',
  zip: '97301',
};

describe('a retail tool refuses', () => {
  const refusals: readonly [tool: string, args: JsonObject, message: string][] = [
    ['find_user_id_by_email', { email: 'nobody@example.com' }, 'user not found'],
    ['find_user_id_by_name_zip', { first_name: 'Ada', last_name: 'Berg', zip: '00000' }, 'user not found'],
    ['get_user_details', { user_id: 'nobody' }, 'user not found'],
    ['get_order_details', { order_id: 'P' }, 'order not found'],
    ['get_product_details', { product_id: 'mug-red' }, 'product not found'],
    ['cancel_pending_order', { order_id: '#X', reason: 'no longer needed' }, 'order not found'],
    [
      'cancel_pending_order',
      { order_id: '#S', reason: 'no longer needed' },
      'non-pending order cannot be cancelled',
    ],
    [
      'cancel_pending_order',
      { order_id: '#M', reason: 'no longer needed' },
      'non-pending order cannot be cancelled',
    ],
    ['modify_user_address', { user_id: 'nobody', ...ADDRESS }, 'user not found'],
    ['modify_pending_order_address', { order_id: '#X', ...ADDRESS }, 'order not found'],
    ['modify_pending_order_address', { order_id: '#M', ...ADDRESS }, 'non-pending order cannot be modified'],
    ['modify_pending_order_payment', { order_id: '#X', payment_method_id: 'paypal_1' }, 'order not found'],
    [
      'modify_pending_order_payment',
      { order_id: '#D', payment_method_id: 'paypal_1' },
      'non-pending order cannot be modified',
    ],
    [
      'modify_pending_order_payment',
      { order_id: '#P', payment_method_id: 'paypal_2' },
      'payment method not found',
    ],
    [
      'modify_pending_order_payment',
      { order_id: '#P', payment_method_id: 'credit_card_1' },
      'the new payment method should be different from the current one',
    ],
    [
      'modify_pending_order_payment',
      { order_id: '#P', payment_method_id: 'gift_card_1' },
      'insufficient gift card balance to pay for the order',
    ],
    ['modify_pending_order_items', change('#X', ['mug-red'], ['mug-gold']), 'order not found'],
    [
      'modify_pending_order_items',
      change('#D', ['mug-red'], ['mug-gold']),
      'non-pending order cannot be modified',
    ],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red', 'mug-red'], ['mug-gold', 'mug-gold']),
      'mug-red not found',
    ],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red'], []),
      'the number of items to be exchanged should match',
    ],
    ['modify_pending_order_items', change('#P', [], []), 'no items are named'],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red'], ['mug-red']),
      'the new item id should be different from the old item id',
    ],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red'], ['mug-grey']),
      'new item mug-grey not found or available',
    ],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red'], ['lamp-tall']),
      'new item lamp-tall not found or available',
    ],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red'], ['mug-gold'], 'paypal_2'),
      'payment method not found',
    ],
    [
      'modify_pending_order_items',
      change('#P', ['mug-red'], ['mug-gold'], 'gift_card_1'),
      'insufficient gift card balance to pay for the new item',
    ],
    ['exchange_delivered_order_items', change('#X', ['mug-red'], ['mug-gold']), 'order not found'],
    [
      'exchange_delivered_order_items',
      change('#P', ['mug-red'], ['mug-gold']),
      'non-delivered order cannot be exchanged',
    ],
    ['exchange_delivered_order_items', change('#D', ['mug-blue'], ['mug-gold']), 'mug-blue not found'],
    [
      'exchange_delivered_order_items',
      change('#D', ['mug-red'], ['mug-gold', 'mug-blue']),
      'the number of items to be exchanged should match',
    ],
    [
      'exchange_delivered_order_items',
      change('#D', ['mug-red'], ['mug-red']),
      'the new item id should be different from the old item id',
    ],
    [
      'exchange_delivered_order_items',
      change('#D', ['mug-red'], ['mug-grey']),
      'new item mug-grey not found or available',
    ],
    [
      'exchange_delivered_order_items',
      change('#D', ['mug-red'], ['mug-gold'], 'nothing'),
      'payment method not found',
    ],
    [
      'exchange_delivered_order_items',
      change('#D', ['mug-red'], ['mug-gold'], 'gift_card_1'),
      'insufficient gift card balance to pay for the price difference',
    ],
    ['return_delivered_order_items', giveBack('#X', ['mug-red']), 'order not found'],
    ['return_delivered_order_items', giveBack('#P', ['mug-red']), 'non-delivered order cannot be returned'],
    ['return_delivered_order_items', giveBack('#D', ['mug-red'], 'paypal_2'), 'payment method not found'],
    [
      'return_delivered_order_items',
      giveBack('#D', ['mug-red'], 'paypal_1'),
      'payment method should be either the original payment method or a gift card',
    ],
    ['return_delivered_order_items', giveBack('#D', ['mug-blue']), 'some item not found'],
    ['return_delivered_order_items', giveBack('#D', []), 'no items are named'],
  ];

  it.each(refusals)('%s %j: %s', (tool, args, message) => {
    const shop = openShop();
    const { observation, wrote } = shop.call({ tool, args });
    expect(observation).toEqual({ text: `Error: ${message}`, failed: true, cause: 'tool' });
    expect(wrote).toBe(false);
    expect(shop.outcome().changes).toEqual([]);
  });

  it('a second payment change, because the history no longer holds exactly one payment', () => {
    const shop = openShop();
    shop.call({
      tool: 'modify_pending_order_payment',
      args: { order_id: '#P', payment_method_id: 'paypal_1' },
    });
    const again = shop.call({
      tool: 'modify_pending_order_payment',
      args: { order_id: '#P', payment_method_id: 'credit_card_1' },
    });
    expect(again.observation.text).toBe('Error: there should be exactly one payment for a pending order');
  });

  it('a reason outside its list, by the schema', () => {
    const { observation } = openShop().call({
      tool: 'cancel_pending_order',
      args: { order_id: '#P', reason: 'too dear' },
    });
    expect(observation.cause).toBe('arguments');
  });
});

describe('finding a user', () => {
  it('ignores letter case in e-mail and names, not blanks', () => {
    const shop = openShop();
    expect(
      shop.call({ tool: 'find_user_id_by_email', args: { email: 'ADA.Berg@example.com' } }).observation.text,
    ).toBe('ada');
    expect(
      shop.call({ tool: 'find_user_id_by_email', args: { email: ' ada.berg@example.com' } }).observation
        .failed,
    ).toBe(true);
    const byName = { first_name: 'BO', last_name: 'cruz', zip: '97201' };
    expect(shop.call({ tool: 'find_user_id_by_name_zip', args: byName }).observation.text).toBe('bo');
  });

  it('follows a change of the default address', () => {
    const shop = openShop();
    shop.call({ tool: 'modify_user_address', args: { user_id: 'bo', ...ADDRESS } });
    const find = (zip: string) =>
      shop.call({ tool: 'find_user_id_by_name_zip', args: { first_name: 'Bo', last_name: 'Cruz', zip } })
        .observation.text;
    expect(find('97301')).toBe('bo');
    expect(find('97201')).toBe('Error: user not found');
  });
});

describe('cancelling', () => {
  it('refunds a gift card at once', () => {
    const shop = openShop();
    shop.call({ tool: 'cancel_pending_order', args: { order_id: '#G', reason: 'ordered by mistake' } });
    expect(balanceOf(shop)).toBe(17.1);
    expect(orderOf(shop, '#G')).toMatchObject({ status: 'cancelled', cancel_reason: 'ordered by mistake' });
  });

  it.each([
    ['own', 1, 17.1],
    ['tau1', 3, 31.3],
    ['tau2', 3, 31.3],
  ])('after a payment change, in dialect %s, adds %i refunds', (dialect, refunds, balance) => {
    const shop = openShop({ dialect });
    shop.call({
      tool: 'modify_pending_order_payment',
      args: { order_id: '#G', payment_method_id: 'paypal_1' },
    });
    expect(balanceOf(shop)).toBe(17.1);
    shop.call({ tool: 'cancel_pending_order', args: { order_id: '#G', reason: 'no longer needed' } });
    expect(orderOf(shop, '#G').payment_history.length).toBe(3 + refunds);
    expect(balanceOf(shop)).toBe(balance);
  });
});

describe('changing items', () => {
  it.each([
    ['own', ['mug-blue', 'mug-red'], 1],
    ['tau1', ['mug-red', 'mug-blue'], 2],
  ])('of one product crosswise, in dialect %s', (dialect, colors, entries) => {
    const shop = openShop({ dialect });
    shop.call({
      tool: 'modify_pending_order_items',
      args: change('#P', ['mug-red', 'mug-blue'], ['mug-blue', 'mug-red']),
    });
    expect(
      orderOf(shop, '#P')
        .items.slice(0, 2)
        .map((item) => item.item_id),
    ).toEqual(colors);
    expect(orderOf(shop, '#P').payment_history.length).toBe(entries);
  });

  it('books the difference in cents in dialect own, with its binary noise in tau1', () => {
    const amount = (dialect: string) => {
      const shop = openShop({ dialect });
      const args = change('#P', ['mug-red', 'lamp-low'], ['mug-gold', 'lamp-tall']);
      shop.call({ tool: 'modify_pending_order_items', args });
      return orderOf(shop, '#P').payment_history.at(-1)?.amount;
    };
    expect(amount('own')).toBe(38.1);
    expect(amount('tau1')).toBe(30.35 - 7.1 + (40 - 25.15));
  });

  it('gives every item the last variant’s price and options in dialect tau2', () => {
    const shop = openShop({ dialect: 'tau2' });
    shop.call({
      tool: 'modify_pending_order_items',
      args: change('#P', ['mug-red', 'lamp-low'], ['mug-gold', 'lamp-tall']),
    });
    expect(orderOf(shop, '#P').items.map((item) => item.price)).toEqual([40, 7.1, 40]);
  });

  it('closes the order', () => {
    const shop = openShop();
    shop.call({ tool: 'modify_pending_order_items', args: change('#P', ['mug-red'], ['mug-gold']) });
    const address = { tool: 'modify_pending_order_address', args: { order_id: '#P', ...ADDRESS } };
    expect(shop.call(address).observation.failed).toBe(true);
    expect(
      openShop({ dialect: 'tau2' }).call({ ...address, args: { ...address.args, order_id: '#M' } })
        .observation.failed,
    ).toBe(false);
  });
});

describe('exchanging', () => {
  it.each([
    ['own', ['lamp-low', 'mug-gold']],
    ['tau1', ['lamp-low', 'mug-gold']],
  ])('does not depend on the order of the pairs in dialect %s', (dialect, newItems) => {
    const hashes = [
      change('#D', ['mug-red', 'lamp-tall'], ['mug-gold', 'lamp-low']),
      change('#D', ['lamp-tall', 'mug-red'], ['lamp-low', 'mug-gold']),
    ].map((args) => {
      const shop = openShop({ dialect });
      shop.call({ tool: 'exchange_delivered_order_items', args });
      expect(orderOf(shop, '#D').exchange_new_items).toEqual(newItems);
      return shop.outcome().hash;
    });
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe('tools by dialect', () => {
  it('think is not offered in tau2, get_item_details only there', () => {
    const causes = (['own', 'tau1', 'tau2'] as const).map((dialect) => [
      openShop({ dialect }).call({ tool: 'think', args: { thought: 'x' } }).observation.cause,
      openShop({ dialect }).call({ tool: 'get_item_details', args: { item_id: 'mug-red' } }).observation
        .cause,
    ]);
    expect(causes).toEqual([
      [undefined, 'unknown-tool'],
      [undefined, 'unknown-tool'],
      ['unknown-tool', undefined],
    ]);
  });

  it('an order of tau2 shows the fields it does not have', () => {
    const { value } = openShop({ dialect: 'tau2' }).call({
      tool: 'get_order_details',
      args: { order_id: '#P' },
    });
    expect(value).toMatchObject({ cancel_reason: null, return_items: null });
  });
});

function change(
  order_id: string,
  item_ids: string[],
  new_item_ids: string[],
  method = 'credit_card_1',
): JsonObject {
  return { order_id, item_ids, new_item_ids, payment_method_id: method };
}

function giveBack(order_id: string, item_ids: string[], method = 'credit_card_1'): JsonObject {
  return { order_id, item_ids, payment_method_id: method };
}
