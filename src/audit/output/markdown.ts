import type { Finding } from '../../base/finding/index.ts';
import type { AuditResult } from '../types.ts';

/** An audit as Markdown: counts by code, then each task's findings. */
export function toMarkdown({ domain, tasks, findings }: AuditResult): string {
  const all = [...findings, ...tasks.flatMap((task) => task.findings)];
  const lines = [`# Audit of ${domain}`, '', ...counts(all), ''];
  if (findings.length > 0) lines.push('## The domain', '', ...findings.flatMap(item), '');
  for (const task of tasks) {
    if (task.findings.length === 0) continue;
    lines.push(`## Task ${task.id}`, '', ...task.findings.flatMap(item), '');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function counts(findings: readonly Finding[]): string[] {
  const rows = new Map<string, number>();
  for (const { severity, code } of findings)
    rows.set(`${severity} | ${code}`, (rows.get(`${severity} | ${code}`) ?? 0) + 1);
  if (rows.size === 0) return ['No findings.'];
  return [
    '| severity | code | findings |',
    '| --- | --- | ---: |',
    ...[...rows].sort().map(([name, count]) => `| ${name} | ${count} |`),
  ];
}

function item({ severity, code, message, hint, again }: Finding): string[] {
  const lines = [`- **${severity} ${code}**: ${escapeMarks(message)}`];
  if (hint !== undefined) lines.push(`  - hint: ${escapeMarks(hint)}`);
  if (again !== undefined && severity !== 'note') lines.push(`  - again: \`${again}\``);
  return lines;
}

/** Marks that Markdown would read in a message. */
function escapeMarks(text: string): string {
  return text.replaceAll(/[\\`*_|<>]/g, '\\$&').replaceAll('\n', ' ');
}
