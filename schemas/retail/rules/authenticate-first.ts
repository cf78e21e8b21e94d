import { defineRule } from '../tables.ts';

/** Tools that show or change what belongs to a user. */
const PRIVATE = [
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

/** Gold actions often leave look-ups out, so that only a conversation is judged. */
export const authenticateFirst = defineRule({
  id: 'authenticate-first',
  clause: 'authenticate',
  sentence:
    'The user is looked up by e-mail, or by name and zip code, before anything of theirs is shown or changed.',
  needs: 'transcript',
  tools: PRIVATE,
  check({ history, action }) {
    const found = history.some(
      ({ tool, observation }) => tool.startsWith('find_user_id_by_') && !observation.failed,
    );
    return found ? undefined : `${action.tool} is called before the user was looked up`;
  },
});
