import type { CandidateInput, Immutable, JsonObject, JsonValue, ReadDatabase } from 'taskwright';
import { BAG_PRICE, INSURANCE_PRICE } from './allowance.ts';
import { flightDates } from './itinerary.ts';
import { userOf } from './owner.ts';
import type { AirlineTables, Cabin } from './tables.ts';
import type { Payment, User } from './types.generated.ts';

type Method = readonly [id: string, worth: number];

/**
 * Ways to pay for a booking with what is on file: every choice of at most one certificate and up to three gift cards,
 * used in turn as far as they go, with one credit card for what is left. The sum is the price of the booking.
 */
export function* paymentPlans(input: CandidateInput): Generator<JsonValue> {
  const user = userOf(input.database, input.args);
  const price = priceOf(input);
  if (user === undefined || price === undefined) return;
  const certificates = methodsOf(user, 'certificate');
  const giftCards = methodsOf(user, 'gift_card');
  const creditCards = methodsOf(user, 'credit_card');
  const seen = new Set<string>();
  for (const certificate of [undefined, ...certificates]) {
    for (const cards of subsets(giftCards, 3)) {
      const { paid, left } = spend([...(certificate ? [certificate] : []), ...cards], price);
      const plans =
        left === 0
          ? [paid]
          : creditCards.map(([id]): Payment[] => [...paid, { payment_id: id, amount: left }]);
      for (const plan of plans) {
        const text = JSON.stringify(plan);
        if (plan.length === 0 || seen.has(text)) continue;
        seen.add(text);
        yield plan.map(({ payment_id, amount }): JsonObject => ({ payment_id, amount }));
      }
    }
  }
}

function methodsOf(user: Immutable<User>, source: string): Method[] {
  return Object.entries(user.payment_methods).flatMap(([id, method]): Method[] =>
    method.source === source
      ? [[id, method.source === 'credit_card' ? Number.POSITIVE_INFINITY : method.amount]]
      : [],
  );
}

/** Uses methods in turn; those that nothing is left for are not used. */
function spend(
  methods: readonly Method[],
  price: number,
): { readonly paid: Payment[]; readonly left: number } {
  const paid: Payment[] = [];
  let left = price;
  for (const [id, worth] of methods) {
    const amount = Math.min(worth, left);
    if (amount <= 0) continue;
    paid.push({ payment_id: id, amount });
    left -= amount;
  }
  return { paid, left };
}

/** Every choice of up to `most` items, in each order: the first is used up first. */
function* subsets(items: readonly Method[], most: number): Generator<readonly Method[]> {
  yield [];
  if (most === 0) return;
  for (const [index, item] of items.entries()) {
    for (const rest of subsets(items.toSpliced(index, 1), most - 1)) yield [item, ...rest];
  }
}

/** What the booking costs at today's prices; undefined when a flight cannot be booked. */
function priceOf(input: CandidateInput): number | undefined {
  const database: ReadDatabase<AirlineTables> = input.database;
  const { args } = input;
  const heads = (args.passengers as readonly JsonValue[]).length;
  let price =
    Number(args.nonfree_baggages) * BAG_PRICE + (args.insurance === 'yes' ? INSURANCE_PRICE * heads : 0);
  for (const { flight_number, date } of flightDates(args.flights)) {
    const day = database.flights.get(flight_number)?.dates[date];
    if (day?.status !== 'available') return undefined;
    price += day.prices[args.cabin as Cabin] * heads;
  }
  return price;
}
