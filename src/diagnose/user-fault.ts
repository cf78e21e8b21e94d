import { type ReplayedTask, scenarioText } from '../annotate/index.ts';
import type { JsonValue } from '../base/json/index.ts';
import { mentions, type Timeline } from '../grade/notes/index.ts';
import type { TrialRun } from '../simulate/index.ts';
import type { Difference } from './difference.ts';

/** Something the simulated user did that led, or may have led, to the failure. */
export interface UserFault {
  readonly code: 'spoke-as-agent' | 'said-otherwise' | 'made-up-value' | 'stopped-while-asked';
  readonly turn: number;
  readonly why: string;
}

/** The user's side of an agent's talk: what only an agent says. */
const AGENT_TALK =
  /\b(?:how (?:can|may) i (?:assist|help) you|i(?:'ve| have) (?:cancell?ed|updated|booked|processed|modified|changed) your|is there anything else i can (?:help|assist))\b/i;

/** Looks for faults of the simulated user that bear on the differences to gold. Empty when the user kept to the scenario. */
export function userFaults(
  task: ReplayedTask,
  trial: TrialRun,
  timeline: Timeline,
  differences: readonly Difference[],
): UserFault[] {
  const scenario = scenarioText(task.scenario);
  const faults: UserFault[] = [];
  for (const { turn, text } of timeline.said) {
    if (AGENT_TALK.test(text))
      faults.push({ code: 'spoke-as-agent', turn, why: 'the user talks as if it were the agent' });
  }
  for (const difference of differences) {
    if (difference.kind === 'wrong-argument') faults.push(...saidOtherwise(difference, timeline, scenario));
  }
  if (differences.some(({ kind }) => kind === 'missing')) faults.push(...leftOut(trial, timeline));
  return faults;
}

/** The wrong value is the user's own, against the scenario. */
function saidOtherwise(
  difference: Difference & { readonly kind: 'wrong-argument' },
  timeline: Timeline,
  scenario: string,
): UserFault[] {
  return difference.arguments.flatMap((name): UserFault[] => {
    const wrong = leavesApart(difference.made.args[name], difference.gold.args[name]);
    const right = leavesApart(difference.gold.args[name], difference.made.args[name]);
    const fixed = right.some((value) => mentions(scenario, value));
    for (const value of wrong) {
      if (mentions(scenario, value)) continue;
      const said = timeline.said.find(({ turn, text }) => turn <= difference.turn && mentions(text, value));
      if (said === undefined) continue;
      const offered = timeline.messages.some(({ turn, text }) => turn < said.turn && mentions(text, value));
      const seen = timeline.actions.some(
        ({ turn, observation }) => turn < said.turn && mentions(observation.text, value),
      );
      if (offered) continue;
      if (fixed) {
        const why = `the user asked for ${name} ${JSON.stringify(value)}, against the scenario`;
        return [{ code: 'said-otherwise', turn: said.turn, why }];
      }
      if (!seen && typeof value === 'string' && /\d/.test(value)) {
        return [{ code: 'made-up-value', turn: said.turn, why: `the user made up ${JSON.stringify(value)}` }];
      }
    }
    return [];
  });
}

/** The user ended the talk before the agent could act. */
function leftOut(trial: TrialRun, timeline: Timeline): UserFault[] {
  if (trial.stop !== 'user-stop') return [];
  const last = trial.transcript.findLast((turn) => turn.role === 'agent');
  const closing = trial.transcript.at(-1);
  const message = last?.role === 'agent' ? (last.text ?? '') : '';
  const waits =
    /\?\s*$|\b(?:yes\/no|please confirm|would you like|let me know|shall i|i can proceed)\b/i.test(message);
  const done = /\b(?:has been|have been|was|were) (?:successfully )?\w+ed\b/i.test(message);
  if (closing?.role !== 'user' || !waits || done) return [];
  const silent = closing.text.trim() === '' && !/\banything else\b/i.test(message);
  const agrees = /\b(?:yes|go ahead|proceed|do (?:that|it|so))\b/i.test(closing.text);
  if (silent || agrees) {
    const why = `the user ended the talk while the agent waited for ${agrees ? 'the very yes it gave' : 'an answer'}`;
    return [{ code: 'stopped-while-asked', turn: timeline.turns, why }];
  }
  return [];
}

/** Scalars of a value that the other value does not hold. */
function leavesApart(value: JsonValue | undefined, other: JsonValue | undefined): (string | number)[] {
  const known = new Set(leaves(other));
  return leaves(value).filter((leaf) => !known.has(leaf));
}

function leaves(value: JsonValue | undefined): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part: JsonValue) => leaves(part));
}
