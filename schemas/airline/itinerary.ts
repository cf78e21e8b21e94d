import type { Immutable, ReadDatabase } from 'taskwright';
import type { AirlineTables } from './tables.ts';
import type { FlightOnDate, Reservation } from './types.generated.ts';

type Tables = ReadDatabase<AirlineTables>;

/** A flight on a date, as reservations and calls name it. */
export interface FlightDate {
  readonly flight_number: string;
  readonly date: string;
}

export interface TripPlan {
  readonly origin: string;
  readonly destination: string;
  readonly roundTrip: boolean;
}

/** Calls give flights as JSON that the tool's schema has checked. */
export function flightDates(value: unknown): readonly FlightDate[] {
  return value as readonly FlightDate[];
}

/** Why flights do not make up a trip, as a sentence without a full stop; undefined when they do. */
export function tripProblem(
  database: Tables,
  flights: readonly FlightDate[],
  { origin, destination, roundTrip }: TripPlan,
): string | undefined {
  let place = origin;
  let reached = false;
  let landed = '';
  for (const { flight_number: number, date } of flights) {
    const flight = database.flights.get(number);
    if (flight === undefined) return `flight ${number} does not exist`;
    if (flight.origin !== place) return `flight ${number} leaves from ${flight.origin}, not from ${place}`;
    const departure = `${date}T${flight.scheduled_departure_time_est}`;
    if (departure < landed) return `flight ${number} leaves before the flight ahead of it has landed`;
    landed = arrivalOf(date, flight.scheduled_arrival_time_est);
    place = flight.destination;
    reached ||= place === destination;
  }
  if (!reached) return `the flights do not reach ${destination}`;
  const end = roundTrip ? origin : destination;
  return place === end ? undefined : `the flights end in ${place}, not in ${end}`;
}

function arrivalOf(date: string, time: string): string {
  if (!time.endsWith('+1')) return `${date}T${time}`;
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return `${day.toISOString().slice(0, 10)}T${time.slice(0, -2)}`;
}

/** States of a reservation's flights on their dates; flights without a record are left out. */
export function statesOf(database: Tables, reservation: Immutable<Reservation>): FlightOnDate['status'][] {
  return reservation.flights.flatMap(({ flight_number, date }) => {
    const state = database.flights.get(flight_number)?.dates[date]?.status;
    return state === undefined ? [] : [state];
  });
}

/** Whether a part of the trip is in the air or over. */
export function isPartlyFlown(database: Tables, reservation: Immutable<Reservation>): boolean {
  return statesOf(database, reservation).some((state) => state === 'flying' || state === 'landed');
}

/** Whether two lists name the same flights on the same dates in the same order. */
export function sameFlights(left: readonly FlightDate[], right: readonly FlightDate[]): boolean {
  return (
    left.length === right.length &&
    left.every(
      ({ flight_number, date }, index) =>
        right[index]?.flight_number === flight_number && right[index]?.date === date,
    )
  );
}
