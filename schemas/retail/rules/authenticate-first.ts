import { defineRule } from '../tables.ts';
import { PRIVATE_TOOLS } from './private-tools.ts';

/** Gold actions often leave look-ups out, so that only a conversation is judged. */
export const authenticateFirst = defineRule({
  id: 'authenticate-first',
  clause: 'authenticate',
  sentence:
    'The user is looked up by e-mail, or by name and zip code, before anything of theirs is shown or changed.',
  needs: 'transcript',
  tools: PRIVATE_TOOLS,
  check({ history, action }) {
    const found = history.some(
      ({ tool, observation }) => tool.startsWith('find_user_id_by_') && !observation.failed,
    );
    return found ? undefined : `${action.tool} is called before the user was looked up`;
  },
});
