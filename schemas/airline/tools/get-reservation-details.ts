import { dialectOf } from '../../shared/dialect.ts';
import { findReservation } from '../lookup.ts';
import { RESERVATION_ID } from '../parameters.ts';
import { showReservation } from '../show.ts';
import { defineTool } from '../tables.ts';

/** Answers the reservation's row as it stands. */
export const getReservationDetails = defineTool({
  name: 'get_reservation_details',
  effect: 'read',
  description: 'Show a reservation: route, cabin, flights, passengers, payments, bags and insurance.',
  parameters: {
    type: 'object',
    properties: { reservation_id: RESERVATION_ID },
    required: ['reservation_id'],
  },
  run: (database, args, context) =>
    showReservation(findReservation(database, args.reservation_id), dialectOf(context)),
});
