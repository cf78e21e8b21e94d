import type { AgentTurn, Transcript } from 'taskwright';

/** The turn that makes the call under judgement: the last one of the agent. */
export function callingTurn(transcript: Transcript): AgentTurn | undefined {
  return transcript.findLast((turn): turn is AgentTurn => turn.role === 'agent');
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
