import { type Immutable, type ReadDatabase, ToolError } from 'taskwright';
import type { AirlineTables, Cabin } from './tables.ts';
import type { AvailableFlight, Flight, Reservation, User } from './types.generated.ts';

type Tables = ReadDatabase<AirlineTables>;

/** @throws ToolError when there is no such user */
export function findUser(database: Tables, userId: string): Immutable<User> {
  const user = database.users.get(userId);
  if (user === undefined) throw new ToolError('user not found');
  return user;
}

/** @throws ToolError when there is no such reservation */
export function findReservation(database: Tables, reservationId: string): Immutable<Reservation> {
  const reservation = database.reservations.get(reservationId);
  if (reservation === undefined) throw new ToolError('reservation not found');
  return reservation;
}

/** A flight on a date on which it can be booked. */
export interface Departure {
  readonly flight: Immutable<Flight>;
  readonly date: string;
  readonly day: Immutable<AvailableFlight>;
}

/**
 * A flight on a date, with enough seats in a cabin.
 * @throws ToolError when the number or the date is unknown, it cannot be booked, or it is too full
 */
export function findDeparture(
  database: Tables,
  { flightNumber, date, cabin, seats }: { flightNumber: string; date: string; cabin: Cabin; seats: number },
): Departure {
  const flight = database.flights.get(flightNumber);
  if (flight === undefined) throw new ToolError(`flight ${flightNumber} not found`);
  const day = Object.hasOwn(flight.dates, date) ? flight.dates[date] : undefined;
  if (day === undefined) throw new ToolError(`flight ${flightNumber} not found on date ${date}`);
  if (day.status !== 'available') throw new ToolError(`flight ${flightNumber} not available on date ${date}`);
  if (day.available_seats[cabin] < seats) throw new ToolError(`not enough seats on flight ${flightNumber}`);
  return { flight, date, day };
}
