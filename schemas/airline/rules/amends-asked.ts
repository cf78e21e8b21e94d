import { defineRule } from '../tables.ts';

const ASKS =
  /\b(compensat\w*|certificates?|vouchers?|make (it )?up|amends|gesture|goodwill|reimburs\w*|complain\w*|complaint|unacceptable|frustrat\w*|disappoint\w*|upset|angry|inconvenien\w*)\b/i;

export const amendsAsked = defineRule({
  id: 'amends-asked',
  clause: 'amends.asked',
  sentence: 'A certificate is given only to a user who complains or asks for it.',
  needs: 'state',
  tools: ['send_certificate'],
  check: ({ said }) =>
    ASKS.test(said) ? undefined : 'the user has neither complained nor asked for anything',
});
