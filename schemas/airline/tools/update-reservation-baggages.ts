import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { BAG_PRICE } from '../allowance.ts';
import { charge } from '../charge.ts';
import { findReservation } from '../lookup.ts';
import { PAID_BAGS, PAYMENT_ID, RESERVATION_ID, TOTAL_BAGS } from '../parameters.ts';
import { refuseCancelled } from '../refuse-cancelled.ts';
import { showReservation } from '../show.ts';
import { defineTool } from '../tables.ts';

/**
 * Sets the numbers of bags and charges for paid bags beyond those there were.
 *
 * The payment method is checked even when nothing is to be paid. Lower numbers are taken without a refund:
 * that bags are only added is for the agent to check.
 * - `own`: more paid bags than bags, and changes of a cancelled reservation, are refused.
 */
export const updateReservationBaggages = defineTool({
  name: 'update_reservation_baggages',
  effect: 'write',
  description: 'Set the number of checked bags of a reservation and charge for the paid ones that are new.',
  parameters: {
    type: 'object',
    properties: {
      reservation_id: RESERVATION_ID,
      total_baggages: TOTAL_BAGS,
      nonfree_baggages: PAID_BAGS,
      payment_id: PAYMENT_ID,
    },
    required: ['reservation_id', 'total_baggages', 'nonfree_baggages', 'payment_id'],
  },
  run(database, args, context) {
    const dialect = dialectOf(context);
    const before = findReservation(database, args.reservation_id);
    refuseCancelled(before, dialect);
    if (dialect === 'own' && (args.nonfree_baggages < 0 || args.nonfree_baggages > args.total_baggages)) {
      throw new ToolError('paid bags must be between none and all bags');
    }
    const amount = BAG_PRICE * Math.max(0, args.nonfree_baggages - before.nonfree_baggages);
    const payment = charge(database, before.user_id, { paymentId: args.payment_id, amount });
    const reservation = database.reservations.edit(args.reservation_id);
    reservation.total_baggages = args.total_baggages;
    reservation.nonfree_baggages = args.nonfree_baggages;
    if (payment !== undefined) reservation.payment_history.push(payment);
    return showReservation(reservation, dialect);
  },
});
