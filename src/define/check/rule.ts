import type { Finding, Severity } from '../../base/finding/index.ts';
import type { Domain } from '../domain.ts';

/** What a check rule reports: the rest of the finding follows from the rule. */
export type Complaint = Omit<Finding, 'code' | 'severity' | 'domain'>;

/** One check of a domain's definition, told by an English sentence that must hold. */
export interface CheckRule {
  /** Kebab-case name of the problem it finds. */
  readonly code: string;
  /** What must hold. */
  readonly sentence: string;
  readonly severity: Severity;
  check(domain: Domain): Iterable<Complaint>;
}
