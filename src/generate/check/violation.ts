import { type Finding, FindingsError } from '../../base/finding/index.ts';

export type ViolationKind = 'row-schema' | 'row-key' | 'row-unique' | 'row-reference' | 'row-invariant';

/** A guarantee that a generated row breaks. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly table: string;
  /** Row number in the table. */
  readonly index: number;
  readonly key: string;
  /** What is broken, without a full stop. */
  readonly message: string;
}

/** A violation as a finding that names seed and row. */
export function violationFinding(domain: string, seed: number, violation: Violation): Finding {
  const { kind, table, index, key, message } = violation;
  return {
    code: kind,
    severity: 'error',
    message: `row ${index} of table "${table}" ("${key}"): ${message}`,
    domain,
    at: `generators/${domain}/${table}.ts`,
    hint: `seed ${seed} makes this row; correct the generator and raise its version`,
    again: `taskwright generate ${domain} --seed ${seed} --show ${table}:${index}`,
  };
}

/** Throws one error that carries all violations. */
export function assertNoViolations(domain: string, seed: number, violations: readonly Violation[]): void {
  const findings = violations.map((violation) => violationFinding(domain, seed, violation));
  const [first] = findings;
  if (first === undefined) return;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  throw new FindingsError(
    `Cannot generate database "${domain}" with seed ${seed}: ${first.message}${more}`,
    findings,
  );
}
