import { names, toldUser } from '../conversation.ts';
import { defineRule } from '../tables.ts';

export const insuranceOffered = defineRule({
  id: 'insurance-offered',
  clause: 'book.insurance',
  sentence: 'Travel insurance has come up before a booking.',
  needs: 'transcript',
  tools: ['book_reservation'],
  argument: 'insurance',
  check: ({ said, transcript }) =>
    names(`${said}\n${toldUser(transcript)}`, 'insurance')
      ? undefined
      : 'the user was not asked about travel insurance',
});
