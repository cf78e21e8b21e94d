import { UserError } from '../base/finding/index.ts';

/**
 * pass^k: the chance that k trials drawn without replacement from `trials` all succeed, C(s,k)/C(n,k).
 * Source: τ-bench (arXiv 2406.12045, §3).
 * @throws UserError unless 1 <= k <= trials and 0 <= successes <= trials
 */
export function passHatK(trials: number, successes: number, k: number): number {
  checkCounts('pass^k', trials, successes, k);
  return drawnFrom(trials, successes, k);
}

/**
 * pass@k: the chance that at least one of k trials drawn without replacement succeeds, 1 - C(n-s,k)/C(n,k).
 * Source: Chen et al. 2021 (arXiv 2107.03374, §2.1).
 * @throws UserError unless 1 <= k <= trials and 0 <= successes <= trials
 */
export function passAtK(trials: number, successes: number, k: number): number {
  checkCounts('pass@k', trials, successes, k);
  return 1 - drawnFrom(trials, trials - successes, k);
}

/**
 * max@k: the expected maximum of k values drawn without replacement, Σ_{j=k..n} C(j-1,k-1)/C(n,k) · x_(j) with x ascending.
 * k = 1 is the mean, k = n the plain maximum; on 0/1 values it equals pass@k. Unlike the plain maximum over n it does not
 * grow with the number of trials made.
 * @throws UserError unless 1 <= k <= number of values
 */
export function maxAtK(values: readonly number[], k: number): number {
  checkCounts('max@k', values.length, 0, k);
  const sorted = [...values].sort((left, right) => left - right);
  const n = sorted.length;
  // C(j-1,k-1)/C(n,k) from the top down: k/n at j = n, then times (j-k)/(j-1) for each step down to j-1.
  let weight = k / n;
  let sum = 0;
  for (let j = n; j >= k; j -= 1) {
    sum += weight * (sorted[j - 1] as number);
    weight *= j > 1 ? (j - k) / (j - 1) : 0;
  }
  return sum;
}

/** C(marked,k)/C(all,k), as a product so that large counts do not overflow. Nothing is checked. */
export function drawnFrom(all: number, marked: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) {
    if (marked - drawn <= 0) return 0;
    share *= (marked - drawn) / (all - drawn);
  }
  return share;
}

function checkCounts(name: string, trials: number, successes: number, k: number): void {
  const whole = [trials, successes, k].every((count) => Number.isInteger(count));
  if (!whole || successes < 0 || successes > trials) {
    throw new UserError(
      `Cannot compute ${name}: ${successes} successes of ${trials} trials with k = ${k} are no counts`,
    );
  }
  if (k < 1 || k > trials) {
    throw new UserError(
      `Cannot compute ${name}: k = ${k} is not between 1 and the ${trials} trials that count`,
      {
        hint: 'choose a smaller k or run more trials',
      },
    );
  }
}
