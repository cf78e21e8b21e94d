import type { OutcomeReport, TaskReport, ValidationReport } from '../report.ts';

/** The report as Markdown: summary, table of tasks, and the outcomes of each flagged task. */
export function reportMarkdown(report: ValidationReport): string {
  const { totals, settings } = report;
  const lines = [
    `# Validation of ${cell(report.domain)}: ${cell(report.run)}`,
    '',
    `Agent ${cell(settings.agent)}, user ${cell(settings.user)}, seed ${settings.seed}, ${settings.trials} trials a task, made ${report.createdAt} with taskwright ${report.software}.`,
    '',
    `${totals.countable} of ${totals.trials} trials count, ${totals.passed} pass. ${totals.ambiguous} of ${totals.tasks} tasks end in several outcomes.`,
    '',
    `Evidence: ${Object.entries(totals.evidence)
      .map(([grade, count]) => `${count} ${grade}`)
      .join(', ')}.`,
    ...Object.entries(totals.voids).map(([reason, count]) => `Void: ${count} ${reason}.`),
    ...ledWords(report).map((words) => `\n${words}`),
    ...(report.dependences ?? []).map(
      ({ message }) => `\n**Not independent**: ${cell(message)}; no task is called unique.`,
    ),
    ...report.stale.map((finding) => `\n**Stale**: ${cell(finding.message)}`),
    '',
    '| k | pass^k | 95 % | pass@k | 95 % | tasks |',
    '| ---: | ---: | --- | ---: | --- | ---: |',
    ...report.curves.hat.map((point, index) => {
      const at = report.curves.at[index];
      const range = (interval = point.interval): string =>
        `${percent(interval.low)}–${percent(interval.high)}`;
      return `| ${point.k} | ${percent(point.value)} | ${range()} | ${percent(at?.value ?? 0)} | ${range(at?.interval)} | ${point.tasks} |`;
    }),
    ...personaLines(report),
    '',
    '## Tasks',
    '',
    '| Task | Passed | Outcomes | Several | Evidence | Bound | Why |',
    '| --- | ---: | --- | --- | --- | ---: | --- |',
    ...report.tasks.map(taskRow),
    '',
    ...report.tasks.filter(isFlagged).flatMap(taskSection),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** What a reader must know of a run whose agent knew the answers. */
export function ledWords({ led, settings }: ValidationReport): string[] {
  if (led !== true) return [];
  return [
    `Agent ${settings.agent} is given the annotation or the alternatives of the audit. Its trials show that tools and grading work; they prove no ambiguity, and what is called unique rests on the audit.`,
  ];
}

/** Trials apart by persona; nothing where one alone was used. */
function personaLines({ personas = [] }: ValidationReport): string[] {
  if (personas.length === 0) return [];
  return [
    '',
    '## Personas',
    '',
    '| Persona | Trials | Count | Pass rate | 95 % | Tasks with several outcomes |',
    '| --- | ---: | ---: | ---: | --- | ---: |',
    ...personas.map(({ persona, trials, countable, passRate, severalOutcomes }) => {
      const [rate, range] =
        passRate === null
          ? ['undefined', '–']
          : [percent(passRate.value), `${percent(passRate.interval.low)}–${percent(passRate.interval.high)}`];
      return `| ${cell(persona ?? 'none')} | ${trials} | ${countable} | ${rate} | ${range} | ${severalOutcomes} |`;
    }),
  ];
}

/** How each persona's trials of a task ended, in one line each. */
export function personaWords({ personas = [], outcomes }: TaskReport): string[] {
  const kinds = new Map(outcomes.map(({ hash, kind }) => [hash, kind]));
  return personas.map((part) => {
    const ends = part.outcomes.map(({ hash, count }) => `${count} ${kinds.get(hash)} ${hash.slice(0, 10)}`);
    return `${part.persona ?? 'none'}: ${part.passed} of ${part.countable} pass; ${ends.join(', ') || 'no trial counts'}`;
  });
}

/** Whether a task wants a reader's eye. */
export function isFlagged(task: TaskReport): boolean {
  return task.ambiguous || task.evidence !== 'unique' || task.findings.length > 0;
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function taskRow(task: TaskReport): string {
  const outcomes = task.outcomes.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  return `| ${cell(task.id)} | ${task.passed}/${task.countable} | ${outcomes || '–'} | ${task.ambiguous ? 'yes' : 'no'} | ${task.evidence} | ${percent(task.bound)} | ${cell(task.because)} |`;
}

function taskSection(task: TaskReport): string[] {
  return [
    `### ${cell(task.id)}: ${task.evidence}`,
    '',
    ...task.findings.map((finding) => `- ${finding.severity} ${finding.code}: ${cell(finding.message)}`),
    ...personaWords(task).map((words) => `- persona ${cell(words)}`),
    ...task.outcomes.map(outcomeItem),
    '',
  ];
}

function outcomeItem(outcome: OutcomeReport): string {
  const lines = [
    `- **${outcome.count} × ${outcome.kind}** \`${outcome.hash.slice(0, 10)}\`: ${cell(outcome.because)}`,
  ];
  if (outcome.kind !== 'gold') {
    if (outcome.divergence !== null) lines.push(`  - leaves gold at ${cell(outcome.divergence.words)}`);
    for (const words of (outcome.difference?.words ?? []).slice(0, 8)) lines.push(`  - ${cell(words)}`);
  }
  if (outcome.alternative?.hint !== undefined && !outcome.explained) {
    lines.push(`  - to rule it out: ${cell(outcome.alternative.hint)}`);
  }
  return lines.join('\n');
}

/** Text that breaks neither a table nor a list. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
