import { claimsOf } from '../amends.ts';
import { userOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

/** Asked of conversations alone: an annotation need not list what is merely read. */
export const amendsFactsChecked = defineRule({
  id: 'amends-facts-checked',
  clause: 'amends.cancelled',
  sentence: 'The reservation in question has been looked up before a certificate is given for it.',
  needs: 'transcript',
  tools: ['send_certificate'],
  check({ database, args, history }) {
    const user = userOf(database, args);
    if (user === undefined) return undefined;
    const troubled = claimsOf(database, user).map(({ reservation }) => reservation.reservation_id);
    const looked = history.some(
      ({ args: before, observation }) =>
        !observation.failed && troubled.includes(String(before.reservation_id)),
    );
    return looked ? undefined : 'no reservation with trouble has been looked up';
  },
});
