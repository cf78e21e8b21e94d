import type { JsonPrimitive } from '../../base/json/index.ts';
import type { NumberShape, Tally } from './shape.ts';

/** Lengths of lists beyond which the rarest are left out. */
const MOST_WEIGHTS = 40;

/** Text of a string, number or truth value in single quotes, as the sources here have it. */
export function literal(value: JsonPrimitive): string {
  if (typeof value !== 'string') return String(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A spread by table: `weighted`, or `oneOf` where all are alike. `exact` keeps the values as types. */
export function tallySource(tally: Tally<JsonPrimitive>, exact = false): { source: string; uses: string } {
  const shown = tally.slice(0, MOST_WEIGHTS);
  const alike = shown.every(([, count]) => count === shown[0]?.[1]);
  const lines = shown.map(([value, count]) =>
    alike ? `  ${literal(value)},` : `  [${literal(value)}, ${count}],`,
  );
  const uses = alike ? 'oneOf' : 'weighted';
  return { source: `${uses}([\n${lines.join('\n')}\n]${exact ? ' as const' : ''})`, uses };
}

/** A spread of numbers of the shape that was found. */
export function numberSource(shape: NumberShape): { source: string; uses: string } {
  const { low, high, mean, deviation, integer, logarithms, tally } = shape;
  if (tally !== undefined) return tallySource(tally);
  const places = integer ? 0 : Math.max(2, placesOf(low), placesOf(high));
  const step = places <= 6 ? `, step: ${Number((10 ** -places).toFixed(6))}` : '';
  const range = `{ low: ${low}, high: ${high}${step} }`;
  const even = (high - low) / Math.sqrt(12);
  if (logarithms !== undefined)
    return {
      source: `logNormal(${logarithms.median}, ${logarithms.deviation}, ${range})`,
      uses: 'logNormal',
    };
  if (Math.abs(deviation - even) > 0.08 * even)
    return { source: `normal(${mean}, ${deviation}, ${range})`, uses: 'normal' };
  if (integer) return { source: `uniform(${low}, ${high})`, uses: 'uniform' };
  const unit = 10 ** Math.min(places, 6);
  const ends = `${Math.ceil(low * unit)}, ${Math.floor(high * unit)}`;
  return {
    source: `draw('uniform ${low} to ${high}', (random) => random.int(${ends}) / ${unit})`,
    uses: 'draw',
  };
}

function placesOf(value: number): number {
  return /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
}
