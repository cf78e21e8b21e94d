import type { CandidateFunction, CandidateInput, JsonValue } from 'taskwright';
import { dialectOf } from '../shared/dialect.ts';
import { paidBags } from './allowance.ts';
import { claimsOf } from './amends.ts';
import { itinerariesLike } from './itineraries.ts';
import { reservationOf, userOf } from './owner.ts';
import { paymentPlans } from './payment-plans.ts';
import type { Cabin } from './tables.ts';

/** Most bags that are tried beyond those named. */
const MORE_BAGS = 3;

/** Reservations of the user whose reservation the call names. */
function* reservationsOfUser({ database, args }: CandidateInput): Generator<JsonValue> {
  yield* new Set(userOf(database, args)?.reservations ?? []);
}

/** Gift cards and credit cards of the user; certificates cannot pay for changes. */
function* paymentMethodsOfUser({ database, args }: CandidateInput): Generator<JsonValue> {
  for (const [id, method] of Object.entries(userOf(database, args)?.payment_methods ?? {})) {
    if (method.source !== 'certificate') yield id;
  }
}

/** Passengers of the reservation, the user and saved passengers: each list of the same length with one of them changed. */
function* passengerLists({ database, args }: CandidateInput): Generator<JsonValue> {
  const user = userOf(database, args);
  if (user === undefined || !Array.isArray(args.passengers)) return;
  const given = args.passengers as readonly JsonValue[];
  const self = { ...user.name, dob: user.dob };
  for (const other of [self, ...user.saved_passengers]) {
    const person = { first_name: other.first_name, last_name: other.last_name, dob: other.dob };
    if (given.some((passenger) => JSON.stringify(passenger) === JSON.stringify(person))) continue;
    for (const [index] of given.entries()) yield given.with(index, person);
    if (args.reservation_id === undefined) yield [...given, person];
  }
}

/** From none, or for a change from what there is, to a few more than named. */
function* bagCounts({ database, args }: CandidateInput): Generator<JsonValue> {
  const least = reservationOf(database, args)?.total_baggages ?? 0;
  for (let count = least; count <= Number(args.total_baggages) + MORE_BAGS; count += 1) yield count;
}

/** The number the free allowance leaves, and every other from none to all bags. */
function* paidBagCounts(input: CandidateInput): Generator<JsonValue> {
  const { database, args } = input;
  const user = userOf(database, args);
  const reservation = reservationOf(database, args);
  const total = Number(args.total_baggages);
  if (user !== undefined) {
    const cabin = reservation?.cabin ?? (args.cabin as Cabin);
    const passengers = reservation?.passengers.length ?? (args.passengers as readonly JsonValue[]).length;
    yield paidBags(total, { membership: user.membership, cabin, passengers }, dialectOf(input));
  }
  for (let count = 0; count <= total; count += 1) yield count;
}

/** What could be due for each reservation of the user that had trouble. */
function* certificateAmounts({ database, args }: CandidateInput): Generator<JsonValue> {
  const user = userOf(database, args);
  if (user !== undefined) yield* new Set(claimsOf(database, user).map(({ amount }) => amount));
}

/** Other flights for the same journeys on the same dates. */
function* itinerariesOnRoute(input: CandidateInput): Generator<JsonValue> {
  yield* itinerariesLike(input);
}

/** Ways to pay the same sum with what the user has on file. */
function* paymentCombinations(input: CandidateInput): Generator<JsonValue> {
  yield* paymentPlans(input);
}

/** Values that arguments could take; named by `x-candidates` in the tools' parameters. */
export const candidates: Readonly<Record<string, CandidateFunction>> = {
  reservationsOfUser,
  paymentMethodsOfUser,
  passengerLists,
  bagCounts,
  paidBagCounts,
  certificateAmounts,
  itinerariesOnRoute,
  paymentCombinations,
};
