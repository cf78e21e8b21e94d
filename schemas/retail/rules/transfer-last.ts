import { defineRule } from '../tables.ts';

const ASKS_FOR_PERSON =
  /\b(human|person|representative|supervisor|manager|someone else|live agent|real agent)\b/i;
const IN_SCOPE =
  /\b(cancel|return|exchange|swap|modify|change|update|switch|address|refund|payment method|order status)/i;

/**
 * Whether a request is beyond the tools cannot be decided from words alone. What can be: a request that sounds like one the
 * tools handle is not handed over before the user's profile or an order was looked at.
 */
export const transferLast = defineRule({
  id: 'transfer-last',
  clause: 'transfer',
  sentence: 'A request the tools may handle is not handed over to a person before it was looked into.',
  needs: 'transcript',
  tools: ['transfer_to_human_agents'],
  check({ said, history }) {
    if (ASKS_FOR_PERSON.test(said) || !IN_SCOPE.test(said)) return undefined;
    const looked = history.some(
      ({ tool, effect }) => effect === 'write' || tool === 'get_user_details' || tool === 'get_order_details',
    );
    return looked ? undefined : 'nothing was looked into before handing over';
  },
});
