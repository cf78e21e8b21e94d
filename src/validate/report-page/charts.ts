import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { ValidationReport } from '../report.ts';

/** pass^k and pass@k over k, with their 95 % bands, as SVG; empty without countable trials. */
export function curvesChart({ curves }: ValidationReport): string {
  const series = (['hat', 'at'] as const).flatMap((name) =>
    curves[name].map(({ k, value, interval }) => ({
      metric: name === 'hat' ? 'pass^k' : 'pass@k',
      k,
      value,
      low: interval.low,
      high: interval.high,
    })),
  );
  if (series.length === 0) return '';
  return render({
    width: 620,
    height: 300,
    marginLeft: 46,
    marginTop: 26,
    x: { label: 'k (trials)', tickFormat: 'd', ticks: ticksUpTo(curves.hat.length) },
    y: { label: 'share of tasks', domain: [0, 1], tickFormat: '.0%', grid: true },
    color: { domain: ['pass^k', 'pass@k'], range: ['#2b5f9e', '#3f8f5b'], legend: false },
    marks: [
      Plot.areaY(series, { x: 'k', y1: 'low', y2: 'high', z: 'metric', fill: 'metric', fillOpacity: 0.15 }),
      Plot.lineY(series, { x: 'k', y: 'value', z: 'metric', stroke: 'metric', strokeWidth: 2 }),
      Plot.dot(curves.hat.length === 1 ? series : [], { x: 'k', y: 'value', fill: 'metric' }),
      // Curves may end together: one name stands above its line, the other below.
      ...(['pass^k', 'pass@k'] as const).map((name) =>
        Plot.text(
          series.filter(({ k, metric }) => k === curves.hat.length && metric === name),
          {
            x: 'k',
            y: 'value',
            text: 'metric',
            fill: 'metric',
            textAnchor: 'end',
            fontSize: 13,
            dy: name === 'pass@k' ? -8 : 12,
          },
        ),
      ),
    ],
  });
}

/** How many tasks ended in 1, 2, 3, … outcomes, split by evidence, as SVG. */
export function outcomesChart({ tasks }: ValidationReport): string {
  const rows = tasks.filter(({ outcomes }) => outcomes.length > 0);
  if (rows.length === 0) return '';
  return render({
    width: 420,
    height: 300,
    marginLeft: 40,
    x: { label: 'distinct outcomes', type: 'band' },
    y: { label: 'tasks', grid: true },
    color: {
      domain: ['unique', 'suspect', 'ambiguous', 'too-hard', 'insufficient'],
      range: ['#3f8f5b', '#d69a2d', '#c22f5c', '#6d8fb8', '#b9c0c7'],
    },
    marks: [
      Plot.barY(
        rows,
        Plot.groupX(
          { y: 'count' },
          { x: (task: (typeof rows)[number]) => task.outcomes.length, fill: 'evidence' },
        ),
      ),
      Plot.ruleY([0]),
    ],
  });
}

/** Whole numbers, at most ten of them. */
function ticksUpTo(longest: number): number[] {
  const step = Math.ceil(longest / 10);
  return Array.from({ length: longest }, (_, index) => index + 1).filter((k) => k === 1 || k % step === 0);
}

function render(options: Plot.PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const chart = Plot.plot({ ...options, document: document as never });
  return chart.outerHTML.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" role="img" ');
}
