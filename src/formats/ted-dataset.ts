import type { GoldAction, Note, Task } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { readPythonCall } from './python-call.ts';

/** Whether a document is a list of TED samples: `{ id, input, metadata: { subgoals } }`. */
export function looksLikeTedSamples(document: JsonValue): boolean {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every(
      (item) => isJsonObject(item) && isJsonObject(item.metadata) && Array.isArray(item.metadata.subgoals),
    )
  );
}

/**
 * Reads TED's data sets (`SAP/agent-quality-inspect`): the user task becomes the scenario, sub-goals become notes. Texts are freed of
 * the quotes, commas and escapes they were stored with; a negative note becomes `forbidden`, one that says "after" becomes `order`.
 * Expected calls become gold actions under any of the three names the files give them; those that cannot be read stay in `source.extra`.
 * @throws UserError naming the sample that has another shape
 */
export function readTedSamples(document: JsonValue, source: string): Task[] {
  if (!Array.isArray(document)) throw new UserError(`Cannot read TED samples "${source}": not a list`);
  return document.map((item: JsonValue, position) => readSample(item, position, source));
}

function readSample(item: JsonValue, position: number, source: string): Task {
  const at = `${source} [${position}]`;
  const metadata = isJsonObject(item) ? item.metadata : undefined;
  if (!isJsonObject(item) || !isJsonObject(metadata) || !Array.isArray(metadata.subgoals)) {
    throw new UserError(`Cannot read sample ${position} of "${source}": it has no sub-goals`, { at });
  }
  const id = typeof item.id === 'string' ? item.id : String(position);
  const first = Array.isArray(item.input) ? item.input[0] : undefined;
  const told = isJsonObject(first) ? first : {};
  const { known, unread } = readCalls(metadata);
  return {
    id,
    scenario: {
      instruction: typeof told.content === 'string' ? told.content : '',
      ...(typeof told.terminating_condition === 'string' && { fallback: told.terminating_condition }),
    },
    goldActions: known,
    outputs: [],
    notes: metadata.subgoals.map((goal: JsonValue, index) => readNote(goal, index, at)),
    tags: typeof item.domain === 'string' ? [item.domain] : [],
    criteria: ['notes'],
    source: {
      format: 'ted',
      id,
      ...(unread.length > 0 && { extra: { unreadCalls: unread } satisfies JsonObject }),
    },
  };
}

function readNote(goal: JsonValue, index: number, at: string): Note {
  if (!isJsonObject(goal) || typeof goal.details !== 'string' || goal.details.trim() === '') {
    throw new UserError(`Cannot read sub-goal ${index} of a TED sample: it has no "details"`, { at });
  }
  const text = cleanNote(goal.details);
  return { id: `goal-${index + 1}`, text, kind: kindOf(text) };
}

/** The text without what JSON left around it. */
export function cleanNote(details: string): string {
  let text = details.trim().replaceAll('\\"', '"');
  text = text.replace(/,+$/, '').trim();
  if (/^".*"$/s.test(text)) text = text.slice(1, -1);
  return text.replace(/\s+/g, ' ').trim();
}

function kindOf(text: string): Note['kind'] {
  if (/^(?:the )?agent (?:does ?n[o']t|doesn't|does not|should not|shouldn't|must not|never)\b/i.test(text)) {
    return 'forbidden';
  }
  return /\bafter\b/i.test(text) ? 'order' : 'milestone';
}

function readCalls(metadata: JsonObject): { readonly known: GoldAction[]; readonly unread: string[] } {
  const list = metadata.expected_tool_calls ?? metadata.expected_tools ?? metadata.expectedTools ?? [];
  const known: GoldAction[] = [];
  const unread: string[] = [];
  for (const entry of Array.isArray(list) ? list : []) {
    const text = typeof entry === 'string' ? entry : JSON.stringify(entry);
    const code = /'tool_code':\s*'(.*)',\s*'output'/s.exec(text)?.[1];
    const call = code === undefined ? undefined : readPythonCall(code);
    if (call === undefined) unread.push(text);
    else known.push(call);
  }
  return { known, unread };
}
