import { RandomStream } from '../../base/random/index.ts';
import type { DatabaseConfig } from '../define-database.ts';
import type { Draw } from '../values/draw.ts';
import type { Tallies } from './tally.ts';

/** One bar of a histogram: a value or a range of numbers, with its share of the rows. */
export interface Bar {
  readonly label: string;
  readonly generated: number;
  /** Share it was meant to have; absent where nothing was said. */
  readonly intended?: number;
}

/** The spread of one measure. */
export interface Spread {
  readonly table: string;
  readonly measure: string;
  readonly count: number;
  readonly bars: readonly Bar[];
  /** Half the sum of all differences of the shares: 0 when generated is as intended, 1 when nothing agrees. */
  readonly distance?: number;
}

/** More values than this are put into ranges. */
const MOST_BARS = 14;
const SAMPLES = 20_000;

/** Intended against generated, for every measure of the generators. */
export function distributionReport(config: DatabaseConfig, tallies: Tallies): readonly Spread[] {
  return config.generators.flatMap(({ table, measures }) =>
    Object.entries(measures).map(([measure, { intended }]) => {
      const tally = tallies[table]?.[measure] ?? {};
      const wanted = intended && sharesOf(intended as Draw<unknown>);
      return spread(table, measure, tally, wanted);
    }),
  );
}

/** Chances of a distribution; where it cannot list them, they are estimated from many draws. */
function sharesOf(draw: Draw<unknown>): Readonly<Record<string, number>> {
  if (draw.chances !== undefined) {
    return Object.fromEntries([...draw.chances].map(([value, share]) => [String(value), share]));
  }
  const shares: Record<string, number> = {};
  const random = new RandomStream(0, 'distribution-report');
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const value = String(draw(random));
    shares[value] = (shares[value] ?? 0) + 1 / SAMPLES;
  }
  return shares;
}

function spread(
  table: string,
  measure: string,
  tally: Readonly<Record<string, number>>,
  wanted: Readonly<Record<string, number>> | undefined,
): Spread {
  const count = Object.values(tally).reduce((sum, one) => sum + one, 0);
  const bin = binner([...Object.keys(tally), ...Object.keys(wanted ?? {})]);
  const generated = gather(tally, bin, Math.max(1, count));
  const intended = wanted && gather(wanted, bin, 1);
  const labels = [...new Set([...generated.keys(), ...(intended?.keys() ?? [])])].sort(byNumber);
  const bars = labels.map((label) => ({
    label,
    generated: generated.get(label) ?? 0,
    ...(intended && { intended: intended.get(label) ?? 0 }),
  }));
  const distance =
    intended && bars.reduce((sum, bar) => sum + Math.abs(bar.generated - (bar.intended ?? 0)), 0) / 2;
  return { table, measure, count, bars, ...(distance !== undefined && { distance }) };
}

/** How values are put together: as they are, or numbers into ranges of equal width. */
function binner(values: readonly string[]): (value: string) => string {
  const distinct = new Set(values);
  const numbers = [...distinct].map(Number);
  if (distinct.size <= MOST_BARS || numbers.some(Number.isNaN)) return (value) => value;
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const width = niceWidth((high - low) / (MOST_BARS - 2));
  return (value) => {
    const from = Math.floor(Number(value) / width) * width;
    return `${round(from)} to ${round(from + width)}`;
  };
}

function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return ([1, 2, 5, 10].find((step) => step * power >= width) ?? 10) * power;
}

function round(value: number): number {
  return Number(value.toFixed(4));
}

function gather(
  shares: Readonly<Record<string, number>>,
  bin: (value: string) => string,
  total: number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [value, share] of Object.entries(shares)) {
    const label = bin(value);
    sums.set(label, (sums.get(label) ?? 0) + share / total);
  }
  return sums;
}

function byNumber(left: string, right: string): number {
  const difference = Number.parseFloat(left) - Number.parseFloat(right);
  return Number.isNaN(difference) ? (left < right ? -1 : 1) : difference;
}

/** The report as Markdown: a histogram a measure, generated above, intended below where it was said. */
export function formatDistributions(spreads: readonly Spread[]): string {
  return spreads.map(formatSpread).join('\n');
}

function formatSpread({ table, measure, count, bars, distance }: Spread): string {
  const widest = Math.max(5, ...bars.map(({ label }) => label.length));
  const most = Math.max(...bars.map((bar) => Math.max(bar.generated, bar.intended ?? 0)), 0.0001);
  const lines = bars.map(({ label, generated, intended }) => {
    const bar = '█'.repeat(Math.round((generated / most) * 30)).padEnd(30, ' ');
    const meant = intended === undefined ? '' : `  intended ${percent(intended)}`;
    return `${label.padStart(widest)} ${bar} ${percent(generated)}${meant}`;
  });
  const fit = distance === undefined ? '' : `, ${percent(distance).trim()} off what was intended`;
  return [`## ${table}: ${measure} (${count}${fit})`, '', '```', ...lines, '```', ''].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)} %`;
}
