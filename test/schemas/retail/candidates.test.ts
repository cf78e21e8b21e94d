import { describe, expect, it } from 'vitest';
import { CANDIDATES } from '../../../schemas/retail/candidates.ts';
import { retail } from '../../../schemas/retail/domain.ts';
import type { JsonObject, JsonValue } from '../../../src/base/json/index.ts';
import { openShop } from './shop-floor.ts';

function list(name: keyof typeof CANDIDATES, tool: string, argument: string, args: JsonObject): JsonValue[] {
  const shop = openShop();
  const input = { database: shop.state.read(), tool, argument, args, now: retail.now, options: shop.options };
  return [...CANDIDATES[name](input)];
}

const CHANGE = {
  order_id: '#P',
  item_ids: ['mug-red', 'lamp-low'],
  new_item_ids: ['mug-gold', 'lamp-tall'],
  payment_method_id: 'paypal_1',
};

describe('candidates of a retail argument', () => {
  it('orders are those of the order’s user', () => {
    expect(list('ordersOfUser', 'cancel_pending_order', 'order_id', { order_id: '#P' })).toEqual([
      '#P',
      '#G',
      '#D',
      '#S',
      '#M',
    ]);
  });

  it('payment methods are those of the order’s user', () => {
    expect(list('paymentMethodsOfUser', 'modify_pending_order_items', 'payment_method_id', CHANGE)).toEqual([
      'gift_card_1',
      'credit_card_1',
      'paypal_1',
    ]);
  });

  it('new items are available variants of the old item’s product, one position at a time', () => {
    expect(list('variantsByPosition', 'modify_pending_order_items', 'new_item_ids', CHANGE)).toEqual([
      ['mug-red', 'lamp-tall'],
      ['mug-blue', 'lamp-tall'],
      ['mug-gold', 'lamp-low'],
    ]);
  });

  it('items to change are other items of the order, one position at a time', () => {
    expect(
      list('otherItemsOfOrder', 'modify_pending_order_items', 'item_ids', {
        ...CHANGE,
        item_ids: ['mug-red'],
      }),
    ).toEqual([['mug-blue'], ['lamp-low']]);
  });

  it('items to return are every choice among those of the order', () => {
    const choices = list('subsetsOfOrder', 'return_delivered_order_items', 'item_ids', {
      order_id: '#D',
      item_ids: ['mug-red'],
    });
    expect(choices).toEqual([['mug-red'], ['lamp-tall'], ['mug-red', 'lamp-tall']]);
  });

  it('no user but the one at hand', () => {
    expect(list('sameUser', 'modify_user_address', 'user_id', { user_id: 'ada' })).toEqual(['ada']);
  });

  it.each(Object.keys(CANDIDATES) as (keyof typeof CANDIDATES)[])(
    '%s gives nothing for an order that does not exist',
    (name) => {
      expect(list(name, 'x', 'y', { order_id: '#X', item_ids: [], new_item_ids: [] })).toEqual([]);
    },
  );

  it('are known by name wherever a tool names them', () => {
    const named = JSON.stringify(retail.tools.map((tool) => tool.parameters)).matchAll(
      /"x-candidates":"(\w+)"/g,
    );
    for (const [, name] of named) expect(Object.keys(CANDIDATES)).toContain(name);
  });
});
