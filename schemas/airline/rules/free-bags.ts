import { dialectOf } from '../../shared/dialect.ts';
import { paidBags } from '../allowance.ts';
import { currentCabin } from '../current-cabin.ts';
import { reservationOf, userOf } from '../owner.ts';
import { type Cabin, defineRule } from '../tables.ts';

/** Bags that were paid for before stay paid, also when a higher cabin would make them free. */
export const freeBagsRule = defineRule({
  id: 'free-bags',
  clause: 'book.bags',
  sentence: 'Exactly the bags beyond the free ones are paid for.',
  needs: 'history',
  tools: ['book_reservation', 'update_reservation_baggages'],
  argument: 'nonfree_baggages',
  check({ database, args, history, options }) {
    const user = userOf(database, args);
    const reservation = reservationOf(database, args);
    if (user === undefined) return undefined;
    const cabin = reservation === undefined ? (args.cabin as Cabin) : currentCabin(reservation, history);
    const passengers = reservation?.passengers.length ?? (args.passengers as readonly unknown[]).length;
    const trip = { membership: user.membership, cabin, passengers };
    const due = paidBags(Number(args.total_baggages), trip, dialectOf({ options }));
    const expected = Math.max(due, reservation?.nonfree_baggages ?? 0);
    return args.nonfree_baggages === expected
      ? undefined
      : `${String(args.nonfree_baggages)} of ${String(args.total_baggages)} bags are paid for, where ${expected} should be`;
  },
});
