import type { Immutable, ReadDatabase, WriteDatabase } from 'taskwright';
import type { AirlineTables, Cabin } from './tables.ts';
import type { Flight } from './types.generated.ts';

/** Seats of every plane. */
export const CAPACITY: Readonly<Record<Cabin, number>> = { basic_economy: 24, economy: 40, business: 16 };
const CABINS = Object.keys(CAPACITY) as Cabin[];

export interface SeatMove {
  readonly flightNumber: string;
  readonly date: string;
  readonly cabin: Cabin;
  /** Seats taken; negative when given back. */
  readonly seats: number;
}

/** Takes seats from, or gives them back to, flights that can still be booked. Other flights keep no count. */
export function moveSeats(database: WriteDatabase<AirlineTables>, moves: readonly SeatMove[]): void {
  for (const { flightNumber, date, cabin, seats } of moves) {
    if (database.flights.get(flightNumber)?.dates[date]?.status !== 'available') continue;
    const day = database.flights.edit(flightNumber).dates[date];
    if (day?.status === 'available') day.available_seats[cabin] -= seats;
  }
}

/** Seats sold by flight, day and cabin, of a database that does not change. */
type SeatsSold = ReadonlyMap<string, number>;

const soldIn = new WeakMap<object, SeatsSold>();

/** Counted once per database: every flight asks for it. */
function seatsSold(database: ReadDatabase<AirlineTables>): SeatsSold {
  const known = soldIn.get(database);
  if (known !== undefined) return known;
  const sold = new Map<string, number>();
  for (const [, { flights, passengers, cabin, status }] of database.reservations.entries()) {
    if (status === 'cancelled') continue;
    for (const { flight_number, date } of flights) {
      const place = `${flight_number} ${date} ${cabin}`;
      sold.set(place, (sold.get(place) ?? 0) + passengers.length);
    }
  }
  soldIn.set(database, sold);
  return sold;
}

/** The first cabin with more seats sold and free than the plane has, as a sentence; undefined when all fit. */
export function oversold(
  { dates }: Immutable<Flight>,
  flightNumber: string,
  database: ReadDatabase<AirlineTables>,
): string | undefined {
  const sold = seatsSold(database);
  for (const date in dates) {
    const day = dates[date];
    for (const cabin of CABINS) {
      const booked = sold.get(`${flightNumber} ${date} ${cabin}`) ?? 0;
      const free = day?.status === 'available' ? day.available_seats[cabin] : 0;
      if (booked + free <= CAPACITY[cabin]) continue;
      return `${booked} seats are sold and ${free} free in ${cabin} on ${date}, the plane has ${CAPACITY[cabin]}`;
    }
  }
  return undefined;
}
