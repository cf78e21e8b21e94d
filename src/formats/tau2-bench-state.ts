import type { InitialState } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { Action } from '../define/index.ts';

/**
 * What τ²-bench does to a database before a trial starts: `initialization_data` (merged into the rows),
 * `initialization_actions`, then the tool calls inside `message_history`. The user's own database and the messages
 * themselves stay in the task's source.
 * @throws UserError naming the field that has another shape
 */
export function readInitialState(state: JsonValue | undefined, at: string): InitialState | undefined {
  if (state === null || state === undefined) return undefined;
  if (!isJsonObject(state))
    throw new UserError(`Cannot read task "${at}": "initial_state" is no object`, { at });
  const rows = readRows(state.initialization_data, at);
  const actions = [
    ...list(state, 'initialization_actions', at).map((item) => readAction(item, 'func_name', 'env_type', at)),
    ...list(state, 'message_history', at).flatMap((message) =>
      list(message, 'tool_calls', at).map((call) => readAction(call, 'name', 'requestor', at)),
    ),
  ];
  if (rows === undefined && actions.length === 0) return undefined;
  return { ...(rows !== undefined && { rows }), ...(actions.length > 0 && { actions }) };
}

function readRows(data: JsonValue | undefined, at: string): InitialState['rows'] {
  const tables = isJsonObject(data) ? data.agent_data : undefined;
  if (tables === null || tables === undefined) return undefined;
  const fits =
    isJsonObject(tables) &&
    Object.values(tables).every(
      (rows) => isJsonObject(rows) && Object.values(rows).every((row) => row === null || isJsonObject(row)),
    );
  if (fits) return tables as InitialState['rows'];
  throw new UserError(`Cannot read task "${at}": "initialization_data.agent_data" holds no rows by table`, {
    at,
  });
}

function list(object: JsonValue, name: string, at: string): readonly JsonObject[] {
  const value = isJsonObject(object) ? object[name] : undefined;
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw new UserError(`Cannot read task "${at}": "${name}" is no list of objects`, { at });
}

function readAction(item: JsonObject, nameField: string, whoField: string, at: string): Action {
  const tool = item[nameField];
  const args = item.arguments ?? {};
  if (typeof tool !== 'string' || !isJsonObject(args)) {
    throw new UserError(`Cannot read task "${at}": an action of "initial_state" has no "${nameField}"`, {
      at,
    });
  }
  return { tool, args, ...(item[whoField] === 'user' && { requestor: 'user' as const }) };
}
