import type { AgentTurn, Transcript, UserTurn } from 'taskwright';

const YES =
  /\b(yes|yeah|yep|confirm(ed)?|go ahead|proceed|please do|do (it|that|so)|sure|correct|sounds good|that works|works for me|ok(ay)?|agreed?|absolutely|fine)\b/i;
const NO =
  /^\W*(no|nope|wait|stop|hold on|not yet)\b|\b(do not|don't) (proceed|go ahead|book|cancel|change|do)\b/i;

/** The turn that makes the call under judgement: the last one of the agent. */
export function callingTurn(transcript: Transcript): AgentTurn | undefined {
  return transcript.findLast((turn): turn is AgentTurn => turn.role === 'agent');
}

/** The user's last turn, and whether the agent had put something to them before it. */
export function lastAnswer(
  transcript: Transcript,
): { readonly turn: UserTurn; readonly asked: boolean } | undefined {
  const at = transcript.findLastIndex((turn) => turn.role === 'user');
  if (at < 0) return undefined;
  const asked = transcript.slice(0, at).some((turn) => turn.role === 'agent' && (turn.text ?? '') !== '');
  return { turn: transcript[at] as UserTurn, asked };
}

/** Whether a message agrees to what was proposed. */
export function agrees(text: string): boolean {
  return YES.test(text) && !NO.test(text);
}

/** Everything the agent has told the user so far. */
export function toldUser(transcript: Transcript): string {
  return transcript
    .flatMap((turn) =>
      turn.role === 'agent' && (turn.calls ?? []).length === 0 && turn.text !== undefined ? [turn.text] : [],
    )
    .join('\n');
}

/** Whether a text names a word, whatever its letter case. */
export function names(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}
