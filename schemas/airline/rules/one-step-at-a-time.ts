import { callingTurn } from '../conversation.ts';
import { defineRule } from '../tables.ts';
import { TOOL_NAMES } from '../tool-names.ts';

export const oneStepAtATime = defineRule({
  id: 'one-step-at-a-time',
  clause: 'work.one-step',
  sentence: 'A turn makes one tool call, or speaks to the user, never both.',
  needs: 'transcript',
  tools: TOOL_NAMES,
  check({ transcript }) {
    const turn = callingTurn(transcript);
    const calls = turn?.calls?.length ?? 0;
    if (calls > 1) return `one turn makes ${calls} calls`;
    const speaks = calls === 1 && (turn?.text ?? '').trim() !== '';
    return speaks ? 'one turn makes a call and speaks to the user' : undefined;
  },
});
