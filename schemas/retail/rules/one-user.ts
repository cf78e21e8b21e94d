import { defineRule } from '../tables.ts';
import { userIdIn } from './subject.ts';

export const oneUser = defineRule({
  id: 'one-user',
  clause: 'one-user',
  sentence: 'All that is shown or changed in a conversation belongs to one user.',
  needs: 'history',
  tools: [
    'get_user_details',
    'get_order_details',
    'cancel_pending_order',
    'modify_pending_order_address',
    'modify_pending_order_payment',
    'modify_pending_order_items',
    'modify_user_address',
    'return_delivered_order_items',
    'exchange_delivered_order_items',
  ],
  check({ args, database, history }) {
    const user = userIdIn(args, database);
    if (user === undefined) return undefined;
    const lookups = history.filter(
      ({ tool, observation }) => tool.startsWith('find_user_id_by_') && !observation.failed,
    );
    const served =
      lookups.at(0)?.observation.text ??
      history
        .filter(({ effect, observation }) => effect === 'write' && !observation.failed)
        .map((past) => userIdIn(past.args, database))
        .find((id) => id !== undefined);
    return served === undefined || served === user
      ? undefined
      : `it concerns user "${user}", but the conversation is with "${served}"`;
  },
});
