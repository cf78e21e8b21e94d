import { generatorsFor } from 'taskwright';
import type { Flight, Reservation, User } from '../../schemas/airline/types.generated.ts';
import type { Bookings } from './bookings.ts';

/** Rows of the airline tables. */
export interface AirlineRows {
  users: User;
  flights: Flight;
  reservations: Reservation;
}

export const defineGenerator = generatorsFor<AirlineRows, Bookings>();
