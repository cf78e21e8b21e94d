import type { JsonObject, ReadDatabase } from 'taskwright';
import { userOf } from './owner.ts';
import type { AirlineTables } from './tables.ts';
import type { Payment, PaymentMethod } from './types.generated.ts';

/** Kinds of the payment methods a booking uses; methods that are not on file are left to the tool. */
export function paymentSources(
  database: ReadDatabase<AirlineTables>,
  args: JsonObject,
): PaymentMethod['source'][] {
  const methods = userOf(database, args)?.payment_methods ?? {};
  return (args.payment_methods as unknown as readonly Payment[]).flatMap(({ payment_id: id }) => {
    const source = Object.hasOwn(methods, id) ? methods[id]?.source : undefined;
    return source === undefined ? [] : [source];
  });
}
