import { describe, expect, it } from 'vitest';
import { effectiveSchema } from '../../../src/audit/schema/schema-node.ts';

const kind = (value: string, ...said: readonly string[]) => ({
  properties: { source: { const: value, 'x-synonyms': { [value]: said } } },
});

describe('effectiveSchema', () => {
  it('lays branches over each other without losing what one of them is called', () => {
    const root = { oneOf: [kind('paypal', 'PayPal'), kind('gift_card', 'gift card', 'store credit')] };
    expect(effectiveSchema(root, root).properties).toEqual({
      source: {
        enum: ['paypal', 'gift_card'],
        'x-synonyms': { paypal: ['PayPal'], gift_card: ['gift card', 'store credit'] },
      },
    });
  });
});
