import {
  type Calendar,
  chance,
  type Draw,
  type KnownRow,
  type RandomStream,
  type SettleInput,
  UserError,
  uniform,
  weighted,
} from 'taskwright';
import { CAPACITY } from '../../schemas/airline/seats.ts';
import type { Cabin } from '../../schemas/airline/tables.ts';
import { CABINS, fareTable } from './fares.ts';
import type { FlightIdentity } from './flights.ts';

/** Days a flight has a state for: from 1 to 30 May, as today is the fifteenth. */
export const FIRST_DAY = -14;
export const DAYS = 30;

/** One flight of a trip. */
export interface Leg {
  /** Position of the flight in the block. */
  readonly flight: number;
  /** Day from 0, the first of the month. */
  readonly day: number;
}

export interface Trip {
  readonly cabin: Cabin;
  readonly passengers: number;
  readonly roundTrip: boolean;
  readonly destination: string;
  readonly legs: readonly Leg[];
  /** When it was booked: before the first flight, and before now. */
  readonly bookedAt: string;
}

/** What flights and reservations must agree on: settled before either has rows. */
export interface Bookings {
  readonly flights: readonly KnownRow<FlightIdentity>[];
  /** One per reservation of the block. */
  readonly trips: readonly Trip[];
  /** Seats booked on a flight, day and cabin. */
  booked(leg: Leg, cabin: Cabin): number;
  /** Fare of one seat in dollars. */
  fare(leg: Leg, cabin: Cabin): number;
}

export const cabins = weighted<Cabin>([
  ['basic_economy', 33],
  ['economy', 41],
  ['business', 26],
]);
export const passengersPerTrip = weighted([
  [1, 46],
  [2, 31],
  [3, 15],
  [4, 6],
  [5, 2],
]);
const kinds = weighted<{ readonly roundTrip: boolean; readonly stops: boolean }>([
  [{ roundTrip: false, stops: false }, 22],
  [{ roundTrip: false, stops: true }, 24],
  [{ roundTrip: true, stops: false }, 33],
  [{ roundTrip: true, stops: true }, 21],
]);
/** Day of the first flight: most trips lie ahead, some are over, a few are under way. */
const firstDays: Draw<number> = weighted(
  Array.from({ length: DAYS }, (_, day) => [day, day < 14 ? 1.6 : day === 14 ? 3 : 4] as const),
);
/** Some trips that lie ahead were booked within a day: fresh enough to be cancelled for that alone. */
const fresh = chance(0.14);
const nightsAway = uniform(1, 9);

/** Full flights are passed over this often before the counts are blamed. */
const MOST_TRIES = 500;

/** Minutes between landing and the next take-off, at least. */
const CHANGE_TIME = 45;

/** Books a trip for every reservation, and never more seats than a plane has. */
export function bookTrips({ random, rows, calendar }: SettleInput): Bookings {
  const flights = rows<FlightIdentity>('flights');
  const timetable = new Timetable(flights);
  const seats = new Int16Array(flights.length * DAYS * CABINS.length);
  const at = ({ flight, day }: Leg, cabin: Cabin): number =>
    (flight * DAYS + day) * CABINS.length + CABINS.indexOf(cabin);
  const trips = rows('reservations').map(({ key }): Trip => {
    for (let tries = 0; tries < MOST_TRIES && flights.length > 0; tries += 1) {
      const cabin = cabins(random);
      const passengers = passengersPerTrip(random);
      const legs = timetable.plan(random, kinds(random));
      if (legs.some((leg) => (seats[at(leg, cabin)] as number) + passengers > CAPACITY[cabin])) continue;
      for (const leg of legs) seats[at(leg, cabin)] = (seats[at(leg, cabin)] as number) + passengers;
      const bookedAt = bookingTime((legs[0] as Leg).day, calendar, random);
      return { cabin, passengers, ...timetable.describe(legs), legs, bookedAt };
    }
    throw new UserError(
      `Cannot book reservation "${key}": ${flights.length} flights have no seats left for it`,
      {
        hint: 'raise the count of flights, or lower that of reservations',
      },
    );
  });
  const fares = fareTable(flights, DAYS, random);
  return {
    flights,
    trips,
    booked: (leg, cabin) => seats[at(leg, cabin)] as number,
    fare: (leg, cabin) => fares[at(leg, cabin)] as number,
  };
}

function bookingTime(day: number, calendar: Calendar, random: RandomStream): string {
  const days = FIRST_DAY + day;
  if (days > 0 && fresh(random)) return calendar.moment(-random.int(600, 86_000));
  const latest = Math.min(0, days) * 86_400 - 57_600;
  return calendar.moment(latest - random.int(0, 24 * 86_400));
}

/** Looks up flights by where they leave from. */
class Timetable {
  readonly #flights: readonly KnownRow<FlightIdentity>[];
  readonly #from = new Map<string, number[]>();

  constructor(flights: readonly KnownRow<FlightIdentity>[]) {
    this.#flights = flights;
    for (const [position, { identity }] of flights.entries()) {
      const list = this.#from.get(identity.origin);
      if (list === undefined) this.#from.set(identity.origin, [position]);
      else list.push(position);
    }
  }

  /** Flights there, and back where that is wanted and possible. */
  plan(
    random: RandomStream,
    { roundTrip, stops }: { readonly roundTrip: boolean; readonly stops: boolean },
  ): Leg[] {
    const day = firstDays(random);
    const first = random.int(0, this.#flights.length - 1);
    const { origin } = this.#of(first);
    const second = stops ? this.#onward(first, (place) => place !== origin, random) : undefined;
    const there = [first, ...(second === undefined ? [] : [second])];
    const out = there.map((flight): Leg => ({ flight, day }));
    const backDay = day + nightsAway(random);
    if (!roundTrip || backDay >= DAYS) return out;
    const place = this.#of(there.at(-1) as number).destination;
    const back = this.#way(place, origin, random);
    return back === undefined ? out : [...out, ...back.map((flight): Leg => ({ flight, day: backDay }))];
  }

  describe(legs: readonly Leg[]): { readonly roundTrip: boolean; readonly destination: string } {
    const first = legs[0] as Leg;
    const last = this.#of((legs.at(-1) as Leg).flight);
    const roundTrip = last.destination === this.#of(first.flight).origin;
    const outward = legs.filter(({ day }) => day === first.day);
    return { roundTrip, destination: this.#of((outward.at(-1) as Leg).flight).destination };
  }

  #of(flight: number): FlightIdentity {
    return (this.#flights[flight] as KnownRow<FlightIdentity>).identity;
  }

  /** A flight on the same day from where another one lands. */
  #onward(flight: number, wanted: (place: string) => boolean, random: RandomStream): number | undefined {
    const { destination, departs, minutes } = this.#of(flight);
    const lands = departs + minutes + CHANGE_TIME;
    const choices = (this.#from.get(destination) ?? []).filter((candidate) => {
      const next = this.#of(candidate);
      return next.departs >= lands && wanted(next.destination);
    });
    return choices.length === 0 ? undefined : random.pick(choices);
  }

  /** A direct flight, else one with a stop. */
  #way(origin: string, destination: string, random: RandomStream): readonly number[] | undefined {
    const leaving = this.#from.get(origin) ?? [];
    const direct = leaving.filter((flight) => this.#of(flight).destination === destination);
    if (direct.length > 0) return [random.pick(direct)];
    for (const first of random.shuffle(leaving)) {
      const second = this.#onward(first, (place) => place === destination, random);
      if (second !== undefined) return [first, second];
    }
    return undefined;
  }
}
