import { ToolError } from 'taskwright';
import { defineTool } from '../tables.ts';

/** Letter case is ignored, blanks are not; of several users with one address the first in the table is meant. */
export const findUserIdByEmail = defineTool({
  name: 'find_user_id_by_email',
  effect: 'read',
  description: "Finds a user's id by e-mail address.",
  parameters: {
    type: 'object',
    properties: {
      email: {
        type: 'string',
        description: 'E-mail address of the user, for example "something@example.com".',
      },
    },
    required: ['email'],
  },
  run(database, { email }) {
    const [id] = database.users.find('email', email);
    if (id === undefined) throw new ToolError('user not found');
    return id;
  },
});
