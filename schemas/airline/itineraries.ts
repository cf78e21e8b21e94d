import type { CandidateInput, Immutable, JsonObject, JsonValue, ReadDatabase } from 'taskwright';
import { type Dialect, dialectOf } from '../shared/dialect.ts';
import { directLegs, type Leg, oneStopPairs } from './connections.ts';
import { type FlightDate, flightDates } from './itinerary.ts';
import { reservationOf } from './owner.ts';
import type { AirlineTables, Cabin } from './tables.ts';

/** A stretch of a trip that is flown on one day or over one night: out, or back. */
interface Journey {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly flights: readonly FlightDate[];
}

/**
 * Other flights a call could name for the trip it makes: for each journey (out, and back) every direct flight and every
 * connection with one stop on its date that has seats in the cabin, one journey changed at a time.
 */
export function* itinerariesLike(input: CandidateInput): Generator<JsonValue> {
  const { database, args } = input;
  const dialect = dialectOf(input);
  const reservation = reservationOf(database, args);
  const origin = reservation?.origin ?? String(args.origin);
  const destination = reservation?.destination ?? String(args.destination);
  const cabin = args.cabin as Cabin;
  const seats = reservation?.passengers.length ?? (args.passengers as readonly JsonValue[]).length;
  const journeys = journeysOf(database, flightDates(args.flights), { origin, destination });
  for (const [index, journey] of journeys.entries()) {
    for (const flights of optionsFor(database, journey, { cabin, seats, dialect })) {
      yield journeys
        .with(index, { ...journey, flights })
        .flatMap((part) =>
          part.flights.map(({ flight_number, date }): JsonObject => ({ flight_number, date })),
        );
    }
  }
}

/** Cuts a trip where it reaches its destination. */
function journeysOf(
  database: ReadDatabase<AirlineTables>,
  flights: readonly FlightDate[],
  { origin, destination }: { readonly origin: string; readonly destination: string },
): Journey[] {
  const turn = flights.findIndex(
    ({ flight_number }) => database.flights.get(flight_number)?.destination === destination,
  );
  const parts =
    turn < 0 || turn === flights.length - 1
      ? [{ origin, destination, flights }]
      : [
          { origin, destination, flights: flights.slice(0, turn + 1) },
          { origin: destination, destination: origin, flights: flights.slice(turn + 1) },
        ];
  return parts.flatMap((part) => {
    const date = part.flights[0]?.date;
    return date === undefined ? [] : [{ ...part, date }];
  });
}

function* optionsFor(
  database: ReadDatabase<AirlineTables>,
  { origin, destination, date }: Journey,
  { cabin, seats, dialect }: { readonly cabin: Cabin; readonly seats: number; readonly dialect: Dialect },
): Generator<readonly FlightDate[]> {
  const route = { origin, destination, date };
  const enough = (leg: Immutable<Leg>): boolean => (leg.available_seats?.[cabin] ?? 0) >= seats;
  for (const leg of directLegs(database, route, dialect)) {
    if (enough(leg)) yield [{ flight_number: leg.flight_number, date }];
  }
  for (const [first, second] of oneStopPairs(database, route, dialect)) {
    if (!enough(first) || !enough(second)) continue;
    yield [
      { flight_number: first.flight_number, date },
      { flight_number: second.flight_number, date: second.date ?? date },
    ];
  }
}
