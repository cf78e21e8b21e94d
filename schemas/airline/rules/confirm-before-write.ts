import { agrees, lastAnswer } from '../conversation.ts';
import { defineRule } from '../tables.ts';

/** Looks at the user's last words: they must agree to something the agent had put to them. */
export const confirmBeforeWrite = defineRule({
  id: 'confirm-before-write',
  clause: 'work.confirm',
  sentence: 'The user has agreed to what the agent proposed before anything is written.',
  needs: 'transcript',
  check({ transcript }) {
    const answer = lastAnswer(transcript);
    if (answer === undefined || !answer.asked) return 'nothing was put to the user before the change';
    return agrees(answer.turn.text) ? undefined : 'the user had not agreed to the change';
  },
});
