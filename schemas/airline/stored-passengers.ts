import type { Dialect } from '../shared/dialect.ts';
import { inFixedOrder } from './fixed-order.ts';
import type { Passenger } from './types.generated.ts';

/** Passengers of a call as a reservation keeps them: τ-bench as they were sent, τ²-bench without further fields. */
export function storedPassengers(passengers: readonly Passenger[], dialect: Dialect): Passenger[] {
  if (dialect === 'tau1') return [...passengers];
  const kept = passengers.map(({ first_name, last_name, dob }) => ({ first_name, last_name, dob }));
  return dialect === 'own' ? inFixedOrder(kept) : kept;
}
