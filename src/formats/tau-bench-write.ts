import { scenarioText, type Task } from '../annotate/index.ts';
import type { JsonObject, JsonValue } from '../base/json/index.ts';

/**
 * Tasks in τ-bench's form. A task that came from τ-bench gives its original back with what changed since put in;
 * for others the scenario's parts become one instruction. What τ-bench has no place for is left out:
 * alternatives, notes, criteria.
 */
export function writeTauTasks(tasks: readonly Task[]): JsonValue {
  return tasks.map((task, position) => writeTauTask(task, position));
}

function writeTauTask(task: Task, position: number): JsonObject {
  const original = task.source?.format === 'tau-bench' ? (task.source.extra ?? {}) : {};
  const responds = Array.isArray(original.actions)
    ? original.actions.filter((action) => (action as JsonObject).name === 'respond')
    : [];
  return {
    ...(task.source?.format === 'tau-bench' ? {} : { index: position, id: task.id }),
    ...original,
    instruction: scenarioText(task.scenario),
    actions: [
      ...task.goldActions.map(({ tool, args }) => ({ name: tool, kwargs: args })),
      ...(responds as JsonValue[]),
    ],
    outputs: [...task.outputs],
  };
}
