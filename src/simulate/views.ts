import type { Transcript, Turn } from '../define/index.ts';

/** The conversation as the agent sees it: without the user's private side. */
export function agentsView(transcript: Transcript): Transcript {
  return transcript.flatMap((turn): Turn[] => {
    if (turn.role === 'user') return [{ role: 'user', text: turn.text }];
    return turn.role === 'tool' && turn.requestor === 'user' ? [] : [turn];
  });
}

/** The conversation as the user sees it: messages only, and the user's own turns. */
export function usersView(transcript: Transcript): Transcript {
  return transcript.flatMap((turn, index): Turn[] => {
    if (turn.role === 'user') return [turn];
    if (turn.role === 'tool') return turn.requestor === 'user' ? [turn] : [];
    const next = transcript[index + 1];
    const rejected = next?.role === 'tool' && next.tool === '';
    const silent = (turn.calls ?? []).length > 0 || turn.text === undefined || rejected;
    return silent ? [] : [{ role: 'agent', text: turn.text as string }];
  });
}

/** All that the user has said, the scenario's opening line first. */
export function saidBy(transcript: Transcript, opening = ''): string {
  return [opening, ...transcript.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []))].join('\n');
}
