import { type Immutable, ToolError, type WriteDatabase } from 'taskwright';
import { toCents } from '../shared/cents.ts';
import type { Dialect } from '../shared/dialect.ts';
import type { RetailTables } from './tables.ts';
import type { GiftCard, PaymentMethod, User } from './types.generated.ts';

/** The payment method of a user, or a refusal. */
export function paymentMethodOf(user: Immutable<User> | undefined, id: string): Immutable<PaymentMethod> {
  const method = user && Object.hasOwn(user.payment_methods, id) ? user.payment_methods[id] : undefined;
  if (method === undefined) throw new ToolError('payment method not found');
  return method;
}

/** Adds to a gift card of a user (takes from it when negative); the balance is kept in whole cents. */
export function addToGiftCard(
  database: WriteDatabase<RetailTables>,
  userId: string,
  methodId: string,
  amount: number,
): void {
  if (!database.users.has(userId)) throw new ToolError('user not found');
  const card = paymentMethodOf(database.users.edit(userId), methodId) as GiftCard;
  if (typeof card.balance !== 'number') throw new ToolError('the payment method has no balance');
  card.balance = toCents(card.balance + amount);
}

/** τ-bench knows a gift card by the text of its id where money goes back to it; the others by its source. */
export function countsAsGiftCard(
  user: Immutable<User> | undefined,
  methodId: string,
  dialect: Dialect,
): boolean {
  if (dialect === 'tau1') return methodId.includes('gift_card');
  const method = user && Object.hasOwn(user.payment_methods, methodId) && user.payment_methods[methodId];
  return method ? method.source === 'gift_card' : false;
}
