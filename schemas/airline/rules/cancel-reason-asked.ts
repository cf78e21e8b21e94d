import { names, toldUser } from '../conversation.ts';
import { givesReason } from '../reason-words.ts';
import { defineRule } from '../tables.ts';

export const cancelReasonAsked = defineRule({
  id: 'cancel-reason-asked',
  clause: 'cancel.reason',
  sentence: 'The reason for a cancellation is known before it is made.',
  needs: 'transcript',
  tools: ['cancel_reservation'],
  check({ said, transcript }) {
    const told = toldUser(transcript);
    return givesReason(said) || names(told, 'reason') || names(told, 'why')
      ? undefined
      : 'nobody has said why the reservation is to be cancelled';
  },
});
