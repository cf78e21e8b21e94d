import { claimsOf, wasChanged } from '../amends.ts';
import { userOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

/** Holds also where a cancelled flight of another reservation gives the same amount. */
export const amendsAfterChange = defineRule({
  id: 'amends-after-change',
  clause: 'amends.delayed',
  sentence: 'For delayed flights, the reservation is changed or cancelled before a certificate is given.',
  needs: 'history',
  tools: ['send_certificate'],
  argument: 'amount',
  check({ database, args, history }) {
    const user = userOf(database, args);
    if (user === undefined) return undefined;
    const claims = claimsOf(database, user).filter(
      ({ entitled, amount }) => entitled && amount === args.amount,
    );
    const settled = claims.some(
      ({ cause, reservation }) => cause === 'cancelled' || wasChanged(history, reservation.reservation_id),
    );
    return claims.length === 0 || settled
      ? undefined
      : 'the reservation with the delayed flight has been neither changed nor cancelled';
  },
});
