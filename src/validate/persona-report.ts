import { bootstrap, type Estimate, mean } from '../metrics/bootstrap.ts';
import type { TaskTally } from './tally.ts';

/** Trials of one task with one persona. */
export interface TaskPersona {
  readonly persona: string | null;
  readonly trials: number;
  readonly countable: number;
  readonly passed: number;
  /** Countable trials by hash of the outcome, most frequent first. */
  readonly outcomes: readonly { readonly hash: string; readonly count: number }[];
}

/** What a run shows of one persona, over all tasks. */
export interface PersonaReport {
  readonly persona: string | null;
  readonly trials: number;
  readonly countable: number;
  readonly passed: number;
  /** Mean over tasks of the share of countable trials that pass; null where none counts. */
  readonly passRate: Estimate | null;
  /** Tasks whose trials with this persona end in several outcomes. */
  readonly severalOutcomes: number;
}

/** A task's trials apart by persona, in the order they were met. */
export function taskPersonas(tally: TaskTally): TaskPersona[] {
  return [...tally.personas].map(([persona, { trials, passed }]) => {
    const outcomes = [...tally.clusters.values()]
      .map(({ outcome, personas }) => ({ hash: outcome, count: personas.get(persona) ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((left, right) => right.count - left.count);
    const counted = outcomes.reduce((sum, { count }) => sum + count, 0);
    return { persona, trials, countable: counted, passed, outcomes };
  });
}

/** Personas over all tasks; empty where a run has one alone. */
export function personasOf(
  tasks: readonly { readonly personas?: readonly TaskPersona[] }[],
): PersonaReport[] {
  const byPersona = new Map<string | null, TaskPersona[]>();
  for (const { personas = [] } of tasks) {
    for (const part of personas) byPersona.set(part.persona, [...(byPersona.get(part.persona) ?? []), part]);
  }
  return [...byPersona].map(([persona, parts]) => {
    const sum = (of: (part: TaskPersona) => number): number =>
      parts.reduce((total, part) => total + of(part), 0);
    const rates = parts
      .filter(({ countable: counted }) => counted > 0)
      .map(({ passed, countable: counted }) => passed / counted);
    return {
      persona,
      trials: sum(({ trials }) => trials),
      countable: sum(({ countable: counted }) => counted),
      passed: sum(({ passed }) => passed),
      passRate: rates.length === 0 ? null : bootstrap(rates, mean),
      severalOutcomes: parts.filter(({ outcomes }) => outcomes.length > 1).length,
    };
  });
}
