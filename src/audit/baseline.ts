import type { Finding } from '../base/finding/index.ts';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonValue } from '../base/json/index.ts';
import { fingerprint } from './fingerprint.ts';

/** Findings that are known and do not fail a build: their fingerprints, sorted. */
export interface Baseline {
  readonly findings: readonly string[];
}

/** A baseline of these findings. Notes are left out, since they fail nothing. */
export function baselineOf(findings: readonly Finding[]): Baseline {
  const wanted = findings.filter(({ severity }) => severity !== 'note');
  return { findings: [...new Set(wanted.map(fingerprint))].sort() };
}

/** @throws UserError when the document is no baseline */
export function readBaseline(document: JsonValue, at: string): Baseline {
  const list = isJsonObject(document) ? document.findings : undefined;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw new UserError(`Cannot read baseline "${at}": it has no list "findings" of texts`, {
      at,
      hint: 'write it with taskwright audit --update-baseline',
    });
  }
  return { findings: list as readonly string[] };
}

/** Findings that the baseline does not know. */
export function newFindings(findings: readonly Finding[], baseline: Baseline): Finding[] {
  const known = new Set(baseline.findings);
  return findings.filter((finding) => !known.has(fingerprint(finding)));
}
