import { ToolError } from 'taskwright';
import { dialectOf } from '../../shared/dialect.ts';
import { findUser } from '../lookup.ts';
import { USER_ID } from '../parameters.ts';
import { defineTool } from '../tables.ts';

const FIRST = 3221322;

/**
 * Adds a certificate to the profile. Ids are counted for each user from a fixed first one.
 *
 * - `tau1`, `tau2`: a user can be given three; the fourth call fails.
 * - `own`: any number, and the amount must be above zero.
 */
export const sendCertificate = defineTool({
  name: 'send_certificate',
  effect: 'write',
  description: 'Give a user a travel certificate. Whether one is due is not checked here.',
  parameters: {
    type: 'object',
    properties: {
      user_id: USER_ID,
      amount: {
        type: 'number',
        description: 'What the certificate is worth, in dollars.',
        'x-candidates': 'certificateAmounts',
        'x-unit': 'USD',
      },
    },
    required: ['user_id', 'amount'],
  },
  run(database, args, context) {
    const { payment_methods: methods } = findUser(database, args.user_id);
    const own = dialectOf(context) === 'own';
    if (own && args.amount <= 0) throw new ToolError('a certificate must be worth more than nothing');
    let number = FIRST;
    while (Object.hasOwn(methods, `certificate_${number}`)) number += 1;
    if (!own && number > FIRST + 2) throw new ToolError('too many certificates');
    const id = `certificate_${number}`;
    database.users.edit(args.user_id).payment_methods[id] = {
      source: 'certificate',
      amount: args.amount,
      id,
    };
    return `Certificate ${id} added to user ${args.user_id} with amount ${args.amount}.`;
  },
});
