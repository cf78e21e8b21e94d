import { type Immutable, ToolError } from 'taskwright';
import type { Dialect } from '../shared/dialect.ts';
import type { Reservation } from './types.generated.ts';

/** Only our own dialect knows that a cancelled reservation cannot be changed. @throws ToolError */
export function refuseCancelled(reservation: Immutable<Reservation>, dialect: Dialect): void {
  if (dialect === 'own' && reservation.status === 'cancelled') {
    throw new ToolError('reservation is cancelled');
  }
}
