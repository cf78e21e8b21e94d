import type { Dialect } from '../shared/dialect.ts';
import type { Cabin } from './tables.ts';
import type { User } from './types.generated.ts';

type Membership = User['membership'];

const FREE_BAGS: Record<Membership, Record<Cabin, number>> = {
  regular: { basic_economy: 0, economy: 1, business: 2 },
  silver: { basic_economy: 1, economy: 2, business: 3 },
  gold: { basic_economy: 2, economy: 3, business: 3 },
};

/** Price of each checked bag beyond the free ones, in USD. */
export const BAG_PRICE = 50;

/** Price of travel insurance for one passenger, in USD. */
export const INSURANCE_PRICE = 30;

/** Free checked bags of each passenger. τ²-bench's policy gives gold members four in business. */
export function freeBags(membership: Membership, cabin: Cabin, dialect: Dialect): number {
  if (dialect === 'tau2' && membership === 'gold' && cabin === 'business') return 4;
  return FREE_BAGS[membership][cabin];
}

/** Checked bags that are to be paid for. */
export function paidBags(
  total: number,
  trip: { readonly membership: Membership; readonly cabin: Cabin; readonly passengers: number },
  dialect: Dialect,
): number {
  return Math.max(0, total - freeBags(trip.membership, trip.cabin, dialect) * trip.passengers);
}
