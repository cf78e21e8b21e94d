import type { Finding, Severity } from '../../base/finding/index.ts';
import type { JsonValue } from '../../base/json/index.ts';
import { fingerprint } from '../fingerprint.ts';
import type { AuditRule } from '../types.ts';

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'note' };

/**
 * Findings as SARIF 2.1.0, which code hosts show beside the lines of a change.
 * @param fileOf path of a task's file, relative to the repository
 */
export function toSarif(
  findings: readonly Finding[],
  rules: readonly AuditRule[],
  fileOf: (task: string | undefined) => string,
): JsonValue {
  const sentences = new Map(
    rules.flatMap((rule) => [rule.code, ...(rule.alsoCodes ?? [])].map((code) => [code, rule.sentence])),
  );
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'taskwright audit',
            rules: codes.map((id) => ({ id, shortDescription: { text: sentences.get(id) ?? id } })),
          },
        },
        results: findings.map((finding) => ({
          ruleId: finding.code,
          ruleIndex: codes.indexOf(finding.code),
          level: LEVEL[finding.severity],
          message: {
            text: finding.hint === undefined ? finding.message : `${finding.message}\n${finding.hint}`,
          },
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: fileOf(finding.task) } },
              logicalLocations: [{ fullyQualifiedName: place(finding) }],
            },
          ],
          partialFingerprints: { place: fingerprint(finding) },
        })),
      },
    ],
  };
}

function place({ domain, task, action, argument }: Finding): string {
  const at = action === undefined ? '' : `goldActions[${action}]`;
  return [domain, task, at, argument].filter((part) => part !== undefined && part !== '').join('/');
}
