import type { Scenario, Task } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { isJsonObject } from '../base/json/index.ts';

export interface RepairedTask {
  readonly task: Task;
  /** Findings whose suggestion was taken. */
  readonly applied: readonly Finding[];
}

/**
 * Applies what findings suggest: a sentence added to the scenario, a gold action taken out.
 * Findings without a suggestion that can be applied by itself are left alone.
 */
export function repairTask(task: Task, findings: readonly Finding[]): RepairedTask {
  const sentences: string[] = [];
  const dropped = new Set<number>();
  const applied: Finding[] = [];
  for (const finding of findings) {
    if (finding.severity === 'note') continue;
    const repair = finding.evidence?.repair;
    if (!isJsonObject(repair)) continue;
    const { addToScenario, removeGoldAction } = repair;
    if (typeof addToScenario === 'string') {
      const sentence = quoted(addToScenario);
      if (sentence === undefined || sentences.includes(sentence)) continue;
      sentences.push(sentence);
    } else if (typeof removeGoldAction === 'number') {
      // One at a time: of two actions that do the same, either can go but not both.
      if (dropped.size > 0) continue;
      dropped.add(removeGoldAction);
    } else continue;
    applied.push(finding);
  }
  if (applied.length === 0) return { task, applied };
  return {
    task: {
      ...task,
      scenario: withSentences(task.scenario, sentences),
      goldActions: task.goldActions.filter((_, index) => !dropped.has(index)),
    },
    applied,
  };
}

/** The sentence inside a hint such as `add: "You want the red one."`. */
function quoted(hint: string): string | undefined {
  return /^add: "(.+)"$/.exec(hint.trim())?.[1];
}

function withSentences(scenario: Scenario, sentences: readonly string[]): Scenario {
  if (sentences.length === 0) return scenario;
  const field =
    scenario.instruction !== undefined && scenario.preferences === undefined ? 'instruction' : 'preferences';
  const before = scenario[field]?.trim() ?? '';
  return { ...scenario, [field]: [before, ...sentences].filter((part) => part !== '').join(' ') };
}
