import type { GoldAction, Scenario, Task } from '../annotate/index.ts';
import { hashJson, isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { criteriaOf } from './recorded.ts';

/** What a recording says of its task. */
export interface RecordedTaskParts {
  readonly id: string;
  readonly benchmark: 'tau1' | 'tau2';
  /** τ-bench's instruction or τ²-bench's user scenario. */
  readonly told: JsonValue | undefined;
  readonly goldActions: JsonValue | undefined;
  readonly outputs: JsonValue | undefined;
  readonly basis?: JsonValue | undefined;
  /** Alternative gold action lists. */
  readonly accepts?: JsonValue | undefined;
}

/** The task of a recording; null where it gives no gold actions. A gold action that fails is skipped, as the original does. */
export function recordedTask(parts: RecordedTaskParts): Task | null {
  if (!Array.isArray(parts.goldActions)) return null;
  const criteria = criteriaOf(parts.basis);
  const accepts = Array.isArray(parts.accepts) ? parts.accepts.filter(Array.isArray) : [];
  return {
    id: parts.id,
    scenario: scenarioOf(parts.told),
    goldActions: goldActionsOf(parts.goldActions),
    outputs: Array.isArray(parts.outputs) ? parts.outputs.map(String) : [],
    notes: [],
    tags: [],
    ...(accepts.length > 0 && {
      accepts: accepts.map((actions, index) => ({
        id: `recorded-${index + 1}`,
        because: 'the recording lists it as acceptable',
        goldActions: goldActionsOf(actions),
      })),
    }),
    ...(criteria !== undefined && { criteria }),
    skipFailingGold: true,
    source: { format: parts.benchmark === 'tau1' ? 'tau-bench' : 'tau2-bench', id: parts.id },
  };
}

/** Names a version of a task: equal instruction, gold actions and outputs give equal keys. */
export function taskKeyOf(parts: RecordedTaskParts): string {
  const { told = null, goldActions = null, outputs = null } = parts;
  return hashJson([told, goldActions, outputs]).slice(0, 12);
}

function goldActionsOf(actions: readonly JsonValue[]): GoldAction[] {
  return actions.flatMap((action) => {
    if (!isJsonObject(action) || typeof action.name !== 'string' || action.name === 'respond') return [];
    const args = action.arguments ?? action.kwargs;
    return [
      {
        tool: action.name,
        args: isJsonObject(args) ? args : {},
        ...(action.requestor === 'user' && { requestor: 'user' as const }),
      },
    ];
  });
}

function scenarioOf(told: JsonValue | undefined): Scenario {
  if (typeof told === 'string') return { instruction: told };
  if (!isJsonObject(told)) return {};
  if (typeof told.instruction === 'string') return { instruction: told.instruction };
  const scenario = isJsonObject(told.user_scenario) ? told.user_scenario : told;
  const { instructions, persona } = scenario;
  return {
    ...(typeof instructions === 'string' && { instruction: instructions }),
    ...(isJsonObject(instructions) && partsOf(instructions)),
    ...(typeof persona === 'string' && { persona }),
  };
}

function partsOf(instructions: JsonObject): Scenario {
  const {
    reason_for_call: reason,
    known_info: known,
    unknown_info: unknown,
    task_instructions: rest,
  } = instructions;
  return {
    ...(typeof reason === 'string' && { reason }),
    ...(typeof known === 'string' && { known }),
    ...(typeof unknown === 'string' && { unknown }),
    ...(typeof rest === 'string' && { preferences: rest }),
  };
}
