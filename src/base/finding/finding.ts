import type { JsonValue } from '../json/value.ts';
import { formatMessage, UserError } from './user-error.ts';

/** `error`: proven wrong; `warning`: likely wrong; `note`: worth knowing. */
export type Severity = 'error' | 'warning' | 'note';

/** A problem found by check, annotate or audit, as data. */
export interface Finding {
  /** Kebab-case name of the rule, for example `gold-action-error`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence, without a full stop. */
  readonly message: string;
  readonly domain?: string;
  readonly task?: string;
  /** Zero-based position in the task's gold actions. */
  readonly action?: number;
  /** Argument of that action. */
  readonly argument?: string;
  /** File or JSON path. */
  readonly at?: string;
  /** What to do: the sentence to add, the value to change. */
  readonly hint?: string;
  /** The command that shows it again. */
  readonly again?: string;
  /** What the finding rests on: values, fields by which they differ, spans of the scenario. */
  readonly evidence?: { readonly [name: string]: JsonValue };
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Errors first; within a severity the given order is kept. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((left, right) => RANK[left.severity] - RANK[right.severity]);
}

/** Throws one error that carries the findings when any of them is an error. */
export function assertNoErrors(findings: readonly Finding[], what: string): void {
  const errors = findings.filter((finding) => finding.severity === 'error');
  const first = errors[0];
  if (first === undefined) return;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  throw new FindingsError(`Cannot use ${what}: ${first.message}${rest}`, errors);
}

/** A UserError made of findings. */
export class FindingsError extends UserError {
  override readonly name = 'FindingsError';
  readonly findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[]) {
    const first = findings[0];
    super(message, {
      ...(first?.at !== undefined && { at: first.at }),
      ...(first?.hint !== undefined && { hint: first.hint }),
      ...(first?.again !== undefined && { again: first.again }),
    });
    this.findings = findings;
  }
}

/** A finding as lines of text. */
export function formatFinding(finding: Finding): string {
  return formatMessage(`${finding.severity} ${finding.code}: ${finding.message}`, finding);
}
