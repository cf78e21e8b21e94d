import { ToolError } from 'taskwright';
import { orderId } from '../parameters.ts';
import { shownOrder } from '../shown-order.ts';
import { defineTool } from '../tables.ts';

export const getOrderDetails = defineTool({
  name: 'get_order_details',
  effect: 'read',
  description: 'Shows an order: its items, status, address, parcels and payments.',
  parameters: { type: 'object', properties: { order_id: orderId }, required: ['order_id'] },
  run(database, { order_id }, context) {
    const order = database.orders.get(order_id);
    if (order === undefined) throw new ToolError('order not found');
    return shownOrder(order, context);
  },
});
