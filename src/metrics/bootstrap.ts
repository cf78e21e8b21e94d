import { UserError } from '../base/finding/index.ts';
import { RandomStream } from '../base/random/index.ts';

/** An interval that covers the true value with the given confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Confidence, for example 0.95. */
  readonly level: number;
}

/** A number with its interval and what it rests on. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval;
  /** Independent units behind it: tasks. */
  readonly units: number;
}

export interface BootstrapOptions {
  readonly seed?: number;
  /** 2,000 when absent. */
  readonly resamples?: number;
  /** 0.95 when absent. */
  readonly level?: number;
}

/**
 * Percentile bootstrap over units (tasks): units are drawn with replacement and the statistic is taken of the drawn list.
 * Source: Efron and Tibshirani 1993, ch. 13.
 * @param resample draws again inside a unit (its trials), for the two-stage cluster bootstrap
 * @throws UserError without units
 */
export function bootstrap<Unit>(
  units: readonly Unit[],
  statistic: (units: readonly Unit[]) => number,
  options: BootstrapOptions & { readonly resample?: (unit: Unit, random: RandomStream) => Unit } = {},
): Estimate {
  const { seed = 1, resamples = 2000, level = 0.95, resample } = options;
  if (units.length === 0) throw new UserError('Cannot estimate an interval: there is nothing to draw from');
  const random = new RandomStream(seed, 'bootstrap');
  const values: number[] = [];
  for (let round = 0; round < resamples; round += 1) {
    const drawn = units.map(() => {
      const unit = units[random.int(0, units.length - 1)] as Unit;
      return resample === undefined ? unit : resample(unit, random);
    });
    values.push(statistic(drawn));
  }
  values.sort((left, right) => left - right);
  const tail = (1 - level) / 2;
  return {
    value: statistic(units),
    interval: { low: quantile(values, tail), high: quantile(values, 1 - tail), level },
    units: units.length,
  };
}

/** Two-stage bootstrap of a mean over tasks of a statistic over each task's trials. */
export function bootstrapTasks<Trial>(
  tasks: readonly (readonly Trial[])[],
  ofTask: (trials: readonly Trial[]) => number,
  options: BootstrapOptions = {},
): Estimate {
  return bootstrap(tasks, (drawn) => mean(drawn.map(ofTask)), { ...options, resample: redraw });
}

/** As many items as given, drawn with replacement. */
export function redraw<Item>(items: readonly Item[], random: RandomStream): readonly Item[] {
  return items.map(() => items[random.int(0, items.length - 1)] as Item);
}

/** The arithmetic mean. @throws UserError for an empty list */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new UserError('Cannot take a mean: there are no values');
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** Linear interpolation between order statistics. `sorted` is ascending and not empty. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}
