import { paymentSources } from '../payment-sources.ts';
import { defineRule } from '../tables.ts';

const MOST = 3;

export const threeGiftCards = defineRule({
  id: 'three-gift-cards',
  clause: 'book.three-gift-cards',
  sentence: 'A reservation is paid with at most three gift cards.',
  needs: 'state',
  tools: ['book_reservation'],
  argument: 'payment_methods',
  check({ database, args }) {
    const used = paymentSources(database, args).filter((source) => source === 'gift_card').length;
    return used > MOST ? `${used} of kind "gift_card" are more than ${MOST}` : undefined;
  },
});
