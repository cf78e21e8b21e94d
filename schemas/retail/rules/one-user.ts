import { defineRule } from '../tables.ts';
import { PRIVATE_TOOLS } from './private-tools.ts';
import { userIdIn } from './subject.ts';

export const oneUser = defineRule({
  id: 'one-user',
  clause: 'one-user',
  sentence: 'All that is shown or changed in a conversation belongs to one user.',
  needs: 'history',
  tools: PRIVATE_TOOLS,
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
