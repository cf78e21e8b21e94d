import { type Immutable, ToolError, type WriteDatabase } from 'taskwright';
import { type Dialect, dialectOf } from '../../shared/dialect.ts';
import { charge } from '../charge.ts';
import { findDeparture, findReservation } from '../lookup.ts';
import { CABIN, FLIGHTS, PAYMENT_ID, RESERVATION_ID } from '../parameters.ts';
import { refuseCancelled } from '../refuse-cancelled.ts';
import { moveSeats } from '../seats.ts';
import { showReservation } from '../show.ts';
import { type AirlineTables, type Cabin, defineTool } from '../tables.ts';
import type { BookedFlight, Reservation } from '../types.generated.ts';

/**
 * Replaces all flights of a reservation, or its cabin, or both, and settles the difference with one payment method.
 *
 * A flight that the reservation already has keeps its old price, unless the cabin changes. Every other one must be
 * bookable with a seat for each passenger, at today's price. The difference is the new total minus the old, for all
 * passengers; it is added to the history unless it is zero. Origin, destination and number of flights are not checked.
 * - `tau1`: the flights are stored as they were sent with price, origin and destination set, and the reservation's
 *   `cabin` stays as it was.
 * - `tau2`: the cabin is changed; only number, route, date and price are stored.
 * - `own`: as `tau2`; seats are given back and taken, an empty list and a cancelled reservation are refused.
 */
export const updateReservationFlights = defineTool({
  name: 'update_reservation_flights',
  effect: 'write',
  enforces: ['change.cabin', 'change.payment'],
  description:
    'Replace the flights or the cabin of a reservation. List every flight of the new trip, kept ones included. ' +
    'The rules for changes are not checked here.',
  parameters: {
    type: 'object',
    properties: {
      reservation_id: RESERVATION_ID,
      cabin: CABIN,
      flights: FLIGHTS,
      payment_id: PAYMENT_ID,
    },
    required: ['reservation_id', 'cabin', 'flights', 'payment_id'],
  },
  run(database, args, context) {
    const dialect = dialectOf(context);
    const before = findReservation(database, args.reservation_id);
    refuseCancelled(before, dialect);
    if (dialect === 'own' && args.flights.length === 0)
      throw new ToolError('a trip needs at least one flight');
    if (dialect === 'own') moveTrip(database, before, -1);
    const flights = args.flights.map((entry) => bookFlight(database, before, entry, args.cabin, dialect));
    const amount = (priceOf(flights) - priceOf(before.flights)) * before.passengers.length;
    const payment = charge(database, before.user_id, { paymentId: args.payment_id, amount });
    const reservation = database.reservations.edit(args.reservation_id);
    reservation.flights = flights;
    if (dialect !== 'tau1') reservation.cabin = args.cabin;
    if (payment !== undefined) reservation.payment_history.push(payment);
    if (dialect === 'own') moveTrip(database, reservation, 1);
    return showReservation(reservation, dialect);
  },
});

interface Entry {
  readonly flight_number: string;
  readonly date: string;
}

function bookFlight(
  database: WriteDatabase<AirlineTables>,
  reservation: Immutable<Reservation>,
  entry: Entry,
  cabin: Cabin,
  dialect: Dialect,
): BookedFlight {
  const kept =
    cabin === reservation.cabin
      ? reservation.flights.find(
          ({ flight_number, date }) => flight_number === entry.flight_number && date === entry.date,
        )
      : undefined;
  const facts = kept ?? newFlight(database, reservation, entry, cabin);
  const { price, origin, destination } = facts;
  // τ-bench's entries keep the order and the further fields they were sent with.
  if (dialect === 'tau1') return { ...entry, price, origin, destination };
  return { flight_number: entry.flight_number, origin, destination, date: entry.date, price };
}

function newFlight(
  database: WriteDatabase<AirlineTables>,
  reservation: Immutable<Reservation>,
  entry: Entry,
  cabin: Cabin,
): Pick<BookedFlight, 'price' | 'origin' | 'destination'> {
  const { flight, day } = findDeparture(database, {
    flightNumber: entry.flight_number,
    date: entry.date,
    cabin,
    seats: reservation.passengers.length,
  });
  return { price: day.prices[cabin], origin: flight.origin, destination: flight.destination };
}

function priceOf(flights: readonly Pick<BookedFlight, 'price'>[]): number {
  return flights.reduce((sum, { price }) => sum + price, 0);
}

function moveTrip(
  database: WriteDatabase<AirlineTables>,
  { flights, cabin, passengers }: Immutable<Reservation>,
  sign: 1 | -1,
): void {
  moveSeats(
    database,
    flights.map(({ flight_number, date }) => ({
      flightNumber: flight_number,
      date,
      cabin,
      seats: sign * passengers.length,
    })),
  );
}
