import { sha256 } from '../base/json/index.ts';
import type { TrialRun } from './trial.ts';

/** Why the trials of a run do not count as independent repetitions. */
export interface Dependence {
  readonly code: 'recorded-answers' | 'equal-response-ids' | 'no-randomness';
  /** One sentence without a full stop. */
  readonly message: string;
  /** How many trials it concerns. */
  readonly trials: number;
}

/** What a trial's independence of others rests on; short enough to be kept for each trial of a large run. */
export interface IndependenceFacts {
  /** Some answers came from a recording. */
  readonly recorded?: true;
  /** Every model that took part ran at temperature 0. */
  readonly cold?: true;
  /** Marks of the first responses of each side: a cache answers from the first question on. */
  readonly responses?: readonly string[];
}

/** First responses of each side that are kept. */
const KEPT = 2;

/** The facts of one trial; undefined where no model took part. */
export function independenceFacts({ models }: Pick<TrialRun, 'models'>): IndependenceFacts | undefined {
  const sides = [models?.agent, models?.user].filter((side) => side !== undefined);
  if (sides.length === 0) return undefined;
  const ids = sides.flatMap(({ responseIds }) => responseIds.slice(0, KEPT));
  return {
    ...(sides.some(({ recorded }) => recorded > 0) && { recorded: true as const }),
    ...(sides.every(({ temperature }) => temperature === 0) && { cold: true as const }),
    ...(ids.length > 0 && { responses: ids.map((id) => sha256(id).slice(0, 12)) }),
  };
}

/**
 * What speaks against counting trials as independent: answers taken from a recording, one response behind two trials,
 * or no randomness on either side. A run with any of these says so and gets no certificate of uniqueness.
 */
export function dependences(trials: Iterable<IndependenceFacts | undefined>): Dependence[] {
  let total = 0;
  let recorded = 0;
  let cold = 0;
  const owners = new Map<string, number>();
  const concerned = new Set<number>();
  for (const facts of trials) {
    if (facts?.recorded === true) recorded += 1;
    if (facts?.cold === true) cold += 1;
    for (const response of facts?.responses ?? []) {
      const owner = owners.get(response);
      if (owner === undefined) owners.set(response, total);
      else if (owner !== total) concerned.add(owner).add(total);
    }
    total += 1;
  }
  const found: Dependence[] = [];
  const add = (code: Dependence['code'], count: number, what: string): void => {
    if (count > 0) found.push({ code, message: `${count} of ${total} trials ${what}`, trials: count });
  };
  add('recorded-answers', recorded, 'were answered from a recording, in part or in whole');
  add(
    'equal-response-ids',
    concerned.size,
    'hold a response id that another trial holds too: a cache answered',
  );
  add('no-randomness', cold, 'ran at temperature 0 on both sides, so that repeating them samples little');
  return found;
}
