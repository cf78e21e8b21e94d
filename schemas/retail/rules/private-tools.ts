/** Tools that show or change what belongs to a user. */
export const PRIVATE_TOOLS = [
  'get_user_details',
  'get_order_details',
  'cancel_pending_order',
  'modify_pending_order_address',
  'modify_pending_order_payment',
  'modify_pending_order_items',
  'modify_user_address',
  'return_delivered_order_items',
  'exchange_delivered_order_items',
] as const;
