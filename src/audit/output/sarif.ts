import type { Finding } from '../../base/finding/index.ts';
import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import { fingerprints } from '../fingerprint.ts';
import type { AuditRule } from '../types.ts';
import type { Waiver } from '../waivers.ts';

/** A stretch of a file, lines and columns from 1. */
export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where a finding is. */
export interface SarifPlace {
  /** Path relative to the repository, with `/`, or a `file:` URL. */
  readonly uri: string;
  readonly region?: SarifRegion | undefined;
}

export interface SarifOptions {
  readonly rules: readonly AuditRule[];
  /** Version of the software. */
  readonly version: string;
  readonly placeOf: (finding: Finding) => SarifPlace;
  /** Findings that a waiver lets stand: reported as suppressed. */
  readonly waived?: readonly { readonly finding: Finding; readonly waiver: Waiver }[];
  /** Findings that a baseline does not know; absent where there is none. */
  readonly fresh?: readonly Finding[] | undefined;
}

/** Rules about waivers themselves. */
const WAIVER_RULES: Readonly<Record<string, string>> = {
  'waiver-expired': 'No waiver is past its day',
  'waiver-unneeded': 'Every waiver matches a finding',
};

/** Findings as SARIF 2.1.0, which code hosts show beside the lines of a change. */
export function toSarif(findings: readonly Finding[], options: SarifOptions): JsonValue {
  const { rules, version, placeOf, waived = [], fresh } = options;
  const all = [...findings, ...waived.map(({ finding }) => finding)];
  const codes = [...new Set(all.map(({ code }) => code))].sort();
  const marks = fingerprints(all);
  const waivers = new Map(waived.map(({ finding, waiver }) => [finding, waiver]));
  const isNew = fresh && new Set(fresh);
  const results = all.map((finding): JsonObject => {
    const waiver = waivers.get(finding);
    return {
      ...resultOf(finding, codes.indexOf(finding.code), placeOf(finding)),
      partialFingerprints: { 'place/v1': marks.get(finding) ?? '' },
      ...(waiver !== undefined && {
        suppressions: [{ kind: 'external', status: 'accepted', justification: justify(waiver) }],
      }),
      ...(isNew !== undefined && { baselineState: isNew.has(finding) ? 'new' : 'unchanged' }),
    };
  });
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'taskwright audit', version, rules: codes.map((code) => ruleOf(code, rules)) },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

function ruleOf(code: string, rules: readonly AuditRule[]): JsonObject {
  const rule = rules.find((each) => each.code === code || each.alsoCodes?.includes(code) === true);
  return {
    id: code,
    shortDescription: { text: `${rule?.sentence ?? WAIVER_RULES[code] ?? code}.` },
    ...(rule !== undefined && { defaultConfiguration: { level: rule.severity } }),
  };
}

function resultOf(finding: Finding, ruleIndex: number, { uri, region }: SarifPlace): JsonObject {
  const { code, severity, message, hint, again } = finding;
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: hint === undefined ? message : `${message}\nHint: ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          ...(region !== undefined && { region: { ...region } }),
        },
        logicalLocations: [{ fullyQualifiedName: nameOf(finding) }],
      },
    ],
    ...(again !== undefined && { properties: { again } }),
  };
}

function nameOf({ domain, task, action, argument }: Finding): string {
  const at = action === undefined ? '' : `goldActions[${action}]`;
  return [domain, task, at, argument].filter((part) => part !== undefined && part !== '').join('/');
}

function justify({ reason, author, expires }: Waiver): string {
  return `${reason} (${author}, until ${expires})`;
}
