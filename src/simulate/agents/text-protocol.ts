import { isJsonObject, type JsonObject } from '../../base/json/index.ts';
import type { ModelMessage } from '../../base/model/index.ts';
import type { AgentTurn, Transcript } from '../../define/index.ts';
import type { AgentMove } from '../agent.ts';

/**
 * How a text that is not quite in form is read. `tau`: as τ-bench does, whatever follows the last `Action:` is one JSON
 * document or else a message to the user. `tolerant`: code fences and words after the object are skipped, and an object
 * that cannot be read is an error the agent sees.
 */
export type Reading = 'tau' | 'tolerant';

const RESPOND = 'respond';
const MARK = 'Action:';

/** Reads `Thought: … Action: {"name", "arguments"}`. */
export function readAction(text: string, reading: Reading): AgentMove {
  if (text.trim() === '') return {};
  const at = text.lastIndexOf(MARK);
  const written = (at < 0 ? text : text.slice(at + MARK.length)).trim();
  const before = at < 0 ? '' : text.slice(0, at);
  const thought = before.replace(/^\s*Thought:\s*/, '').trim();
  const more = thought === '' ? {} : { thought };
  const action = reading === 'tau' ? parseObject(written) : findObject(written);
  if (action !== undefined && typeof action.name === 'string') {
    const args = action.arguments ?? action.kwargs ?? {};
    if (action.name === RESPOND) {
      const content = isJsonObject(args) ? args.content : undefined;
      return { text: typeof content === 'string' ? content : '', ...more };
    }
    if (isJsonObject(args)) return { calls: [{ id: '', tool: action.name, args }], ...more };
    return { calls: [{ id: '', tool: action.name, args: {}, unreadable: JSON.stringify(args) }], ...more };
  }
  if (reading === 'tau' || at < 0) return { text: written, mistakes: ['no-action'], ...more };
  return { calls: [{ id: '', tool: 'unreadable', args: {}, unreadable: written }], ...more };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first JSON object in a text, whatever stands around it. */
function findObject(text: string): JsonObject | undefined {
  const whole = parseObject(text);
  if (whole !== undefined) return whole;
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return parseObject(text.slice(start, at + 1));
    }
  }
  return undefined;
}

/** The conversation as a model without tools reads it: actions are its own words, results are told by the user's side. */
export function textMessages(
  system: string,
  transcript: Transcript,
  written: readonly string[],
): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'system', content: system }];
  let turns = 0;
  for (const turn of transcript) {
    if (turn.role === 'user') messages.push({ role: 'user', content: turn.text });
    else if (turn.role === 'tool') {
      messages.push({ role: 'user', content: `API output: ${turn.observation.text}` });
    } else {
      const content = written[turns] ?? writeAction(turn);
      turns += 1;
      if (content !== '') messages.push({ role: 'assistant', content });
    }
  }
  return messages;
}

function writeAction({ text, calls, thought }: AgentTurn): string {
  const [call] = calls ?? [];
  const action =
    call === undefined
      ? { name: RESPOND, arguments: { content: text ?? '' } }
      : { name: call.tool, arguments: call.args };
  const before = thought === undefined ? '' : `Thought:\n${thought}\n`;
  return `${before}${MARK}\n${JSON.stringify(action)}`;
}
