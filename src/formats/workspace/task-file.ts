import type { Task } from '../../annotate/index.ts';
import { UserError } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { lazyValidator } from '../../define/index.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const open = { type: 'object' };

const ACTION = {
  type: 'object',
  required: ['tool', 'args'],
  additionalProperties: false,
  properties: {
    tool: text,
    args: open,
    requestor: { enum: ['agent', 'user'] },
    because: text,
    expectFailure: { type: 'boolean' },
    compareArgs: { type: 'array', items: text },
  },
};

/** JSON Schema of a task file, with tool names and arguments left open. `taskSchema` narrows it for a domain. */
export const TASK_SCHEMA = {
  type: 'object',
  required: ['id', 'scenario', 'goldActions'],
  additionalProperties: false,
  properties: {
    $schema: text,
    id: text,
    scenario: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: Object.fromEntries(
        ['instruction', 'reason', 'known', 'unknown', 'preferences', 'fallback', 'opening', 'persona'].map(
          (name) => [name, text],
        ),
      ),
    },
    goldActions: { type: 'array', items: ACTION },
    outputs: texts,
    notes: { type: 'array', items: open },
    tags: texts,
    accepts: { type: 'array', items: open },
    refusal: {
      type: 'object',
      required: ['clause', 'evidence'],
      additionalProperties: false,
      properties: { clause: text, evidence: text },
    },
    criteria: {
      type: 'array',
      items: { enum: ['database', 'outputs', 'actions', 'policy', 'notes', 'assertions'] },
    },
    initialState: open,
    plants: {},
    ambiguous: {
      type: 'object',
      required: ['because'],
      additionalProperties: false,
      properties: { argument: text, because: text },
    },
    options: open,
    skipFailingGold: { type: 'boolean' },
    source: open,
    extra: open,
  },
} as const;

const validate = lazyValidator(TASK_SCHEMA);

/** Whether a document is a task of our own, or a list of them. */
export function looksLikeOwnTasks(document: JsonValue): boolean {
  const first = Array.isArray(document) ? document[0] : document;
  return isJsonObject(first) && 'goldActions' in first;
}

/** Reads one task of our own form. @throws UserError with path and what was expected */
export function readOwnTask(document: JsonValue, source: string): Task {
  const [problem, ...more] = validate(document);
  if (problem !== undefined) {
    const found = problem.found === undefined ? '' : `, found ${JSON.stringify(problem.found).slice(0, 80)}`;
    throw new UserError(
      `Cannot read task "${source}": ${problem.path} ${problem.expected}${found}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
      { at: `${source} ${problem.path}` },
    );
  }
  const { $schema: _, ...task } = document as unknown as Task & { $schema?: string };
  return { ...task, outputs: task.outputs ?? [], notes: task.notes ?? [], tags: task.tags ?? [] };
}

/** Reads a list of tasks of our own form. */
export function readOwnTasks(document: JsonValue, source: string): Task[] {
  const items = (Array.isArray(document) ? document : [document]) as readonly JsonObject[];
  return items.map((item, index) => readOwnTask(item, items.length === 1 ? source : `${source}[${index}]`));
}
