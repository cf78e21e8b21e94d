import { UserError } from '../../base/finding/index.ts';
import type { RandomStream } from '../../base/random/index.ts';
import { type Draw, draw } from './draw.ts';

/**
 * One of the values, each with its weight, in constant time (alias method).
 * @throws UserError when there is no value, or a weight is negative, or all are 0
 */
export function weighted<Value>(table: Iterable<readonly [Value, number]>): Draw<Value> {
  const entries = [...table];
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  if (!(total > 0) || entries.some(([, weight]) => weight < 0)) {
    throw new UserError(`Cannot weigh ${entries.length} values: weights must be 0 or more, and one above 0`);
  }
  const chances = new Map<Value, number>();
  for (const [value, weight] of entries) chances.set(value, (chances.get(value) ?? 0) + weight / total);
  const values = entries.map(([value]) => value);
  const { keep, alias } = aliasTable(entries.map(([, weight]) => (weight * entries.length) / total));
  const others = Array.from(alias, (place) => values[place] as Value);
  const sample = (random: RandomStream): Value => {
    const at = random.next() * values.length;
    const column = Math.floor(at);
    return (at - column < (keep[column] as number) ? values : others)[column] as Value;
  };
  return draw(`one of ${values.length}, weighted`, sample, chances);
}

/** One of the values, all alike. @throws UserError when there is none */
export function oneOf<Value>(values: readonly Value[]): Draw<Value> {
  const chances = new Map<Value, number>();
  for (const value of values) chances.set(value, (chances.get(value) ?? 0) + 1 / values.length);
  if (values.length === 0) throw new UserError('Cannot choose a value: the list is empty');
  return draw(`one of ${values.length}`, (random) => random.pick(values), chances);
}

/** True with the given chance. */
export function chance(probability: number): Draw<boolean> {
  return draw(
    `true in ${Math.round(probability * 100)} %`,
    (random) => random.chance(probability),
    new Map([
      [true, probability],
      [false, 1 - probability],
    ]),
  );
}

/** Vose's alias method: columns of height 1, each shared by at most two values. */
function aliasTable(scaled: number[]): { readonly keep: Float64Array; readonly alias: Int32Array } {
  const keep = new Float64Array(scaled.length).fill(1);
  const alias = Int32Array.from(scaled.keys());
  const small: number[] = [];
  const large: number[] = [];
  for (const [index, height] of scaled.entries()) (height < 1 ? small : large).push(index);
  while (small.length > 0 && large.length > 0) {
    const low = small.pop() as number;
    const high = large.at(-1) as number;
    keep[low] = scaled[low] as number;
    alias[low] = high;
    scaled[high] = (scaled[high] as number) - (1 - (scaled[low] as number));
    if ((scaled[high] as number) < 1) small.push(large.pop() as number);
  }
  return { keep, alias };
}
