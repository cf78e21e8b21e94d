import type { Immutable, PastAction } from 'taskwright';
import type { Cabin } from './tables.ts';
import type { Reservation } from './types.generated.ts';

/**
 * The cabin a reservation is in after what was done before in the conversation.
 * τ-bench's tool changes a cabin without writing it into the row, so that the row alone does not tell.
 */
export function currentCabin(reservation: Immutable<Reservation>, history: readonly PastAction[]): Cabin {
  const change = history.findLast(
    ({ tool, args, observation }) =>
      tool === 'update_reservation_flights' &&
      !observation.failed &&
      args.reservation_id === reservation.reservation_id,
  );
  return change === undefined ? reservation.cabin : (change.args.cabin as Cabin);
}
