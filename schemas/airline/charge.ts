import { ToolError, type WriteDatabase } from 'taskwright';
import type { AirlineTables } from './tables.ts';
import type { Payment } from './types.generated.ts';

/**
 * Charges one payment method of a user for a change, or gives money back to it. A gift card is charged at once.
 * @param amount to pay; negative for a refund
 * @returns the entry for the payment history; undefined when nothing is to be paid
 * @throws ToolError when the method is not on file, is a certificate, or cannot cover the amount
 */
export function charge(
  database: WriteDatabase<AirlineTables>,
  userId: string,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
): Payment | undefined {
  const methods = database.users.get(userId)?.payment_methods ?? {};
  const method = Object.hasOwn(methods, paymentId) ? methods[paymentId] : undefined;
  if (method === undefined) throw new ToolError('payment method not found');
  if (method.source === 'certificate')
    throw new ToolError('certificate cannot be used to update reservation');
  if (method.source === 'gift_card') {
    if (method.amount < amount) throw new ToolError('gift card balance is not enough');
    const card = database.users.edit(userId).payment_methods[paymentId];
    if (card?.source === 'gift_card') card.amount -= amount;
  }
  return amount === 0 ? undefined : { payment_id: paymentId, amount };
}
