import { type Scenario, scenarioText } from '../../annotate/index.ts';
import type { Transcript } from '../../define/index.ts';
import { earlyStop } from './early-stop.ts';
import { emptyTurn } from './empty-turn.ts';
import type { FaultRule, UserFault, UserMoment } from './fault.ts';
import { inventedFact } from './invented-fact.ts';
import { repeatedTurn } from './repeated-turn.ts';
import { roleSwap } from './role-swap.ts';

/** Ways a simulated user fails that can be seen without a model. */
export const FAULT_RULES: readonly FaultRule[] = [emptyTurn, repeatedTurn, roleSwap, earlyStop, inventedFact];

/** The first fault of a turn. */
export function findFault(moment: UserMoment): UserFault | undefined {
  for (const { code, check } of FAULT_RULES) {
    const message = check(moment);
    if (message !== undefined) return { code, message };
  }
  return undefined;
}

/** The first fault in a whole conversation, with the number of the turn in the transcript. */
export function findTranscriptFault(
  transcript: Transcript,
  scenario: Scenario,
): (UserFault & { readonly turn: number }) | undefined {
  const known = knownText(scenario);
  const heard: string[] = [];
  const said: string[] = [];
  for (const [turn, item] of transcript.entries()) {
    if (item.role === 'agent' && (item.calls ?? []).length === 0) heard.push(item.text ?? '');
    if (item.role !== 'user') continue;
    const { text } = item;
    const fault = findFault({ known, heard, said, text, stopped: item.stop !== undefined });
    if (fault !== undefined) return { ...fault, turn };
    said.push(text);
  }
  return undefined;
}

/** All a user may say without making it up. */
export function knownText(scenario: Scenario): string {
  return [scenarioText(scenario), scenario.opening ?? ''].join('\n');
}
