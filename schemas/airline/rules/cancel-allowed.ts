import { currentCabin } from '../current-cabin.ts';
import { statesOf } from '../itinerary.ts';
import { reservationOf } from '../owner.ts';
import { COVERED_REASON } from '../reason-words.ts';
import { defineRule } from '../tables.ts';

const DAY = 24 * 60 * 60 * 1000;
/** What counts as health or weather is read from the user's words. */
export const cancelAllowed = defineRule({
  id: 'cancel-allowed',
  clause: 'cancel.allowed',
  sentence:
    'A cancelled reservation was made within 24 hours, has a flight the airline cancelled, is in business, or is insured for the reason given.',
  needs: 'history',
  tools: ['cancel_reservation'],
  argument: 'reservation_id',
  check({ database, args, history, said, now }) {
    const reservation = reservationOf(database, args);
    if (reservation === undefined) return undefined;
    if (Date.parse(`${now}Z`) - Date.parse(`${reservation.created_at}Z`) <= DAY) return undefined;
    if (statesOf(database, reservation).includes('cancelled')) return undefined;
    if (currentCabin(reservation, history) === 'business') return undefined;
    const what = `reservation "${reservation.reservation_id}"`;
    if (reservation.insurance !== 'yes') return `${what} is neither recent nor business nor insured`;
    return COVERED_REASON.test(said)
      ? undefined
      : `${what} is insured, but not for the reason the user gives`;
  },
});
