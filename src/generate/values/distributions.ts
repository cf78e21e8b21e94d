import type { RandomStream } from '../../base/random/index.ts';
import { type Draw, draw } from './draw.ts';
import { weighted } from './weighted.ts';

/** Lowest and highest value, both possible; values outside are moved to the nearer end. */
export interface Range {
  readonly low?: number;
  readonly high?: number;
  /** Values are multiples of this; 1 gives whole numbers. */
  readonly step?: number;
}

/** A whole number from low to high, all alike. */
export function uniform(low: number, high: number): Draw<number> {
  const chances =
    high - low < 1000
      ? new Map(
          Array.from({ length: high - low + 1 }, (_, index) => [low + index, 1 / (high - low + 1)] as const),
        )
      : undefined;
  return draw(`uniform ${low} to ${high}`, (random) => random.int(low, high), chances);
}

/** A normal distribution, cut to a range. */
export function normal(mean: number, deviation: number, range: Range = {}): Draw<number> {
  return draw(`normal, mean ${mean}, deviation ${deviation}`, (random) =>
    within(mean + deviation * standardNormal(random), range),
  );
}

/** A log-normal distribution (many small values, a long tail), cut to a range. `spread` is the deviation of the logarithm. */
export function logNormal(median: number, spread: number, range: Range = {}): Draw<number> {
  return draw(`log-normal, median ${median}, spread ${spread}`, (random) =>
    within(median * Math.exp(spread * standardNormal(random)), range),
  );
}

/** Ranks 0 to count − 1, where rank r has weight 1 / (r + 1)^exponent: a few favourites, many rarely chosen. */
export function zipf(count: number, exponent = 1): Draw<number> {
  const ranks = Array.from({ length: count }, (_, rank) => [rank, (rank + 1) ** -exponent] as const);
  return Object.assign(weighted(ranks), { says: `zipf over ${count}, exponent ${exponent}` });
}

/** How often a rare thing happens, with the given mean, up to `high`. */
export function poisson(
  mean: number,
  { low = 0, high = Math.ceil(mean * 4 + 10) }: Range = {},
): Draw<number> {
  const table: [number, number][] = [];
  let weight = 1;
  for (let count = 0; count <= high; count += 1) {
    if (count > 0) weight *= mean / count;
    if (count >= low) table.push([count, weight]);
  }
  return Object.assign(weighted(table), { says: `poisson, mean ${mean}` });
}

/** Box–Muller; one value is used, so that a draw always takes two numbers of the stream. */
function standardNormal(random: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

function within(value: number, { low = -Infinity, high = Infinity, step }: Range): number {
  const cut = Math.min(high, Math.max(low, value));
  if (step === undefined) return cut;
  const rounded = Math.round(cut / step) * step;
  // Adding 0 makes 0 of −0.
  return Number.isInteger(rounded) ? rounded + 0 : Number(rounded.toFixed(6));
}
