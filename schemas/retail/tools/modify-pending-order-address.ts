import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { ADDRESS_FIELDS, addressFields, addressIn, orderId } from '../parameters.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool } from '../tables.ts';

/**
 * The address is taken as it is: no part of it is looked at.
 * τ²-bench also takes orders whose status merely contains "pending", that is after an item change.
 */
export const modifyPendingOrderAddress = defineTool({
  name: 'modify_pending_order_address',
  effect: 'write',
  enforces: ['modify.pending'],
  description:
    'Changes where a pending order is sent. Tell the user the new address and get an explicit yes before the call.',
  parameters: {
    type: 'object',
    properties: { order_id: orderId, ...addressFields },
    required: ['order_id', ...ADDRESS_FIELDS],
  },
  run(database, { order_id, ...address }, context) {
    const status = database.orders.get(order_id)?.status;
    if (status === undefined) throw new ToolError('order not found');
    const pending = dialectOf(context) === 'tau2' ? status.includes('pending') : status === 'pending';
    if (!pending) throw new ToolError('non-pending order cannot be modified');
    const order = database.orders.edit(order_id);
    order.address = addressIn(address);
    return shownOrder(order, context);
  },
});
