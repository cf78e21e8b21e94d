import type { TrialRun } from './trial.ts';

/** Why the trials of a run do not count as independent repetitions. */
export interface Dependence {
  readonly code: 'recorded-answers' | 'equal-response-ids' | 'no-randomness';
  /** One sentence without a full stop. */
  readonly message: string;
  /** How many trials it concerns. */
  readonly trials: number;
}

/**
 * What speaks against counting trials as independent: answers taken from a recording, one response behind two trials,
 * or no randomness on either side. A run with any of these says so and gets no certificate of uniqueness.
 */
export function dependences(trials: readonly TrialRun[]): Dependence[] {
  const found: Dependence[] = [];
  const add = (code: Dependence['code'], count: number, message: string): void => {
    if (count > 0) found.push({ code, message, trials: count });
  };
  const recorded = trials.filter(({ models }) => sides(models).some((side) => side.recorded > 0)).length;
  add(
    'recorded-answers',
    recorded,
    `${recorded} of ${trials.length} trials were answered from a recording, in part or in whole`,
  );
  const shared = trialsWithSharedResponses(trials);
  add(
    'equal-response-ids',
    shared,
    `${shared} of ${trials.length} trials hold a response id that another trial holds too: a cache answered`,
  );
  const cold = trials.filter(({ models }) => {
    const spoke = sides(models);
    return spoke.length > 0 && spoke.every(({ temperature }) => temperature === 0);
  }).length;
  add(
    'no-randomness',
    cold,
    `${cold} of ${trials.length} trials ran at temperature 0 on both sides, so that repeating them samples little`,
  );
  return found;
}

function sides(models: TrialRun['models']): readonly NonNullable<NonNullable<TrialRun['models']>['agent']>[] {
  return [models?.agent, models?.user].filter((side) => side !== undefined);
}

function trialsWithSharedResponses(trials: readonly TrialRun[]): number {
  const owners = new Map<string, Set<number>>();
  for (const [index, { models }] of trials.entries()) {
    for (const id of sides(models).flatMap(({ responseIds }) => responseIds)) {
      const holders = owners.get(id);
      if (holders === undefined) owners.set(id, new Set([index]));
      else holders.add(index);
    }
  }
  const concerned = new Set<number>();
  for (const holders of owners.values()) {
    if (holders.size > 1) for (const index of holders) concerned.add(index);
  }
  return concerned.size;
}
