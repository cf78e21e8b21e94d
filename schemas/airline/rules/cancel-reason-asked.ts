import { names, toldUser } from '../conversation.ts';
import { defineRule } from '../tables.ts';

const GIVES_REASON =
  /\b(because|since|due to|reason|as i|plans?|change of|sick|ill|health|medical|weather|cancell?ed by|airline cancell?ed|emergency|can ?not|can't|no longer|unable)\b/i;

export const cancelReasonAsked = defineRule({
  id: 'cancel-reason-asked',
  clause: 'cancel.reason',
  sentence: 'The reason for a cancellation is known before it is made.',
  needs: 'transcript',
  tools: ['cancel_reservation'],
  check({ said, transcript }) {
    const told = toldUser(transcript);
    return GIVES_REASON.test(said) || names(told, 'reason') || names(told, 'why')
      ? undefined
      : 'nobody has said why the reservation is to be cancelled';
  },
});
