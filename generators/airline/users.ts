import {
  collection,
  digits,
  emailOf,
  logNormal,
  oneOf,
  personName,
  postalAddress,
  type RandomStream,
  type RowHandle,
  uniqueDigits,
  userKey,
  weighted,
} from 'taskwright';
import type { Reservation, User } from '../../schemas/airline/types.generated.ts';
import type { Bookings, Trip } from './bookings.ts';
import { defineGenerator } from './tables.ts';

type PaymentMethods = User['payment_methods'];

export const membership = weighted<User['membership']>([
  ['regular', 42],
  ['silver', 33],
  ['gold', 25],
]);

/** Payment methods on file: everyone has a credit card, so that any price can be paid. */
export const methodsPerUser = weighted<readonly ('credit_card' | 'gift_card' | 'certificate')[]>([
  [['credit_card'], 22],
  [['credit_card', 'gift_card'], 18],
  [['gift_card', 'credit_card', 'certificate'], 14],
  [['credit_card', 'certificate'], 12],
  [['credit_card', 'credit_card'], 9],
  [['certificate', 'credit_card', 'gift_card', 'gift_card'], 9],
  [['credit_card', 'certificate', 'certificate'], 7],
  [['gift_card', 'gift_card', 'credit_card', 'credit_card', 'certificate'], 5],
  [['certificate', 'credit_card', 'certificate', 'gift_card', 'certificate'], 4],
]);
const MOST_METHODS = 5;
export const giftCardAmount = logNormal(110, 0.7, { low: 5, high: 600, step: 1 });
const certificateAmount = oneOf([50, 100, 100, 150, 200, 250, 500]);
const BRANDS = oneOf<'visa' | 'mastercard'>(['visa', 'mastercard']);

export const savedPassengersPerUser = weighted([
  [0, 12],
  [1, 44],
  [2, 28],
  [3, 11],
  [4, 5],
]);

export const users = defineGenerator('users', 1, {
  identity: ({ index, random }) => {
    const name = personName(random);
    return { key: userKey(name, uniqueDigits(index, 4, 41)), name };
  },
  row: ({ random, index, identity, calendar, from, settled }): User => ({
    name: identity.name,
    address: postalAddress(random),
    email: emailOf(identity.name, uniqueDigits(index, 4, 42), random),
    dob: calendar.birthday(random, 19, 78),
    payment_methods: paymentMethods(index, random),
    saved_passengers: Array.from({ length: savedPassengersPerUser(random) }, () => {
      const other = personName(random);
      // Half of them are family.
      const last_name = random.chance(0.5) ? identity.name.last_name : other.last_name;
      return { first_name: other.first_name, last_name, dob: calendar.birthday(random, 3, 80) };
    }),
    membership: membership(random),
    reservations: oldestFirst(from('reservations', 'user'), settled),
  }),
  measures: {
    membership: { of: (user: User) => user.membership, intended: membership },
    'reservations per user': { of: (user: User) => user.reservations.length },
    'saved passengers': {
      of: (user: User) => user.saved_passengers.length,
      intended: savedPassengersPerUser,
    },
  },
});

function oldestFirst(booked: readonly RowHandle<Reservation>[], { trips }: Bookings): string[] {
  return booked
    .map(({ key, position }) => ({ key, at: (trips[position] as Trip).bookedAt }))
    .sort((left, right) => (left.at < right.at ? -1 : 1))
    .map(({ key }) => key);
}

function paymentMethods(index: number, random: RandomStream): PaymentMethods {
  const methods: PaymentMethods = collection();
  for (const [place, source] of methodsPerUser(random).entries()) {
    const id = `${source}_${uniqueDigits(index * MOST_METHODS + place, 7, 43)}`;
    if (source === 'credit_card') {
      const last_four = digits(random.int(0, 9999), 4);
      methods[id] = { source, id, brand: BRANDS(random), last_four };
    } else if (source === 'gift_card') methods[id] = { source, id, amount: giftCardAmount(random) };
    else methods[id] = { source, id, amount: certificateAmount(random) };
  }
  return methods;
}
