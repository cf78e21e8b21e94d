import { readQuantity } from './quantities.ts';
import { fold } from './tokens.ts';

/** Words that stand in an order, least first. Known to every domain. */
const SCALES: readonly (readonly string[])[] = [
  ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'],
  ['tiny', 'portable', 'small', 'medium', 'large', 'extra large', 'huge'],
  ['none', 'low', 'medium', 'high', 'very high'],
  ['beginner', 'easy', 'intermediate', 'advanced', 'expert'],
  ['basic', 'standard', 'professional', 'premium'],
  ['short', 'medium', 'long'],
  ['light', 'medium', 'dark'],
  ['no', 'yes'],
  ['regular', 'silver', 'gold', 'platinum'],
  ['bronze', 'silver', 'gold', 'platinum'],
  ['basic economy', 'economy', 'premium economy', 'business', 'first'],
];

/** How a value compares with others of its field: a number, and the scale on which it counts. */
export interface Magnitude {
  readonly amount: number;
  readonly scale: string;
}

/**
 * Places a value on a scale: numbers, amounts with units, dates and times, and ordered words.
 * @param order the field's own values, least first, where its schema says so
 */
export function magnitudeOf(value: unknown, order: readonly string[] = []): Magnitude | undefined {
  if (typeof value === 'number') return { amount: value, scale: 'number' };
  if (typeof value === 'boolean') return { amount: value ? 1 : 0, scale: 'truth' };
  if (typeof value !== 'string') return undefined;
  const own = order.indexOf(value);
  if (own >= 0) return { amount: own, scale: 'own' };
  const instant = readInstant(value);
  if (instant !== undefined) return instant;
  const word = fold(value).replaceAll('_', ' ');
  const scale = SCALES.findIndex((words) => words.includes(word));
  if (scale >= 0)
    return { amount: (SCALES[scale] as readonly string[]).indexOf(word), scale: `scale ${scale}` };
  const quantity = readQuantity(value);
  return quantity === undefined ? undefined : { amount: quantity.amount, scale: quantity.kind };
}

/** Greater, equal or less by one scale; undefined when the two cannot be compared. */
export function compareValues(
  left: unknown,
  right: unknown,
  order: readonly string[] = [],
): number | undefined {
  const one = magnitudeOf(left, order);
  const two = magnitudeOf(right, order);
  if (one === undefined || two === undefined) return undefined;
  if (one.scale === two.scale) return Math.sign(one.amount - two.amount);
  return commonScale(left, right);
}

/** Words such as "medium" stand on several scales: the first that holds both decides. */
function commonScale(left: unknown, right: unknown): number | undefined {
  const [one, two] = [fold(String(left)).replaceAll('_', ' '), fold(String(right)).replaceAll('_', ' ')];
  const scale = SCALES.find((words) => words.includes(one) && words.includes(two));
  return scale === undefined ? undefined : Math.sign(scale.indexOf(one) - scale.indexOf(two));
}

function readInstant(value: string): Magnitude | undefined {
  const time = /^(\d{2}):(\d{2})(?::\d{2})?(?:\+(\d))?$/.exec(value);
  if (time)
    return { amount: Number(time[1]) * 60 + Number(time[2]) + Number(time[3] ?? 0) * 1440, scale: 'clock' };
  if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined;
  const instant = Date.parse(value.length === 10 ? `${value}T00:00:00Z` : `${value.slice(0, 19)}Z`);
  return Number.isNaN(instant) ? undefined : { amount: instant, scale: 'date' };
}
