import { ToolError } from 'taskwright';
import { defineTool } from '../tables.ts';

/** Letter case of the names is ignored, the zip code must be exact; of several such users the first in the table is meant. */
export const findUserIdByNameZip = defineTool({
  name: 'find_user_id_by_name_zip',
  effect: 'read',
  description:
    "Finds a user's id by first name, last name and zip code. Look by e-mail address first; use this when that finds nobody or the user cannot remember it.",
  parameters: {
    type: 'object',
    properties: {
      first_name: { type: 'string', description: 'First name, for example "John".' },
      last_name: { type: 'string', description: 'Last name, for example "Doe".' },
      zip: { type: 'string', description: 'Zip code of the default address, for example "12345".' },
    },
    required: ['first_name', 'last_name', 'zip'],
  },
  run(database, { first_name, last_name, zip }) {
    const first = first_name.toLowerCase();
    const last = last_name.toLowerCase();
    const id = database.users.find('address.zip', zip).find((key) => {
      const name = database.users.get(key)?.name;
      return name?.first_name.toLowerCase() === first && name.last_name.toLowerCase() === last;
    });
    if (id === undefined) throw new ToolError('user not found');
    return id;
  },
});
