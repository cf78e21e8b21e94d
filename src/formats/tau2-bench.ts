import type { Criterion, GoldAction, Note, Scenario, Task } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { readInitialState } from './tau2-bench-state.ts';

/** What a task is graded on when it does not say. */
const DEFAULT_BASIS = ['DB', 'COMMUNICATE'];

/** Parts of τ²-bench's reward and what they are called here. */
export const CRITERION_OF: Readonly<Record<string, Criterion>> = {
  DB: 'database',
  COMMUNICATE: 'outputs',
  ACTION: 'actions',
  NL_ASSERTION: 'notes',
  ENV_ASSERTION: 'assertions',
};

/** Whether a document is a list of τ²-bench tasks: `{ id, user_scenario, evaluation_criteria }`. */
export function looksLikeTau2Tasks(document: JsonValue): boolean {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every((item: JsonValue) => isJsonObject(item) && 'user_scenario' in item && 'id' in item)
  );
}

/**
 * Reads τ²-bench tasks. The user's instructions become the parts of the scenario, `communicate_info` outputs,
 * `nl_assertions` notes, `reward_basis` criteria, `initial_state` the rows and actions before the start.
 * The whole original stays in `source.extra`, so that `writeTau2Tasks` gives the same document.
 * A failing gold action is skipped when replaying, as τ²-bench does; it is still a finding.
 * @throws UserError naming the task and the field that has another shape
 */
export function readTau2Tasks(document: JsonValue, source = 'tasks.json'): Task[] {
  if (!Array.isArray(document)) throw new UserError(`Cannot read tasks "${source}": not a list`);
  return document.map((item: JsonValue, position) => readTau2Task(item, `${source} [${position}]`));
}

/** Reads one τ²-bench task. */
export function readTau2Task(item: JsonValue, at: string): Task {
  const fail = (what: string): never => {
    throw new UserError(`Cannot read task "${at}": ${what}`, { at });
  };
  if (!isJsonObject(item)) return fail('not an object');
  const { id, user_scenario: scenario, evaluation_criteria: criteria } = item;
  if (typeof id !== 'string' && typeof id !== 'number') return fail('"id" is no text');
  if (!isJsonObject(scenario)) return fail('"user_scenario" is no object');
  if (criteria !== null && criteria !== undefined && !isJsonObject(criteria)) {
    return fail('"evaluation_criteria" is no object');
  }
  const basis = listOf(criteria, 'reward_basis', at) ?? DEFAULT_BASIS;
  const initialState = readInitialState(item.initial_state, at);
  return {
    id: String(id),
    scenario: readScenario(scenario, at),
    goldActions: (listOf(criteria, 'actions', at) ?? []).map((action, number) =>
      readAction(action, number, at),
    ),
    outputs: (listOf(criteria, 'communicate_info', at) ?? []).map(String),
    notes: (listOf(criteria, 'nl_assertions', at) ?? []).map(
      (text, index): Note => ({ id: `assertion-${index}`, text: String(text), kind: 'final' }),
    ),
    tags: [],
    criteria: basis.map(
      (part) => CRITERION_OF[String(part)] ?? fail(`"${String(part)}" is no part of a reward`),
    ),
    ...(initialState !== undefined && { initialState }),
    skipFailingGold: true,
    source: { format: 'tau2-bench', id: String(id), extra: item },
  };
}

function listOf(
  object: JsonObject | null | undefined,
  name: string,
  at: string,
): readonly JsonValue[] | undefined {
  const value = object?.[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw new UserError(`Cannot read task "${at}": "${name}" is no list`, { at });
}

/** Fields of the user's instructions and the parts of a scenario they become, in the order they are written. */
export const SCENARIO_FIELDS = [
  ['task_instructions', 'preferences'],
  ['reason_for_call', 'reason'],
  ['known_info', 'known'],
  ['unknown_info', 'unknown'],
] as const satisfies readonly (readonly [string, keyof Scenario])[];

function readScenario({ instructions, persona }: JsonObject, at: string): Scenario {
  const whole = typeof persona === 'string' ? { persona } : {};
  if (typeof instructions === 'string') return { instruction: instructions, ...whole };
  if (!isJsonObject(instructions)) {
    throw new UserError(`Cannot read task "${at}": "user_scenario.instructions" is neither text nor object`, {
      at,
    });
  }
  const parts = SCENARIO_FIELDS.flatMap(([field, part]) => {
    const text = instructions[field];
    return typeof text === 'string' ? [[part, text]] : [];
  });
  return { ...(Object.fromEntries(parts) as Scenario), ...whole };
}

function readAction(action: JsonValue, number: number, at: string): GoldAction {
  if (!isJsonObject(action) || typeof action.name !== 'string') {
    throw new UserError(`Cannot read task "${at}": action ${number} has no "name"`, { at });
  }
  const args = action.arguments ?? {};
  if (!isJsonObject(args)) {
    throw new UserError(`Cannot read task "${at}": arguments of action ${number} are no object`, { at });
  }
  const { compare_args: compared, info } = action;
  return {
    tool: action.name,
    args,
    ...(action.requestor === 'user' && { requestor: 'user' as const }),
    ...(typeof info === 'string' && { because: info }),
    ...(Array.isArray(compared) && { compareArgs: compared.map(String) }),
  };
}
