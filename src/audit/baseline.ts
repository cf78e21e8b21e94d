import { type Finding, type Severity, UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonValue } from '../base/json/index.ts';
import { fingerprints } from './fingerprint.ts';

/** A finding that is known and does not fail a build. */
export interface KnownFinding {
  /** Where it is: what it is told by in later runs. */
  readonly fingerprint: string;
  /** An `error` where a `warning` is known is new. */
  readonly severity: Severity;
  /** Absent for findings about the domain. */
  readonly task?: string;
  /** How it was worded, for people. */
  readonly message: string;
}

/** Known findings, by fingerprint. */
export interface Baseline {
  readonly findings: readonly KnownFinding[];
}

/** Findings beside a baseline. */
export interface Compared {
  /** Findings that the baseline does not know. */
  readonly fresh: readonly Finding[];
  readonly known: readonly Finding[];
  /** What the baseline knows of audited tasks and is not found any more. */
  readonly gone: readonly KnownFinding[];
}

/** What one audit looked at. */
export interface AuditScope {
  readonly tasks: ReadonlySet<string>;
  /** Whether these are all tasks: findings of tasks that are no more are gone, and those of the domain are looked at. */
  readonly all: boolean;
}

/**
 * A baseline of these findings. Notes are left out, since they fail nothing.
 * @param before an older baseline: what it knows of tasks that were not audited is kept
 */
export function baselineOf(findings: readonly Finding[], scope?: AuditScope, before?: Baseline): Baseline {
  const kept = (before?.findings ?? []).filter((known) => scope !== undefined && !inScope(known, scope));
  const marks = fingerprints(findings);
  const now = findings
    .filter(({ severity }) => severity !== 'note')
    .map((finding): KnownFinding => {
      const { severity, task, message } = finding;
      return {
        fingerprint: marks.get(finding) ?? '',
        severity,
        ...(task !== undefined && { task }),
        message,
      };
    });
  return {
    findings: [...kept, ...now].sort((left, right) => (left.fingerprint < right.fingerprint ? -1 : 1)),
  };
}

/** @throws UserError when the document is no baseline */
export function readBaseline(document: JsonValue, at: string): Baseline {
  const list = isJsonObject(document) ? document.findings : undefined;
  if (!Array.isArray(list) || !list.every(isKnown)) {
    throw new UserError(`Cannot read baseline "${at}": it has no list "findings" of known findings`, {
      at,
      hint: 'write it with taskwright audit --update-baseline',
    });
  }
  return { findings: list as unknown as readonly KnownFinding[] };
}

function isKnown(item: unknown): boolean {
  return isJsonObject(item) && typeof item.fingerprint === 'string' && typeof item.severity === 'string';
}

/** Tells new findings from known ones, and which of the known ones are gone. */
export function compareWith(baseline: Baseline, findings: readonly Finding[], scope: AuditScope): Compared {
  const known = new Map(baseline.findings.map((each) => [each.fingerprint, each]));
  const marks = fingerprints(findings);
  const isOld = (finding: Finding): boolean => {
    const old = known.get(marks.get(finding) ?? '');
    return old !== undefined && !(finding.severity === 'error' && old.severity !== 'error');
  };
  const present = new Set(
    findings.filter(({ severity }) => severity !== 'note').map((each) => marks.get(each)),
  );
  return {
    fresh: findings.filter((finding) => !isOld(finding)),
    known: findings.filter(isOld),
    gone: baseline.findings.filter((each) => inScope(each, scope) && !present.has(each.fingerprint)),
  };
}

function inScope({ task }: KnownFinding, { tasks, all }: AuditScope): boolean {
  return all || (task !== undefined && tasks.has(task));
}
