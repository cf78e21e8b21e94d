import { claimsOf } from '../amends.ts';
import { userOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

/** That a delayed trip is changed first is a rule of its own. */
export const amendsAmount = defineRule({
  id: 'amends-amount',
  clause: 'amends.cancelled',
  sentence: 'A certificate is worth 100 dollars a passenger for cancelled flights, 50 for delayed ones.',
  needs: 'state',
  tools: ['send_certificate'],
  argument: 'amount',
  check({ database, args }) {
    const user = userOf(database, args);
    if (user === undefined) return undefined;
    const due = claimsOf(database, user).filter(({ entitled }) => entitled);
    if (due.length === 0 || due.some(({ amount }) => amount === args.amount)) return undefined;
    return `${String(args.amount)} dollars is not what is due: ${due.map(({ amount }) => amount).join(' or ')}`;
  },
});
