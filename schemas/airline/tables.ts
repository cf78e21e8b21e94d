import { invariantsFor, rulesFor, toolsFor } from 'taskwright';
import type { Flight, Reservation, User } from './types.generated.ts';

/** Tables of the airline and their rows. */
export interface AirlineTables {
  users: User;
  flights: Flight;
  reservations: Reservation;
}

export type Cabin = Reservation['cabin'];

export const defineTool = toolsFor<AirlineTables>();
export const defineInvariant = invariantsFor<AirlineTables>();
export const defineRule = rulesFor<AirlineTables>();
