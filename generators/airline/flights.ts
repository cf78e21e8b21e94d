import { addSeconds, type Calendar, normal, type RandomStream, weighted } from 'taskwright';
import { CAPACITY } from '../../schemas/airline/seats.ts';
import type { Flight, FlightOnDate } from '../../schemas/airline/types.generated.ts';
import { type Bookings, DAYS, FIRST_DAY } from './bookings.ts';
import { CABINS } from './fares.ts';
import { routeOf } from './network.ts';
import { defineGenerator } from './tables.ts';

/** What a flight is before it has a row: bookings are made on it. Times in minutes after midnight. */
export interface FlightIdentity {
  readonly key: string;
  readonly origin: string;
  readonly destination: string;
  readonly miles: number;
  readonly departs: number;
  readonly minutes: number;
}

type Seats = Extract<FlightOnDate, { status: 'available' }>['available_seats'];

/** Quarter of an hour of departure, counted from 5:00. */
const departures = weighted(
  Array.from({ length: 71 }, (_, quarter) => [quarter, quarter < 20 ? 3 : quarter < 56 ? 2 : 1] as const),
);

/** State of a flight on a past day, and on a day to come. */
const past = weighted<'landed' | 'cancelled'>([
  ['landed', 95],
  ['cancelled', 5],
]);
const coming = weighted<'available' | 'cancelled'>([
  ['available', 985],
  ['cancelled', 15],
]);
const waiting = weighted<'on time' | 'delayed' | 'cancelled'>([
  ['on time', 58],
  ['delayed', 35],
  ['cancelled', 7],
]);
/** Share of the seats that are sold to people who are not in the database. */
const othersOnBoard = normal(0.68, 0.22, { low: 0.1, high: 1 });
/** Minutes a flight leaves late; negative when early. */
const lateness = normal(8, 14, { low: -15, high: 95, step: 1 });

export const flights = defineGenerator('flights', 1, {
  identity: ({ index, random }): FlightIdentity => {
    const route = routeOf(index);
    const minutes = Math.round((35 + (route.miles * 60) / 490) / 15) * 15;
    return {
      key: `HAT${String(index + 1).padStart(3, '0')}`,
      ...route,
      departs: 300 + departures(random) * 15,
      minutes,
    };
  },
  row: ({ random, key, identity, settled, calendar, position }): Flight => {
    const { origin, destination, departs, minutes } = identity;
    const dates: Flight['dates'] = {};
    for (let day = 0; day < DAYS; day += 1) {
      dates[calendar.date(FIRST_DAY + day)] = stateOn(day, { identity, settled, position, calendar, random });
    }
    return {
      flight_number: key,
      origin,
      destination,
      scheduled_departure_time_est: clock(departs),
      scheduled_arrival_time_est: clock(departs + minutes),
      dates,
    };
  },
  measures: {
    'state of a flight on a day': {
      of: (flight: Flight) => Object.values(flight.dates).map(({ status }) => status),
    },
    'seats left in economy': {
      of: (flight: Flight) =>
        Object.values(flight.dates).flatMap((on) =>
          on.status === 'available' ? [on.available_seats.economy] : [],
        ),
    },
    'economy fare': {
      of: (flight: Flight) =>
        Object.values(flight.dates).flatMap((on) => (on.status === 'available' ? [on.prices.economy] : [])),
    },
  },
});

interface Situation {
  readonly identity: FlightIdentity;
  readonly settled: Bookings;
  readonly position: number;
  readonly calendar: Calendar;
  readonly random: RandomStream;
}

function stateOn(day: number, { identity, settled, position, calendar, random }: Situation): FlightOnDate {
  const date = calendar.date(FIRST_DAY + day);
  const leaves = addSeconds(`${date}T00:00:00`, identity.departs * 60);
  if (FIRST_DAY + day > 0) {
    if (coming(random) === 'cancelled') return { status: 'cancelled' };
    return openFlight(day, { settled, position, random });
  }
  const late = lateness(random);
  const left = addSeconds(leaves, late * 60);
  const arrived = addSeconds(left, (identity.minutes + random.int(-12, 9)) * 60);
  if (arrived < calendar.now) {
    return past(random) === 'cancelled'
      ? { status: 'cancelled' }
      : { status: 'landed', actual_departure_time_est: left, actual_arrival_time_est: arrived };
  }
  if (left < calendar.now) {
    return {
      status: 'flying',
      actual_departure_time_est: left,
      estimated_arrival_time_est: addSeconds(left, identity.minutes * 60),
    };
  }
  const status = waiting(random);
  if (status === 'cancelled') return { status };
  // What is on time leaves as planned or after now at least; what is delayed leaves some time later.
  const delay = status === 'delayed' ? 45 + Math.abs(late) * 2 : Math.max(0, late);
  const expected = addSeconds(leaves, delay * 60);
  const departure = expected > calendar.now ? expected : calendar.moment(900);
  return {
    status,
    estimated_departure_time_est: departure,
    estimated_arrival_time_est: addSeconds(departure, identity.minutes * 60),
  };
}

function openFlight(
  day: number,
  { settled, position, random }: Pick<Situation, 'settled' | 'position' | 'random'>,
): FlightOnDate {
  const leg = { flight: position, day };
  const available_seats = {} as Seats;
  const prices = {} as Seats;
  for (const cabin of CABINS) {
    const free = CAPACITY[cabin] - settled.booked(leg, cabin);
    available_seats[cabin] = free - Math.round(free * othersOnBoard(random));
    prices[cabin] = settled.fare(leg, cabin);
  }
  return { status: 'available', available_seats, prices };
}

/** `HH:MM:SS`, with `+1` on the next day. */
function clock(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const time = `${String(hours % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
  return hours >= 24 ? `${time}+1` : time;
}
