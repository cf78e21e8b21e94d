import { reservationOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

export const bagsOnlyAdded = defineRule({
  id: 'bags-only-added',
  clause: 'change.bags',
  sentence: 'Checked bags are added, never taken away.',
  needs: 'state',
  tools: ['update_reservation_baggages'],
  argument: 'total_baggages',
  check({ database, args }) {
    const before = reservationOf(database, args)?.total_baggages ?? 0;
    return Number(args.total_baggages) < before
      ? `${String(args.total_baggages)} bags are fewer than the ${before} there are`
      : undefined;
  },
});
