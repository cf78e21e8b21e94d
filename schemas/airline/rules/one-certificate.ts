import { paymentSources } from '../payment-sources.ts';
import { defineRule } from '../tables.ts';

const MOST = 1;

export const oneCertificate = defineRule({
  id: 'one-certificate',
  clause: 'book.one-certificate',
  sentence: 'A reservation is paid with at most one travel certificate.',
  needs: 'state',
  tools: ['book_reservation'],
  argument: 'payment_methods',
  check({ database, args }) {
    const used = paymentSources(database, args).filter((source) => source === 'certificate').length;
    return used > MOST ? `${used} of kind "certificate" are more than ${MOST}` : undefined;
  },
});
