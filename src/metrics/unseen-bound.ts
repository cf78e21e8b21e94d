import { UserError } from '../base/finding/index.ts';

/**
 * Upper bound on the chance of an event seen `events` times in `trials` independent trials: the chance at which so few
 * events would still turn up with probability 1 - level. Without events it is 1 - (1 - level)^(1/trials), which is 7.2 %
 * after 40 trials; without trials it is 1.
 * Source: Clopper and Pearson 1934, Biometrika 26, 404-413 (one-sided).
 * @throws UserError unless 0 <= events <= trials
 */
export function exactUpperBound(trials: number, events = 0, level = 0.95): number {
  if (!Number.isInteger(trials) || !Number.isInteger(events) || events < 0 || events > trials) {
    throw new UserError(`Cannot bound a chance: ${events} events in ${trials} trials are no counts`);
  }
  if (events === trials) return 1;
  if (events === 0) return 1 - (1 - level) ** (1 / trials);
  let low = events / trials;
  let high = 1;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (binomialTail(trials, events, middle) > 1 - level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** How many trials without an event show that its chance is below `bound`. */
export function trialsForBound(bound: number, level = 0.95): number {
  if (!(bound > 0 && bound < 1))
    throw new UserError(`Cannot plan trials: bound ${bound} is not between 0 and 1`);
  return Math.ceil(Math.log(1 - level) / Math.log(1 - bound) - 1e-9);
}

/** The chance of at most `events` events in `trials` trials of chance `chance` each. */
export function binomialTail(trials: number, events: number, chance: number): number {
  if (chance <= 0) return 1;
  if (chance >= 1) return events >= trials ? 1 : 0;
  let term = trials * Math.log1p(-chance);
  let sum = Math.exp(term);
  for (let count = 1; count <= events; count += 1) {
    term += Math.log((trials - count + 1) / count) + Math.log(chance) - Math.log1p(-chance);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
