import type { Transcript } from '../../define/index.ts';
import { describeChange } from '../../environment/index.ts';
import type { Trial } from '../../simulate/index.ts';
import type { OutcomeReport, TaskReport, ValidationReport } from '../report.ts';
import { COLORS, colorOf } from './colors.ts';
import { isFlagged, ledWords, percent, personaWords } from './markdown.ts';
import { STYLE } from './style.ts';

/** Gives an outcome's example trial; undefined leaves the transcript out. */
export type ExampleOf = (outcome: OutcomeReport) => Promise<Trial | undefined>;

/**
 * The report as one HTML page that needs nothing else: no network, no script. All text of tasks and transcripts is
 * escaped, so that nothing a model wrote can act in the reader's browser.
 */
export async function reportPage(report: ValidationReport, exampleOf: ExampleOf): Promise<string> {
  // The chart library is large: commands that write no page do not load it.
  const { curvesChart, outcomesChart } = await import('./charts.ts');
  const sections: string[] = [];
  for (const task of report.tasks) sections.push(await taskSection(task, exampleOf));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(`${report.domain}: ${report.run}`)}</title><style>${STYLE}</style></head><body>
<header><h1>${text(report.domain)} <small>${text(report.run)}</small></h1>
<p>Agent <b>${text(report.settings.agent)}</b>, user <b>${text(report.settings.user)}</b>, seed ${report.settings.seed}, ${report.settings.trials} trials a task. Made ${text(report.createdAt)} with taskwright ${text(report.software)}.</p></header>
<main>${ledWords(report)
    .map((words) => `<p class="note">${text(words)}</p>`)
    .join('')}${stale(report)}${dependent(report)}${summary(report)}
<section class="charts"><figure><figcaption>pass^k and pass@k with 95 % bands over tasks</figcaption>${curvesChart(report)}</figure>
<figure><figcaption>tasks by number of distinct outcomes; ${legend()}</figcaption>${outcomesChart(report)}</figure></section>
${personaTable(report)}<h2>Tasks</h2><p class="legend">outcomes: ${kinds()}</p>${taskTable(report)}${sections.join('\n')}</main></body></html>
`;
}

function stale({ stale: findings }: ValidationReport): string {
  if (findings.length === 0) return '';
  const items = findings.map((finding) => `<li>${text(finding.message)}</li>`).join('');
  return `<section class="stale"><b>This evidence is stale.</b><ul>${items}</ul></section>`;
}

function dependent({ dependences = [] }: ValidationReport): string {
  if (dependences.length === 0) return '';
  const items = dependences.map(({ message }) => `<li>${text(message)}</li>`).join('');
  return `<section class="stale"><b>These trials are not independent: no task is called unique.</b><ul>${items}</ul></section>`;
}

function summary({ totals, noiseFloor, curves }: ValidationReport): string {
  const voids = Object.entries(totals.voids).map(([reason, count]) => `${count} ${reason}`);
  const one = curves.hat[0];
  const facts: (readonly [string, string])[] = [
    ['tasks', String(totals.tasks)],
    ['trials that count', `${totals.countable} of ${totals.trials}`],
    ['void', voids.length === 0 ? 'none' : voids.join(', ')],
    ['pass rate (k = 1)', one === undefined ? 'undefined' : `${percent(one.value)} over ${one.tasks} tasks`],
    ['tasks with several outcomes', String(totals.ambiguous)],
    [
      'noise floor',
      noiseFloor === null ? 'undefined' : `±${percent(noiseFloor)} between two runs of this agent`,
    ],
    ['cost', totals.costUsd === 'unknown' ? 'unknown' : `$${totals.costUsd.toFixed(2)}`],
  ];
  const grades = Object.entries(totals.evidence)
    .filter(([, count]) => count > 0)
    .map(([grade, count]) => `<span class="tag ${grade}">${count} ${grade}</span>`)
    .join(' ');
  return `<section class="facts"><dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${text(value)}</dd></div>`).join('')}</dl><p>${grades}</p></section>`;
}

function personaTable({ personas = [] }: ValidationReport): string {
  if (personas.length === 0) return '';
  const rows = personas.map(({ persona, trials, countable, passRate, severalOutcomes }) => {
    const rate =
      passRate === null
        ? 'undefined'
        : `${percent(passRate.value)} <small>${percent(passRate.interval.low)}–${percent(passRate.interval.high)}</small>`;
    return `<tr><td>${text(persona ?? 'none')}</td><td class="num">${countable} of ${trials}</td><td class="num">${rate}</td><td class="num">${severalOutcomes}</td></tr>`;
  });
  return `<h2>Personas</h2><table class="tasks"><thead><tr><th>persona</th><th>trials that count</th><th>pass rate, mean over tasks</th><th>tasks with several outcomes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function legend(): string {
  return ['unique', 'suspect', 'ambiguous', 'too-hard', 'insufficient']
    .map((grade) => `<span class="tag ${grade}">${grade}</span>`)
    .join(' ');
}

/** The colours of the bars. */
function kinds(): string {
  return Object.entries(COLORS)
    .map(([kind, color]) => `<span><i style="background:${color}"></i>${kind}</span>`)
    .join(' ');
}

function taskTable({ tasks }: ValidationReport): string {
  const rows = [...tasks].sort((left, right) => rank(left) - rank(right)).map(taskRow);
  return `<table class="tasks"><thead><tr><th>task</th><th>passed</th><th>outcomes</th><th>evidence</th><th>bound</th><th>findings</th><th>why</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function rank(task: TaskReport): number {
  return ['ambiguous', 'suspect', 'too-hard', 'insufficient', 'unique'].indexOf(task.evidence);
}

function taskRow(task: TaskReport): string {
  const bars = task.outcomes
    .map(
      ({ kind, count }) =>
        `<i style="flex:${count};background:${colorOf(kind)}" title="${count} ${kind}"></i>`,
    )
    .join('');
  return `<tr><td><a href="#${anchor(task.id)}">${text(task.id)}</a></td><td class="num">${task.passed}/${task.countable}</td><td><div class="bar">${bars}</div>${task.outcomes.length}</td><td><span class="tag ${task.evidence}">${task.evidence}</span></td><td class="num">${percent(task.bound)}</td><td class="num">${task.findings.length}</td><td>${text(task.because)}</td></tr>`;
}

async function taskSection(task: TaskReport, exampleOf: ExampleOf): Promise<string> {
  const outcomes: string[] = [];
  for (const outcome of task.outcomes) outcomes.push(await outcomeCard(outcome, exampleOf));
  const findings = task.findings
    .map(
      (finding) =>
        `<li><b>${text(finding.code)}</b> ${text(finding.message)}${finding.hint === undefined ? '' : `<br><small>${text(finding.hint)}</small>`}</li>`,
    )
    .join('');
  const voids = Object.entries(task.voids).map(([reason, count]) => `${count} ${reason}`);
  const numbers = [
    `${task.passed} of ${task.countable} countable trials pass`,
    ...(voids.length > 0 ? [`void: ${voids.join(', ')}`] : []),
    `bound ${percent(task.bound)}`,
    ...(task.coverage === null ? [] : [`coverage ${percent(task.coverage)}`]),
    ...(task.richness === null ? [] : [`about ${task.richness.toFixed(1)} outcomes in all (Chao1)`]),
    ...(task.entropy === null ? [] : [`entropy ${task.entropy.toFixed(2)} bits`]),
  ];
  const personas = personaWords(task)
    .map((words) => `<li>${text(words)}</li>`)
    .join('');
  return `<details id="${anchor(task.id)}" class="task"${isFlagged(task) ? ' open' : ''}><summary>${text(task.id)} <span class="tag ${task.evidence}">${task.evidence}</span> <small>${text(task.because)}</small></summary>
<p>${text(numbers.join('; '))}</p>${personas === '' ? '' : `<ul class="personas">${personas}</ul>`}${findings === '' ? '' : `<ul class="findings">${findings}</ul>`}${outcomes.join('\n')}</details>`;
}

async function outcomeCard(outcome: OutcomeReport, exampleOf: ExampleOf): Promise<string> {
  const trial = await exampleOf(outcome);
  const differs = outcome.kind === 'gold' ? '' : differences(outcome);
  const outputs = outcome.outputs
    .filter(({ missing }) => missing.length > 0)
    .map(
      ({ missing, count }) =>
        `${count} trials do not tell ${missing.map((output) => `"${output}"`).join(', ')}`,
    );
  const broken = Object.entries(outcome.broken).map(([clause, count]) => `${clause} (${count})`);
  const candidate =
    outcome.kind === 'legal-alternative'
      ? `<p class="candidate"><b>Candidate gold.</b> Accept it by listing it under <code>accepts</code>, or rule it out${outcome.alternative?.hint === undefined ? '' : `: ${text(outcome.alternative.hint)}`}</p>`
      : '';
  return `<article style="border-color:${colorOf(outcome.kind)}"><h3>${outcome.count} × ${outcome.kind} <code>${outcome.hash.slice(0, 10)}</code></h3><p>${text(outcome.because)}</p>${candidate}${differs}
${outputs.map((line) => `<p>${text(line)}</p>`).join('')}${broken.length === 0 ? '' : `<p>breaks ${text(broken.join(', '))}</p>`}
<details><summary>changes of the database (${outcome.changes.length})</summary><ul class="mono">${outcome.changes.map((change) => `<li>${text(describeChange(change))}</li>`).join('')}</ul></details>
${trial === undefined ? '' : transcript(trial)}</article>`;
}

function differences({ difference, divergence }: OutcomeReport): string {
  const places = (difference?.places ?? []).slice(0, 40).map(({ table, key, path, gold, found }) => {
    const place = [table, key, path.join('.')].filter((part) => part !== '').join(' ');
    return `<tr><td>${text(place)}</td><td>${value(gold)}</td><td>${value(found)}</td></tr>`;
  });
  const words = divergence === null ? '' : `<p>Leaves gold at ${text(divergence.words)}.</p>`;
  if (places.length === 0) return words;
  return `${words}<table class="mono"><thead><tr><th>place</th><th>${text(difference?.nearest ?? 'gold')}</th><th>here</th></tr></thead><tbody>${places.join('')}</tbody></table>`;
}

function transcript(trial: Trial): string {
  const turns = turnsOf(trial.transcript);
  return `<details><summary>trial ${trial.trial}: ${turns.length} turns, ${text(trial.stop)}</summary><ol class="turns">${turns.join('')}</ol></details>`;
}

function turnsOf(turns: Transcript): string[] {
  return turns.flatMap((turn) => {
    if (turn.role === 'tool') {
      const mark = turn.observation.failed ? ' failed' : turn.changed ? ' changed' : '';
      return [
        `<li class="tool${mark}"><b>${text(turn.tool)}</b> ${text(shorten(turn.observation.text))}</li>`,
      ];
    }
    const calls = (turn.calls ?? []).map(
      (call) =>
        `<li class="call"><b>${turn.role}</b> ${text(`${call.tool} ${JSON.stringify(call.args)}`)}</li>`,
    );
    const said =
      turn.text === undefined || turn.text === ''
        ? []
        : [`<li class="${turn.role}"><b>${turn.role}</b> ${text(shorten(turn.text))}</li>`];
    return [...said, ...calls];
  });
}

function value(found: unknown): string {
  return found === undefined ? '<i>unchanged</i>' : text(shorten(JSON.stringify(found)));
}

const LONGEST = 1200;

function shorten(long: string): string {
  return long.length > LONGEST
    ? `${long.slice(0, LONGEST)}… (${long.length - LONGEST} characters more)`
    : long;
}

function anchor(id: string): string {
  return `task-${text(id.replaceAll(/[^\w.@-]/g, '_'))}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that cannot end an element or an attribute. */
function text(raw: string): string {
  return raw.replaceAll(/[&<>"']/g, (char) => ESCAPES[char] as string);
}
