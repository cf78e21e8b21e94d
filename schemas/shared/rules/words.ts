import type { Transcript } from 'taskwright';

const YES =
  /\b(yes|yep|yeah|yup|sure|ok|okay|confirm(ed)?|correct|agreed?|absolutely|definitely|certainly|go ahead|proceed|please do|do it|sounds good|that works|that's right|looks good|perfect)\b/i;
const NO = /\b(do not|don't|dont|not yet|wait|hold on|stop|cancel that|never ?mind|no,|no\.|nope)(?=\W|$)/i;

/** Whether a user's message says yes to what the agent just laid out. */
export function saysYes(text: string): boolean {
  return YES.test(text) && !NO.test(text.split(/[.!?]/)[0] ?? '');
}

/** The agent's last message to the user before the user's last turn, and that turn. */
export function lastExchange(transcript: Transcript): { proposal?: string; answer?: string } {
  const last = transcript.findLastIndex((turn) => turn.role === 'user');
  const answer = transcript[last];
  if (answer?.role !== 'user') return {};
  for (let index = last - 1; index >= 0; index -= 1) {
    const turn = transcript[index];
    if (turn?.role === 'agent' && turn.text !== undefined && (turn.calls ?? []).length === 0) {
      return { proposal: turn.text, answer: answer.text };
    }
  }
  return { answer: answer.text };
}
