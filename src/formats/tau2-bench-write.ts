import type { Criterion, GoldAction, Task } from '../annotate/index.ts';
import { cloneJson, equalJson, isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { CRITERION_OF, readTau2Task, SCENARIO_FIELDS } from './tau2-bench.ts';

const PART_OF = new Map<Criterion, string>(
  Object.entries(CRITERION_OF).map(([part, criterion]) => [criterion, part]),
);

type Draft = Record<string, JsonValue>;

export interface WriteTau2Options {
  /** Name of the domain, which τ²-bench repeats in each task. */
  readonly domain?: string;
}

/**
 * Tasks as τ²-bench writes them. A task that was read from τ²-bench and not changed gives the very same JSON;
 * of one that was changed, only the changed parts differ.
 */
export function writeTau2Tasks(tasks: readonly Task[], options: WriteTau2Options = {}): JsonValue {
  return tasks.map((task) => writeTau2Task(task, options));
}

/** One task as τ²-bench writes it. */
export function writeTau2Task(task: Task, { domain = '' }: WriteTau2Options = {}): JsonObject {
  const original = task.source?.format === 'tau2-bench' ? task.source.extra : undefined;
  const before = original && readTau2Task(original, task.id);
  const draft = (original ? cloneJson(original) : emptyTask(domain)) as Draft;
  const changed = (part: keyof Task): boolean =>
    before === undefined || !equalJson(before[part] as JsonValue, task[part] as JsonValue);

  if (changed('id')) draft.id = task.id;
  if (changed('scenario')) writeScenario(part(draft, 'user_scenario'), task);
  const criteria = part(draft, 'evaluation_criteria');
  if (changed('goldActions')) {
    const was = (criteria.actions ?? []) as readonly JsonObject[];
    criteria.actions = task.goldActions.map((action, index) =>
      writeAction(task.id, action, index, was[index]),
    );
  }
  if (changed('outputs')) criteria.communicate_info = [...task.outputs];
  if (changed('notes')) criteria.nl_assertions = task.notes.map(({ text }) => text);
  if (changed('criteria')) criteria.reward_basis = basisOf(task);
  if (changed('initialState') && task.initialState !== undefined) {
    draft.initial_state = {
      initialization_data:
        task.initialState.rows === undefined ? null : { agent_data: task.initialState.rows, user_data: null },
      initialization_actions: (task.initialState.actions ?? []).map(({ tool, args, requestor }) => ({
        env_type: requestor === 'user' ? 'user' : 'assistant',
        func_name: tool,
        arguments: args,
      })),
      message_history: null,
    };
  }
  if (original?.evaluation_criteria === null && Object.keys(criteria).length === 0) {
    draft.evaluation_criteria = null;
  }
  return draft;
}

function emptyTask(domain: string): JsonObject {
  return {
    id: '',
    description: { purpose: null, relevant_policies: null, notes: null },
    user_scenario: {
      persona: null,
      instructions: {
        task_instructions: '',
        domain,
        reason_for_call: '',
        known_info: null,
        unknown_info: null,
      },
    },
    initial_state: null,
    evaluation_criteria: { actions: [], communicate_info: [], nl_assertions: null },
  };
}

/** The object of that name inside a draft; made where there is none. */
function part(draft: Draft, name: string): Draft {
  if (!isJsonObject(draft[name])) draft[name] = {};
  return draft[name] as unknown as Draft;
}

function writeScenario(draft: Draft, { scenario }: Task): void {
  draft.persona = scenario.persona ?? null;
  const pieces = SCENARIO_FIELDS.map(([, name]) => scenario[name]);
  if (scenario.instruction !== undefined && pieces.every((piece) => piece === undefined)) {
    draft.instructions = scenario.instruction;
    return;
  }
  const instructions = part(draft, 'instructions');
  for (const [field, name] of SCENARIO_FIELDS) instructions[field] = scenario[name] ?? null;
  // τ²-bench has one field for how the user goes about it; ours are kept in reading order.
  instructions.task_instructions = [scenario.instruction, scenario.preferences, scenario.fallback]
    .filter((text) => text !== undefined)
    .join('\n');
  instructions.reason_for_call ??= '';
}

function writeAction(
  task: string,
  { tool, args, requestor, because, compareArgs }: GoldAction,
  index: number,
  was: JsonObject | undefined,
): JsonObject {
  const same = was?.name === tool;
  return {
    ...(same ? was : { action_id: `${task}_${index}` }),
    ...(requestor === 'user' && { requestor: 'user' }),
    name: tool,
    arguments: args,
    info: because ?? null,
    ...(compareArgs !== undefined && { compare_args: [...compareArgs] }),
  };
}

function basisOf({ criteria = ['database', 'outputs'] }: Task): JsonValue {
  return criteria.flatMap((criterion) => PART_OF.get(criterion) ?? []);
}
