import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { findReservation } from '../lookup.ts';
import { RESERVATION_ID } from '../parameters.ts';
import { moveSeats } from '../seats.ts';
import { showReservation } from '../show.ts';
import { defineTool } from '../tables.ts';

/**
 * Marks the reservation cancelled and adds the opposite of every payment to its history.
 *
 * The refund reaches the original payment methods days later, so that gift cards are not topped up here.
 * Whether the policy allows it is for the agent to check.
 * - `tau1`, `tau2`: a cancelled reservation can be cancelled again, which doubles the history; no seat is given back.
 * - `own`: cancelling twice is refused, and the seats of flights that can still be booked are given back.
 */
export const cancelReservation = defineTool({
  name: 'cancel_reservation',
  effect: 'write',
  undoes: 'book_reservation',
  enforces: ['cancel.refund'],
  description: 'Cancel a whole reservation. The rules for cancelling are not checked here.',
  parameters: {
    type: 'object',
    properties: { reservation_id: RESERVATION_ID },
    required: ['reservation_id'],
  },
  run(database, args, context) {
    const dialect = dialectOf(context);
    const { status } = findReservation(database, args.reservation_id);
    if (dialect === 'own' && status === 'cancelled') throw new ToolError('reservation is already cancelled');
    const reservation = database.reservations.edit(args.reservation_id);
    const refunds = reservation.payment_history.map(({ payment_id, amount }) => ({
      payment_id,
      amount: -amount,
    }));
    reservation.payment_history.push(...refunds);
    reservation.status = 'cancelled';
    if (dialect === 'own') {
      const seats = -reservation.passengers.length;
      moveSeats(
        database,
        reservation.flights.map(({ flight_number, date }) => ({
          flightNumber: flight_number,
          date,
          cabin: reservation.cabin,
          seats,
        })),
      );
    }
    return showReservation(reservation, dialect);
  },
});
