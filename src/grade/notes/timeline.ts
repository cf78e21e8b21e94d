import type { Action, Observation, Transcript } from '../../define/index.ts';
import type { Change, Environment, Outcome } from '../../environment/index.ts';

/** A call of the agent with its answer and the turn it was made in. */
export interface TimedAction extends Action {
  /** From 1; a turn is one user message and all the agent does until the next one. */
  readonly turn: number;
  readonly observation: Observation;
  readonly changed: boolean;
}

/** A trial cut into turns. */
export interface Timeline {
  /** Number of turns; 0 for a trial without any message. */
  readonly turns: number;
  readonly actions: readonly TimedAction[];
  /** The agent's messages to the user, in order. */
  readonly messages: readonly { readonly turn: number; readonly text: string }[];
  /** The user's messages, in order. */
  readonly said: readonly { readonly turn: number; readonly text: string }[];
  /** Net changes of the database at the end of each turn; index 0 is turn 1. */
  readonly changes: readonly (readonly Change[])[];
}

/**
 * Cuts a trial into turns.
 * @param start a fresh environment to replay the calls on, so that the database is known after each turn; without it the
 * final outcome is taken to have come about with the last call that changed anything
 */
export function timelineOf(
  trial: { readonly transcript: Transcript; readonly outcome: Outcome },
  start?: Environment,
): Timeline {
  const { transcript, outcome } = trial;
  const actions: TimedAction[] = [];
  const messages: { turn: number; text: string }[] = [];
  const said: { turn: number; text: string }[] = [];
  const calls = new Map<string, Action>();
  let turn = 0;
  for (const item of transcript) {
    if (item.role === 'user') {
      // A closing message that only stops the conversation gets no answer and is no turn.
      if (item.stop === undefined || turn === 0) turn += 1;
      said.push({ turn, text: item.text });
    } else if (item.role === 'agent') {
      if (turn === 0) turn = 1;
      for (const call of item.calls ?? []) calls.set(call.id, { tool: call.tool, args: call.args });
      if (item.text !== undefined && (item.calls ?? []).length === 0)
        messages.push({ turn, text: item.text });
    } else if (item.requestor !== 'user') {
      const call = calls.get(item.call) ?? { tool: item.tool, args: {} };
      actions.push({ ...call, turn, observation: item.observation, changed: item.changed });
    }
  }
  return { turns: turn, actions, messages, said, changes: changesByTurn(actions, turn, outcome, start) };
}

function changesByTurn(
  actions: readonly TimedAction[],
  turns: number,
  outcome: Outcome,
  start: Environment | undefined,
): (readonly Change[])[] {
  const lastWrite = actions.findLast(({ changed }) => changed)?.turn ?? turns;
  if (start === undefined) {
    return Array.from({ length: turns }, (_, index) => (index + 1 < lastWrite ? [] : outcome.changes));
  }
  const environment = start.fork();
  const byTurn: (readonly Change[])[] = [];
  let at = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    let wrote = false;
    for (; at < actions.length && (actions[at] as TimedAction).turn <= turn; at += 1) {
      wrote = environment.call(actions[at] as TimedAction).wrote || wrote;
    }
    byTurn.push(wrote ? environment.outcome().changes : (byTurn.at(-1) ?? []));
  }
  // The recorded outcome has the last word: a replay may lack what the user's own tools did.
  if (byTurn.length > 0 && environment.outcome().hash !== outcome.hash) byTurn[turns - 1] = outcome.changes;
  return byTurn;
}
