import { paymentSources } from '../payment-sources.ts';
import { defineRule } from '../tables.ts';

const MOST = 1;

export const oneCreditCard = defineRule({
  id: 'one-credit-card',
  clause: 'book.one-credit-card',
  sentence: 'A reservation is paid with at most one credit card.',
  needs: 'state',
  tools: ['book_reservation'],
  argument: 'payment_methods',
  check({ database, args }) {
    const used = paymentSources(database, args).filter((source) => source === 'credit_card').length;
    return used > MOST ? `${used} of kind "credit_card" are more than ${MOST}` : undefined;
  },
});
