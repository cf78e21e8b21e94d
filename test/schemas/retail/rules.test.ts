import { describe, expect, it } from 'vitest';
import { retail } from '../../../schemas/retail/domain.ts';
import type { JsonObject } from '../../../src/base/json/index.ts';
import type { PastAction, Transcript, Turn } from '../../../src/define/index.ts';
import { brokenRules } from '../../../src/environment/index.ts';
import { openShop, past } from './shop-floor.ts';

interface Moment {
  readonly tool: string;
  readonly args: JsonObject;
  readonly before?: readonly [tool: string, args: JsonObject][];
  readonly talk?: Transcript;
  readonly said?: string;
}

const EMAIL: [string, JsonObject] = ['find_user_id_by_email', { email: 'ada.berg@example.com' }];
const CANCEL = {
  tool: 'cancel_pending_order',
  args: { order_id: '#P', reason: 'no longer needed' },
} as const;
const change = (order_id: string, old: string, wanted: string, payment_method_id = 'credit_card_1') => ({
  order_id,
  item_ids: [old],
  new_item_ids: [wanted],
  payment_method_id,
});

const agent = (text: string): Turn => ({ role: 'agent', text });
const user = (text: string): Turn => ({ role: 'user', text });
const calls = (...tools: string[]): Turn => ({
  role: 'agent',
  calls: tools.map((tool, index) => ({ id: `c${index}`, tool, args: {} })),
});

/** For each rule a moment that breaks it and one that keeps it. */
const CASES: Readonly<Record<string, { readonly breaks: Moment; readonly keeps: Moment }>> = {
  'authenticate-first': {
    breaks: { tool: 'get_order_details', args: { order_id: '#P' }, talk: [] },
    keeps: { tool: 'get_order_details', args: { order_id: '#P' }, before: [EMAIL], talk: [] },
  },
  'one-user': {
    breaks: {
      tool: 'cancel_pending_order',
      args: { order_id: '#B', reason: 'no longer needed' },
      before: [EMAIL],
    },
    keeps: { ...CANCEL, before: [EMAIL] },
  },
  'confirm-before-write': {
    breaks: {
      ...CANCEL,
      talk: [agent('I can cancel #P. Shall I?'), user('Wait, not yet.'), calls('cancel_pending_order')],
    },
    keeps: {
      ...CANCEL,
      talk: [agent('I can cancel #P. Shall I?'), user('Yes, please.'), calls('cancel_pending_order')],
    },
  },
  'one-call-at-a-time': {
    breaks: { tool: 'think', args: { thought: '' }, talk: [calls('think', 'calculate')] },
    keeps: { tool: 'think', args: { thought: '' }, talk: [calls('think')] },
  },
  'transfer-last': {
    breaks: {
      tool: 'transfer_to_human_agents',
      args: { summary: '' },
      talk: [],
      said: 'I want to return a mug.',
    },
    keeps: {
      tool: 'transfer_to_human_agents',
      args: { summary: '' },
      talk: [],
      said: 'I want to return a mug.',
      before: [EMAIL, ['get_order_details', { order_id: '#D' }]],
    },
  },
  'status-checked': {
    breaks: { ...CANCEL, before: [EMAIL], talk: [] },
    keeps: { ...CANCEL, before: [EMAIL, ['get_order_details', { order_id: '#P' }]], talk: [] },
  },
  'cancel-only-pending': {
    breaks: { tool: 'cancel_pending_order', args: { order_id: '#S', reason: 'no longer needed' } },
    keeps: CANCEL,
  },
  'change-only-pending': {
    breaks: { tool: 'modify_pending_order_payment', args: { order_id: '#M', payment_method_id: 'paypal_1' } },
    keeps: { tool: 'modify_pending_order_payment', args: { order_id: '#P', payment_method_id: 'paypal_1' } },
  },
  'return-only-delivered': {
    breaks: {
      tool: 'return_delivered_order_items',
      args: { order_id: '#P', item_ids: ['mug-red'], payment_method_id: 'credit_card_1' },
    },
    keeps: {
      tool: 'return_delivered_order_items',
      args: { order_id: '#D', item_ids: ['mug-red'], payment_method_id: 'credit_card_1' },
    },
  },
  'exchange-only-delivered': {
    breaks: { tool: 'exchange_delivered_order_items', args: change('#P', 'mug-red', 'mug-gold') },
    keeps: { tool: 'exchange_delivered_order_items', args: change('#D', 'mug-red', 'mug-gold') },
  },
  'cancel-reason': {
    breaks: { tool: 'cancel_pending_order', args: { order_id: '#P', reason: 'too dear' } },
    keeps: CANCEL,
  },
  'payment-differs': {
    breaks: {
      tool: 'modify_pending_order_payment',
      args: { order_id: '#P', payment_method_id: 'credit_card_1' },
    },
    keeps: { tool: 'modify_pending_order_payment', args: { order_id: '#P', payment_method_id: 'paypal_1' } },
  },
  'gift-card-covers-order': {
    breaks: {
      tool: 'modify_pending_order_payment',
      args: { order_id: '#P', payment_method_id: 'gift_card_1' },
    },
    keeps: { tool: 'modify_pending_order_payment', args: { order_id: '#P', payment_method_id: 'paypal_1' } },
  },
  'items-once-delivered': {
    breaks: {
      tool: 'exchange_delivered_order_items',
      args: change('#D', 'lamp-tall', 'lamp-low'),
      before: [['exchange_delivered_order_items', change('#D', 'mug-red', 'mug-gold')]],
    },
    keeps: { tool: 'exchange_delivered_order_items', args: change('#D', 'lamp-tall', 'lamp-low') },
  },
  'items-once-pending': {
    breaks: { ...CANCEL, before: [['modify_pending_order_items', change('#P', 'mug-red', 'mug-gold')]] },
    keeps: { ...CANCEL, before: [['modify_pending_order_items', change('#G', 'mug-red', 'mug-blue')]] },
  },
  'modify-to-other-option': {
    breaks: { tool: 'modify_pending_order_items', args: change('#P', 'mug-red', 'lamp-tall') },
    keeps: { tool: 'modify_pending_order_items', args: change('#P', 'mug-red', 'mug-gold') },
  },
  'exchange-to-other-option': {
    breaks: { tool: 'exchange_delivered_order_items', args: change('#D', 'mug-red', 'mug-red') },
    keeps: { tool: 'exchange_delivered_order_items', args: change('#D', 'mug-red', 'mug-blue') },
  },
  'items-payment': {
    breaks: { tool: 'modify_pending_order_items', args: change('#P', 'mug-red', 'mug-gold', 'gift_card_1') },
    keeps: { tool: 'modify_pending_order_items', args: change('#P', 'mug-red', 'mug-gold') },
  },
  'exchange-payment': {
    breaks: { tool: 'exchange_delivered_order_items', args: change('#D', 'mug-red', 'mug-gold', 'paypal_2') },
    keeps: {
      tool: 'exchange_delivered_order_items',
      args: change('#D', 'mug-red', 'mug-blue', 'gift_card_1'),
    },
  },
  'refund-method': {
    breaks: {
      tool: 'return_delivered_order_items',
      args: { order_id: '#D', item_ids: ['mug-red'], payment_method_id: 'paypal_1' },
    },
    keeps: {
      tool: 'return_delivered_order_items',
      args: { order_id: '#D', item_ids: ['mug-red'], payment_method_id: 'gift_card_1' },
    },
  },
};

describe('a retail rule', () => {
  it('has a case of each kind here', () => {
    expect(Object.keys(CASES).sort()).toEqual(retail.rules.map(({ id }) => id).sort());
  });

  it('belongs to a clause of the policy', () => {
    const clauses = retail.policy.clauses.map(({ id }) => id);
    expect(retail.rules.filter((rule) => !clauses.includes(rule.clause))).toEqual([]);
  });

  it.each(Object.entries(CASES))('%s is broken and kept', (rule, { breaks, keeps }) => {
    expect(brokenAt(breaks)).toContain(rule);
    expect(brokenAt(keeps)).not.toContain(rule);
  });
});

function brokenAt({ tool, args, before = [], talk, said = '' }: Moment): string[] {
  const shop = openShop();
  const history: PastAction[] = before.map(([name, given]) => past(shop, name, given));
  const moment = { state: shop.state, action: { tool, args }, history, said, options: shop.options };
  return brokenRules(retail, { ...moment, ...(talk && { transcript: talk }) }).map(
    (violation) => violation.rule,
  );
}
