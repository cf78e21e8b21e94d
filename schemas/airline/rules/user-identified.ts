import { names } from '../conversation.ts';
import { userIdOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

export const userIdentified = defineRule({
  id: 'user-identified',
  clause: 'work.identify',
  sentence: 'The user has given their user id before anything is written for them.',
  needs: 'transcript',
  argument: 'user_id',
  check({ database, args, said }) {
    const id = userIdOf(database, args);
    if (id === undefined || names(said, id)) return undefined;
    return `the user has not given the user id "${id}"`;
  },
});
