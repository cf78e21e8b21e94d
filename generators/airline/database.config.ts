import { defineDatabase } from 'taskwright';
import { bookTrips } from './bookings.ts';
import { flights } from './flights.ts';
import { reservations } from './reservations.ts';
import { users } from './users.ts';

export const airlineDatabase = defineDatabase({
  domain: 'airline',
  seed: 515,
  counts: { users: 500, flights: 300, reservations: 2000 },
  generators: [users, flights, reservations],
  settle: bookTrips,
});
