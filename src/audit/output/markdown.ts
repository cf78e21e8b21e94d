import type { Finding } from '../../base/finding/index.ts';
import type { AuditResult } from '../types.ts';

/** An audit as Markdown: counts by code, then each task's findings. */
export function toMarkdown({ domain, tasks, findings }: AuditResult): string {
  const all = [...findings, ...tasks.flatMap((task) => task.findings)];
  const lines = [`# Audit of ${domain}`, '', ...counts(all), ''];
  if (findings.length > 0) lines.push('## The domain', '', ...section(findings), '');
  for (const task of tasks) {
    if (task.findings.length === 0) continue;
    lines.push(`## Task ${task.id}`, '', ...section(task.findings), '');
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

/** Findings as a list, and under it each command that shows them again, once. */
function section(findings: readonly Finding[]): string[] {
  const commands = new Set(
    findings.flatMap(({ again, severity }) => (severity === 'note' ? [] : (again ?? []))),
  );
  return [...findings.flatMap(item), ...[...commands].flatMap((command) => ['', `    ${command}`])];
}

function item({ severity, code, message, argument, hint }: Finding): string[] {
  const place = argument === undefined ? '' : ` \`${argument}\``;
  const lines = [`- **${severity} ${code}**${place}: ${escapeMarks(message)}`];
  if (hint !== undefined) lines.push(`  - hint: ${escapeMarks(hint)}`);
  return lines;
}

/** Marks that Markdown would read in a message. */
function escapeMarks(text: string): string {
  return text.replaceAll(/[\\`*_|<>[\]#~]/g, '\\$&').replaceAll('\n', ' ');
}
