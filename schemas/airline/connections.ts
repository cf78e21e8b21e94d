import { type Immutable, type ReadDatabase, ToolError } from 'taskwright';
import type { Dialect } from '../shared/dialect.ts';
import type { AirlineTables } from './tables.ts';
import type { AvailableFlight, Flight } from './types.generated.ts';

type Tables = ReadDatabase<AirlineTables>;

/** A flight on one date as a search shows it. */
export type Leg = Omit<Immutable<Flight>, 'dates'> &
  Partial<Omit<Immutable<AvailableFlight>, 'status'>> & {
    readonly status: string;
    readonly date?: string | null;
  };

export interface Route {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
}

/** Whether a flight can be booked on a date. */
function isOpen(flight: Immutable<Flight>, date: string): boolean {
  return Object.hasOwn(flight.dates, date) && flight.dates[date]?.status === 'available';
}

/** Flights between two airports, in the order of the table. */
function flightsBetween(database: Tables, origin: string, destination: string): Immutable<Flight>[] {
  return database.flights
    .find('origin', origin)
    .map((number) => database.flights.get(number) as Immutable<Flight>)
    .filter((flight) => flight.destination === destination);
}

function legOf(flight: Immutable<Flight>, shownDay: string): Leg {
  const { dates, ...facts } = flight;
  return { ...facts, ...(dates[shownDay] as Immutable<AvailableFlight>) };
}

/** Flights without a stop that can be booked on the date. τ²-bench shows an empty date on each. */
export function directLegs(database: Tables, { origin, destination, date }: Route, dialect: Dialect): Leg[] {
  return flightsBetween(database, origin, destination)
    .filter((flight) => isOpen(flight, date))
    .map((flight) => ({ ...legOf(flight, date), ...(dialect === 'tau2' && { date: null }) }));
}

/**
 * Pairs of flights with one stop, first legs in the order of the table, then second legs.
 *
 * - `tau1`: the day after a first leg that lands on the next day is the date's last two characters plus one, without a
 *   leading zero, in May 2024; a date that ends otherwise is an error as soon as such a pair comes up. A second leg is
 *   looked up on its own date but shown with status, seats and prices of the first date.
 * - `tau2`: the same next day; the second leg is shown as it is on its own date.
 * - both: the connection is made when the text of the arrival time (with its `+1`) is not after that of the departure.
 * - `own`: the next day comes from the calendar, and times are compared as times.
 */
export function oneStopPairs(
  database: Tables,
  { origin, destination, date }: Route,
  dialect: Dialect,
): [Leg, Leg][] {
  const into = new Map<string, Immutable<Flight>[]>();
  for (const number of database.flights.find('destination', destination)) {
    const flight = database.flights.get(number) as Immutable<Flight>;
    const list = into.get(flight.origin);
    if (list === undefined) into.set(flight.origin, [flight]);
    else list.push(flight);
  }
  const pairs: [Leg, Leg][] = [];
  for (const number of database.flights.find('origin', origin)) {
    const first = database.flights.get(number) as Immutable<Flight>;
    if (dialect === 'tau2' && !isOpen(first, date)) continue;
    const overnight = first.scheduled_arrival_time_est.includes('+1');
    const seconds = into.get(first.destination) ?? [];
    if (seconds.length === 0 && dialect !== 'tau2') continue;
    const secondDate = overnight ? nextDay(date, dialect) : date;
    for (const second of seconds) {
      if (!connects(first, second, dialect)) continue;
      if (!isOpen(first, date) || !isOpen(second, secondDate)) continue;
      const shown = legOf(second, dialect === 'tau1' ? date : secondDate);
      pairs.push([
        { ...legOf(first, date), date },
        { ...shown, date: secondDate },
      ]);
    }
  }
  return pairs;
}

function connects(first: Immutable<Flight>, second: Immutable<Flight>, dialect: Dialect): boolean {
  const arrival = first.scheduled_arrival_time_est;
  const reached = dialect === 'own' ? arrival.replace('+1', '') : arrival;
  return reached <= second.scheduled_departure_time_est;
}

function nextDay(date: string, dialect: Dialect): string {
  if (dialect === 'own') {
    const day = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(day.getTime())) throw new ToolError(`"${date}" is no date`);
    day.setUTCDate(day.getUTCDate() + 1);
    return day.toISOString().slice(0, 10);
  }
  const tail = date.slice(-2);
  if (!/^\s*[+-]?\d+\s*$/.test(tail)) throw new ToolError(`"${tail}" is no day of a month`);
  return `2024-05-${Number(tail) + 1}`;
}
