import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { findReservation } from '../lookup.ts';
import { PASSENGERS, RESERVATION_ID } from '../parameters.ts';
import { refuseCancelled } from '../refuse-cancelled.ts';
import { showReservation } from '../show.ts';
import { storedPassengers } from '../stored-passengers.ts';
import { defineTool } from '../tables.ts';

/**
 * Replaces the passengers by as many others; only the number is compared.
 *
 * - `tau1`: passengers are kept as they were sent, further fields included.
 * - `tau2`, `own`: only names and date of birth are kept.
 * - `own`: they are stored in a fixed order; a cancelled reservation is refused.
 */
export const updateReservationPassengers = defineTool({
  name: 'update_reservation_passengers',
  effect: 'write',
  enforces: ['change.passengers'],
  description: 'Replace the passengers of a reservation; their number must stay the same.',
  parameters: {
    type: 'object',
    properties: { reservation_id: RESERVATION_ID, passengers: PASSENGERS },
    required: ['reservation_id', 'passengers'],
  },
  run(database, args, context) {
    const dialect = dialectOf(context);
    const before = findReservation(database, args.reservation_id);
    refuseCancelled(before, dialect);
    if (args.passengers.length !== before.passengers.length) {
      throw new ToolError('number of passengers does not match');
    }
    const reservation = database.reservations.edit(args.reservation_id);
    reservation.passengers = storedPassengers(args.passengers, dialect);
    return showReservation(reservation, dialect);
  },
});
