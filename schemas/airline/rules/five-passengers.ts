import { defineRule } from '../tables.ts';

const MOST = 5;

export const fivePassengers = defineRule({
  id: 'five-passengers',
  clause: 'book.passengers',
  sentence: 'A reservation has from one to five passengers.',
  needs: 'state',
  tools: ['book_reservation'],
  argument: 'passengers',
  check({ args }) {
    const { length } = args.passengers as readonly unknown[];
    if (length === 0) return 'nobody flies';
    return length > MOST ? `${length} passengers are more than ${MOST}` : undefined;
  },
});
