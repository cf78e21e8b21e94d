import type { Immutable, PastAction, ReadDatabase } from 'taskwright';
import { statesOf } from './itinerary.ts';
import type { AirlineTables } from './tables.ts';
import type { Reservation, User } from './types.generated.ts';

/** Dollars for each passenger of a reservation with cancelled, or with delayed and then changed, flights. */
export const AMENDS = { cancelled: 100, delayed: 50 } as const;

/** A reservation for which a user may be compensated, and by how much. */
export interface Claim {
  readonly reservation: Immutable<Reservation>;
  readonly cause: keyof typeof AMENDS;
  readonly amount: number;
  /** Whether the user's membership, insurance or cabin entitles them. */
  readonly entitled: boolean;
}

/** Every reservation of a user that has had trouble. */
export function claimsOf(database: ReadDatabase<AirlineTables>, user: Immutable<User>): Claim[] {
  return [...new Set(user.reservations)].flatMap((id) => {
    const reservation = database.reservations.get(id);
    if (reservation === undefined) return [];
    const states = statesOf(database, reservation);
    const entitled =
      user.membership !== 'regular' || reservation.insurance === 'yes' || reservation.cabin === 'business';
    return (['cancelled', 'delayed'] as const)
      .filter((cause) => states.includes(cause))
      .map((cause) => ({
        reservation,
        cause,
        amount: AMENDS[cause] * reservation.passengers.length,
        entitled,
      }));
  });
}

/** Whether a reservation was changed or cancelled earlier in the conversation. */
export function wasChanged(history: readonly PastAction[], reservationId: string): boolean {
  return history.some(
    ({ tool, args, observation }) =>
      !observation.failed &&
      (tool === 'cancel_reservation' || tool === 'update_reservation_flights') &&
      args.reservation_id === reservationId,
  );
}
