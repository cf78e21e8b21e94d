import type { WriteDatabase } from 'taskwright';
import type { AirlineTables, Cabin } from './tables.ts';

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
