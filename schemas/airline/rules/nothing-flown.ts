import { isPartlyFlown } from '../itinerary.ts';
import { reservationOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

export const nothingFlown = defineRule({
  id: 'nothing-flown',
  clause: 'cancel.nothing-flown',
  sentence: 'A trip is cancelled only when nothing of it has been flown.',
  needs: 'state',
  tools: ['cancel_reservation'],
  argument: 'reservation_id',
  check({ database, args }) {
    const reservation = reservationOf(database, args);
    return reservation !== undefined && isPartlyFlown(database, reservation)
      ? `a part of reservation "${reservation.reservation_id}" has been flown`
      : undefined;
  },
});
