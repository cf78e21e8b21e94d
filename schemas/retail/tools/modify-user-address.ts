import { ToolError } from 'taskwright';
import { ADDRESS_FIELDS, addressFields, addressIn, userId } from '../parameters.ts';
import { defineTool } from '../tables.ts';

/** The address is taken as it is: no part of it is looked at. Orders keep their own address. */
export const modifyUserAddress = defineTool({
  name: 'modify_user_address',
  effect: 'write',
  description:
    "Changes a user's default address. Tell the user the new address and get an explicit yes before the call.",
  parameters: {
    type: 'object',
    properties: { user_id: userId, ...addressFields },
    required: ['user_id', ...ADDRESS_FIELDS],
  },
  run(database, { user_id, ...address }) {
    if (!database.users.has(user_id)) throw new ToolError('user not found');
    const user = database.users.edit(user_id);
    user.address = addressIn(address);
    return user;
  },
});
