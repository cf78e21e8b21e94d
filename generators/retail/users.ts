import type { RandomStream } from 'taskwright';
import {
  collection,
  digits,
  emailOf,
  logNormal,
  personName,
  postalAddress,
  uniqueDigits,
  userKey,
  weighted,
} from 'taskwright';
import type { User } from '../../schemas/retail/types.generated.ts';
import { defineGenerator } from './tables.ts';

type PaymentMethods = User['payment_methods'];

/** Kinds of payment method a user has on file, in order. */
export const paymentMethodsPerUser = weighted<readonly ('credit_card' | 'paypal' | 'gift_card')[]>([
  [['credit_card'], 26],
  [['paypal'], 17],
  [['gift_card'], 9],
  [['credit_card', 'paypal'], 15],
  [['gift_card', 'credit_card'], 13],
  [['paypal', 'gift_card'], 7],
  [['credit_card', 'credit_card'], 6],
  [['credit_card', 'paypal', 'gift_card'], 5],
  [['credit_card', 'gift_card', 'credit_card'], 2],
]);
export const giftCardBalance = logNormal(55, 0.8, { low: 0, high: 400, step: 1 });
const MOST_METHODS = 4;

const BRANDS = weighted([
  ['visa', 6],
  ['mastercard', 4],
]);

export const users = defineGenerator('users', 1, {
  identity: ({ index, random }) => {
    const name = personName(random);
    return { key: userKey(name, uniqueDigits(index, 4, 21)), name };
  },
  row: ({ random, index, identity, from }): User => ({
    name: identity.name,
    address: postalAddress(random),
    email: emailOf(identity.name, uniqueDigits(index, 4, 22), random),
    payment_methods: paymentMethods(index, random),
    orders: from('orders', 'user').map((order) => order.key),
  }),
  measures: {
    'orders per user': { of: (user: User) => user.orders.length },
    'payment methods per user': { of: (user: User) => Object.keys(user.payment_methods).length },
    'gift card balance': {
      of: (user: User) =>
        Object.values(user.payment_methods).flatMap((method) =>
          'balance' in method ? [method.balance] : [],
        ),
      intended: giftCardBalance,
    },
  },
});

function paymentMethods(index: number, random: RandomStream): PaymentMethods {
  const methods: PaymentMethods = collection();
  let number = index * MOST_METHODS;
  for (const source of paymentMethodsPerUser(random)) {
    const id = `${source}_${uniqueDigits(number, 7, 23)}`;
    number += 1;
    if (source === 'credit_card') {
      const last_four = digits(random.int(0, 9999), 4);
      methods[id] = { source, id, brand: BRANDS(random), last_four };
    } else if (source === 'paypal') methods[id] = { source, id };
    else methods[id] = { source, id, balance: giftCardBalance(random) };
  }
  return methods;
}
