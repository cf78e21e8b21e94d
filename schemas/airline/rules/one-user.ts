import { userIdOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

export const oneUser = defineRule({
  id: 'one-user',
  clause: 'work.one-user',
  sentence: 'All changes of a conversation are for the same user.',
  needs: 'history',
  argument: 'user_id',
  check({ database, args, history }) {
    const id = userIdOf(database, args);
    const other = history
      .filter(({ effect, observation }) => effect === 'write' && !observation.failed)
      .map((action) => userIdOf(database, action.args))
      .find((before) => before !== undefined && before !== id);
    return other === undefined ? undefined : `changes were made for "${other}" before`;
  },
});
