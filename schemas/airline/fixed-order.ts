import type { Passenger, Payment } from './types.generated.ts';

/**
 * Who flies, and how a booking is paid, are sets that calls write as lists. Our own dialect stores them in a fixed order,
 * so that two calls that differ in order alone end in the same state.
 */
export function inFixedOrder<Item extends Passenger | Payment>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

function keyOf(item: Passenger | Payment): string {
  return 'payment_id' in item ? item.payment_id : `${item.last_name} ${item.first_name} ${item.dob}`;
}
