import { findUser } from '../lookup.ts';
import { USER_ID } from '../parameters.ts';
import { defineTool } from '../tables.ts';

/** Answers the user's row as it stands. */
export const getUserDetails = defineTool({
  name: 'get_user_details',
  effect: 'read',
  description:
    'Show the profile of a user: address, payment methods, saved passengers, membership, reservations.',
  parameters: { type: 'object', properties: { user_id: USER_ID }, required: ['user_id'] },
  run: (database, args) => findUser(database, args.user_id),
});
