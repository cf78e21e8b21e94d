import type { RandomStream } from '../../base/random/index.ts';

/** A distribution: draws one value from a stream. */
export interface Draw<Value> {
  (random: RandomStream): Value;
  /** What it is, for reports: `one of 5, weighted`. */
  readonly says: string;
  /** Chance of each value, where the values can be listed. */
  readonly chances?: ReadonlyMap<Value, number>;
}

/** Gives a sampling function the description that reports print. */
export function draw<Value>(
  says: string,
  sample: (random: RandomStream) => Value,
  chances?: ReadonlyMap<Value, number>,
): Draw<Value> {
  return Object.assign((random: RandomStream) => sample(random), { says, ...(chances && { chances }) });
}

/** Always the same value. */
export function always<Value>(value: Value): Draw<Value> {
  return draw(`always ${JSON.stringify(value)}`, () => value, new Map([[value, 1]]));
}
