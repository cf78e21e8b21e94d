import { equalJson, type JsonValue } from '../../src/base/json/index.ts';
import { readStopToken, type TrialRun } from '../../src/simulate/index.ts';
import type { Line, Message } from './line.ts';

/** How far a replay agrees with its record. */
export interface Comparison {
  readonly messages: Tally;
  readonly observations: Tally;
  /** First difference, in words. */
  readonly first: string | undefined;
}

export interface Tally {
  equal: number;
  total: number;
}

type Part =
  | { readonly kind: 'user' | 'agent'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: string; readonly args: JsonValue }
  | { readonly kind: 'observation'; readonly text: string };

/** Compares turn by turn: texts word for word, calls and observations by value. */
export function compareTrial(line: Line, run: TrialRun): Comparison {
  const recorded = line.messages.flatMap((message) => partsOf(message, line));
  const ours = run.transcript.flatMap((turn): Part[] => {
    if (turn.role === 'user') return [{ kind: 'user', text: turn.text }];
    if (turn.role === 'tool') return [{ kind: 'observation', text: turn.observation.text }];
    const calls = (turn.calls ?? []).map(({ tool, args }): Part => ({ kind: 'call', tool, args }));
    return calls.length > 0 ? calls : [{ kind: 'agent', text: turn.text ?? '' }];
  });
  const messages: Tally = { equal: 0, total: 0 };
  const observations: Tally = { equal: 0, total: 0 };
  let first: string | undefined;
  for (const [index, part] of recorded.entries()) {
    const tally = part.kind === 'observation' ? observations : messages;
    tally.total += 1;
    const other = ours[index];
    if (other !== undefined && same(part, other)) tally.equal += 1;
    else
      first ??= `${index}: ${show(part)} | ${other === undefined ? `(${run.stop}) ${run.fault?.message ?? ''}` : show(other)}`;
  }
  if (ours.length > recorded.length) {
    messages.total += 1;
    first ??= `${recorded.length}: (the record ends) | ${show(ours[recorded.length] as Part)}`;
  }
  return { messages, observations, first };
}

function partsOf(message: Message, line: Line): Part[] {
  const text = message.content ?? '';
  if (message.role === 'user') {
    const silent = message.tool_calls !== undefined;
    return silent ? [] : [{ kind: 'user', text: readStopToken(text).text }];
  }
  if (message.role === 'tool' && message.requestor === 'user') return [];
  if (message.role === 'tool') return [{ kind: 'observation', text }];
  if (message.role !== 'assistant') return [];
  const calls = message.tool_calls ?? [];
  if (calls.length > 0) {
    const made = line.benchmark === 'tau1' ? calls.slice(0, 1) : calls;
    return made.map(({ name, arguments: args }) => ({ kind: 'call', tool: name, args: args ?? {} }));
  }
  if (message.respond !== undefined) return [{ kind: 'agent', text: message.respond }];
  if (message.action_unparsed === true) {
    return [{ kind: 'agent', text: (text.split('Action:').at(-1) as string).trim() }];
  }
  return [{ kind: 'agent', text }];
}

function same(left: Part, right: Part): boolean {
  if (left.kind === 'call' && right.kind === 'call') {
    return left.tool === right.tool && equalJson(left.args, right.args);
  }
  if (left.kind !== right.kind || left.kind === 'call' || right.kind === 'call') return false;
  if (left.text === right.text) return true;
  return left.kind === 'observation' && sameJson(left.text, right.text);
}

/** Observations that are JSON are equal as values: number and blank forms differ between languages. */
function sameJson(left: string, right: string): boolean {
  try {
    return equalJson(JSON.parse(left) as JsonValue, JSON.parse(right) as JsonValue);
  } catch {
    return false;
  }
}

function show(part: Part): string {
  const text = part.kind === 'call' ? `${part.tool} ${JSON.stringify(part.args)}` : part.text;
  return `${part.kind} ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`;
}
