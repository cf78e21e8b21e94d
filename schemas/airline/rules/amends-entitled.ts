import { claimsOf } from '../amends.ts';
import { userOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

export const amendsEntitled = defineRule({
  id: 'amends-entitled',
  clause: 'amends.who',
  sentence:
    'A certificate goes to a silver or gold member, or for a reservation that is insured or in business.',
  needs: 'state',
  tools: ['send_certificate'],
  argument: 'user_id',
  check({ database, args }) {
    const user = userOf(database, args);
    if (user === undefined) return undefined;
    return claimsOf(database, user).some(({ entitled }) => entitled)
      ? undefined
      : `user "${String(args.user_id)}" has no reservation with trouble that entitles them to a certificate`;
  },
});
