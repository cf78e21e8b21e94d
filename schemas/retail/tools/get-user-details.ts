import { ToolError } from 'taskwright';
import { defineTool } from '../tables.ts';

export const getUserDetails = defineTool({
  name: 'get_user_details',
  effect: 'read',
  description: "Shows a user's profile: name, e-mail, default address, payment methods and ids of orders.",
  parameters: {
    type: 'object',
    properties: {
      user_id: {
        type: 'string',
        description: 'Id of the user, for example "sara_doe_496".',
        'x-references': 'users',
      },
    },
    required: ['user_id'],
  },
  run(database, { user_id }) {
    const user = database.users.get(user_id);
    if (user === undefined) throw new ToolError('user not found');
    return user;
  },
});
