import { ledWords, type OutcomeReport, type TaskReport, type ValidationReport } from '../validate/index.ts';
import { type Output, wrap } from './output.ts';

/** A run's report for people: flagged tasks first with what is at fault, then the numbers. */
export function printValidation(output: Output, report: ValidationReport): void {
  const { color } = output;
  const flagged = report.tasks.filter((task) => task.evidence !== 'unique' || task.findings.length > 0);
  const shown = [...flagged].sort((left, right) => rank(left) - rank(right)).slice(0, SHOWN_TASKS);
  output.table(
    ['task', 'passed', 'outcomes', 'evidence', 'why'],
    shown.map((task) => [
      task.id,
      task.countable === 0 ? '–' : `${task.passed}/${task.countable}`,
      outcomesOf(task),
      paint(output, task),
      whyOf(task),
    ]),
  );
  const { totals, curves } = report;
  if (flagged.length > shown.length)
    output.line(`and ${flagged.length - shown.length} tasks more, see the report`);
  output.findings(report.stale);
  for (const words of ledWords(report)) output.line(color.dim(wrap(words, output.width, '', '  ')));
  for (const { code, message } of report.dependences ?? []) {
    const line = `! ${code}: ${message}; trials are not independent, and no task is called unique`;
    output.line(color.yellow(wrap(line, output.width, '', '  ')));
  }
  const voids = Object.entries(totals.voids).map(([reason, count]) => `${count} ${reason}`);
  output.line(
    `${totals.countable} of ${totals.trials} trials count${voids.length > 0 ? ` (void: ${voids.join(', ')})` : ''}; ` +
      `${totals.ambiguous} of ${totals.tasks} tasks end in several outcomes`,
  );
  output.line(
    `evidence: ${Object.entries(totals.evidence)
      .filter(([, count]) => count > 0)
      .map(([grade, count]) => `${count} ${grade}`)
      .join(', ')}`,
  );
  printPersonas(output, report);
  const points = curves.hat.filter(({ k }) => [1, 2, 4, 8, 16, 40].includes(k));
  const cell = (point: (typeof curves.hat)[number] | undefined): string =>
    point === undefined
      ? '–'
      : `${percent(point.value)} ${color.dim(`[${percent(point.interval.low)}, ${percent(point.interval.high)}]`)}`;
  output.table(
    ['k', 'pass^k: all of k pass', 'pass@k: one of k passes'],
    points.map((hat) => [String(hat.k), cell(hat), cell(curves.at.find(({ k }) => k === hat.k))]),
  );
}

function printPersonas(output: Output, { personas = [] }: ValidationReport): void {
  if (personas.length === 0) return;
  output.table(
    ['persona', 'trials', 'pass rate', 'tasks with several outcomes'],
    personas.map(({ persona, trials, countable, passRate, severalOutcomes }) => [
      persona ?? 'none',
      `${countable} of ${trials}`,
      passRate === null
        ? '–'
        : `${percent(passRate.value)} [${percent(passRate.interval.low)}, ${percent(passRate.interval.high)}]`,
      String(severalOutcomes),
    ]),
  );
}

const SHORT: Readonly<Record<OutcomeReport['kind'], string>> = {
  gold: 'gold',
  null: 'null',
  partial: 'partial',
  'policy-violating': 'against policy',
  'legal-alternative': 'legal',
  unknown: 'unknown',
};

/** Rows a terminal is good for; the report has all. */
const SHOWN_TASKS = 30;

function outcomesOf({ outcomes }: TaskReport): string {
  const byKind = new Map<string, { outcomes: number; trials: number }>();
  for (const { kind, count } of outcomes) {
    const sum = byKind.get(SHORT[kind]) ?? { outcomes: 0, trials: 0 };
    byKind.set(SHORT[kind], { outcomes: sum.outcomes + 1, trials: sum.trials + count });
  }
  const parts = [...byKind].map(([kind, { outcomes: number, trials }]) =>
    number === 1 ? `${trials} ${kind}` : `${trials} ${kind} (${number} ways)`,
  );
  return parts.join('\n') || '–';
}

/** What to look at first. */
function rank(task: TaskReport): number {
  return ['ambiguous', 'suspect', 'too-hard', 'insufficient', 'unique'].indexOf(task.evidence);
}

function paint({ color }: Output, { evidence, countable, bound }: TaskReport): string {
  if (evidence === 'ambiguous') return color.red(evidence);
  if (evidence === 'unique') return color.green(`unique (${countable}, <${percent(bound)})`);
  return color.yellow(evidence);
}

function whyOf(task: TaskReport): string {
  const odd = task.outcomes.find(({ explained }) => !explained);
  if (odd === undefined) return task.findings[0]?.message ?? task.because;
  return odd.divergence?.words ?? odd.because;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
