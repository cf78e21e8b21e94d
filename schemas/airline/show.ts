import type { Immutable } from 'taskwright';
import type { Dialect } from '../shared/dialect.ts';
import type { Reservation } from './types.generated.ts';

/** A reservation as tools answer it. τ²-bench's models print fields that are not set as null. */
export function showReservation(
  reservation: Reservation | Immutable<Reservation>,
  dialect: Dialect,
): Immutable<Reservation> {
  return dialect === 'tau2' && reservation.status === undefined
    ? { ...reservation, status: null }
    : reservation;
}
