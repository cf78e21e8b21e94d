import type { Task } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';

/** Whether a document is a list of τ-bench tasks: `{ instruction, actions: [{ name, kwargs }], outputs }`. */
export function looksLikeTauTasks(document: JsonValue): boolean {
  return Array.isArray(document) && document.length > 0 && document.every(isTauTask);
}

function isTauTask(item: unknown): boolean {
  return isJsonObject(item) && typeof item.instruction === 'string' && Array.isArray(item.actions);
}

/**
 * Reads τ-bench tasks. Ids are their `index`, else their position. A failing gold action is skipped when replaying,
 * as τ-bench does; `respond` actions are no tool calls and stay in `source.extra` alone.
 * @throws UserError naming the task that has another shape
 */
export function readTauTasks(document: JsonValue, source: string): Task[] {
  if (!Array.isArray(document)) throw new UserError(`Cannot read tasks "${source}": not a list`);
  return document.map((item, position) => readTauTask(item as JsonValue, position, source));
}

function readTauTask(item: JsonValue, position: number, source: string): Task {
  const at = `${source} [${position}]`;
  if (!isJsonObject(item))
    throw new UserError(`Cannot read task ${position} of "${source}": not an object`, { at });
  const { instruction, actions, outputs, index } = item;
  if (typeof instruction !== 'string') {
    throw new UserError(`Cannot read task ${position} of "${source}": "instruction" is no text`, { at });
  }
  if (!Array.isArray(actions)) {
    throw new UserError(`Cannot read task ${position} of "${source}": "actions" is no list`, { at });
  }
  const id = String(typeof index === 'number' ? index : position);
  const goldActions = actions.flatMap((action: JsonValue, number) => {
    if (!isJsonObject(action) || typeof action.name !== 'string') {
      throw new UserError(`Cannot read task ${position} of "${source}": action ${number} has no "name"`, {
        at,
      });
    }
    if (action.name === 'respond') return [];
    const kwargs = action.kwargs ?? action.arguments ?? {};
    if (!isJsonObject(kwargs)) {
      throw new UserError(
        `Cannot read task ${position} of "${source}": arguments of action ${number} are no object`,
        { at },
      );
    }
    return [{ tool: action.name, args: kwargs }];
  });
  return {
    id,
    scenario: { instruction },
    goldActions,
    outputs: Array.isArray(outputs) ? outputs.map(String) : [],
    notes: [],
    tags: [],
    skipFailingGold: true,
    source: { format: 'tau-bench', id, extra: item as JsonObject },
  };
}
