import type { KnownRow, RandomStream } from 'taskwright';
import type { Cabin } from '../../schemas/airline/tables.ts';
import type { FlightIdentity } from './flights.ts';

export const CABINS: readonly Cabin[] = ['basic_economy', 'economy', 'business'];

/**
 * Fares by flight, day and cabin: longer routes cost more, some flights and days more than others, and in every case
 * basic economy less than economy less than business. Whole dollars that end in 4 or 9, so that equal fares happen.
 */
export function fareTable(
  flights: readonly KnownRow<FlightIdentity>[],
  days: number,
  random: RandomStream,
): Int16Array {
  const fares = new Int16Array(flights.length * days * CABINS.length);
  let at = 0;
  for (const { identity } of flights) {
    const usual = (55 + identity.miles * 0.075) * (0.85 + random.next() * 0.35);
    for (let day = 0; day < days; day += 1) {
      const economy = Math.max(50, usual * (0.8 + random.next() * 0.55));
      const basic = economy * (0.55 + random.next() * 0.25);
      const business = economy * (2.1 + random.next() * 1.1);
      fares[at] = toFare(basic);
      fares[at + 1] = toFare(economy);
      fares[at + 2] = toFare(business);
      at += CABINS.length;
    }
  }
  return fares;
}

function toFare(price: number): number {
  return Math.round(price / 5) * 5 - 1;
}
