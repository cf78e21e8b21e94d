import type { Interval } from './bootstrap.ts';

/**
 * Wilson's interval of a proportion: stays inside [0, 1] and works at counts of 0 and n.
 * Source: Wilson 1927, J. Am. Stat. Assoc. 22, 209-212.
 * @returns [0, 1] when nothing was counted
 */
export function wilsonInterval(count: number, total: number, level = 0.95): Interval {
  if (total === 0) return { low: 0, high: 1, level };
  const z = normalQuantile(1 - (1 - level) / 2);
  const share = count / total;
  const width = 1 + (z * z) / total;
  const centre = (share + (z * z) / (2 * total)) / width;
  const half = (z / width) * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half), level };
}

/** The point below which a standard normal value falls with this probability, by bisection of its distribution. */
function normalQuantile(probability: number): number {
  let low = -10;
  let high = 10;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (normalShare(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Abramowitz and Stegun 7.1.26, error below 1.5e-7. */
function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - poly * Math.exp(-x * x);
  return z < 0 ? (1 - erf) / 2 : (1 + erf) / 2;
}
