import type { Transcript } from '../../define/index.ts';
import { ownTurns, type ServedAnswer, type ServedBrain, type ServedMessage } from './brain.ts';

/** What both sides said in one recorded trial, in order. */
export interface Recording {
  /** The trial's name: `task#trial`. */
  readonly id: string;
  readonly agent: readonly ServedAnswer[];
  readonly user: readonly ServedAnswer[];
}

/**
 * A model that speaks recorded trials again. The trial is the one the client names (`sendTrial`), else the first whose
 * own turns so far are those of the request; the answer is its next turn.
 */
export function replayBrain(recordings: readonly Recording[]): ServedBrain {
  const byId = new Map(recordings.map((recording) => [recording.id, recording]));
  return {
    answer: ({ role, trial, messages }) => {
      // Asked once before a run, to see that the server answers at all.
      if (trial === 'preflight') return { id: 'preflight', text: 'ready' };
      const spoken = ownTurns(messages);
      const side = role === 'user' ? 'user' : 'agent';
      const recording =
        trial === undefined
          ? recordings.find((candidate) => begins(candidate[side], spoken))
          : byId.get(trial);
      if (recording === undefined) {
        return trial === undefined
          ? `no recorded ${side} said these ${spoken.length} turns`
          : `no trial "${trial}" is recorded`;
      }
      const answer = recording[side][spoken.length];
      if (answer === undefined)
        return `the recording of "${recording.id}" ends before turn ${spoken.length + 1}`;
      return { id: `${recording.id}/${side}/${spoken.length}`, ...answer };
    },
  };
}

function begins(turns: readonly ServedAnswer[], spoken: readonly ServedMessage[]): boolean {
  if (spoken.length >= turns.length) return false;
  return spoken.every((message, index) => {
    const turn = turns[index] as ServedAnswer;
    if ((turn.text ?? '') !== message.content) return false;
    const calls = turn.calls ?? [];
    return (
      calls.length === message.calls.length &&
      calls.every((call, at) => sameCall(call, message.calls[at] as { name: string; arguments: string }))
    );
  });
}

type Named = { readonly name: string; readonly arguments: string };

function sameCall(left: Named, right: Named): boolean {
  if (left.name !== right.name) return false;
  try {
    return JSON.stringify(JSON.parse(left.arguments)) === JSON.stringify(JSON.parse(right.arguments));
  } catch {
    return left.arguments === right.arguments;
  }
}

const STOP_TOKENS = {
  stop: '###STOP###',
  transfer: '###TRANSFER###',
  'out-of-scope': '###OUT-OF-SCOPE###',
} as const;

/** A trial of ours as a recording. */
export function recordingOf(id: string, transcript: Transcript): Recording {
  const agent: ServedAnswer[] = [];
  const user: ServedAnswer[] = [];
  for (const turn of transcript) {
    if (turn.role === 'user') {
      const token = turn.stop === undefined ? '' : STOP_TOKENS[turn.stop];
      user.push({ text: [turn.text, token].filter((part) => part !== '').join(' ') });
    } else if (turn.role === 'agent') {
      const calls = (turn.calls ?? []).map(({ id: call, tool, args, unreadable }) => ({
        id: call,
        name: tool,
        arguments: unreadable ?? JSON.stringify(args),
      }));
      agent.push({ text: turn.text ?? null, ...(calls.length > 0 && { calls }) });
    }
  }
  return { id, agent, user };
}
