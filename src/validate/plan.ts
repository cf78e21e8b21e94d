import type { TrialKey } from './trial-facts.ts';

/** Tasks × personas × trials. */
export interface Plan {
  readonly tasks: readonly string[];
  readonly personas: readonly (string | null)[];
  readonly trials: number;
}

/** Every trial of a plan, task by task: the order of a finished run. */
export function* planKeys({ tasks, personas, trials }: Plan): Generator<TrialKey> {
  for (const task of tasks) {
    for (const persona of personas) {
      for (let trial = 0; trial < trials; trial += 1) yield { task, persona, trial };
    }
  }
}
