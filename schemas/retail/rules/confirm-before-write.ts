import { lastExchange, saysYes } from '../../shared/rules/words.ts';
import { defineRule } from '../tables.ts';

/** Read off words: the user's last message says yes, and the agent laid something out before it. */
export const confirmBeforeWrite = defineRule({
  id: 'confirm-before-write',
  clause: 'confirm',
  sentence: 'The user said yes to the details of a change before it is made.',
  needs: 'transcript',
  check({ transcript }) {
    const { proposal, answer } = lastExchange(transcript);
    if (answer === undefined || proposal === undefined) return 'nothing was laid out to the user before';
    return saysYes(answer) ? undefined : 'the user has not said yes to it';
  },
});
