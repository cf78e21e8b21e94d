import type { Finding } from '../../base/finding/index.ts';
import type { Domain } from '../domain.ts';
import { POLICY_RULES } from './policy-rules.ts';
import type { CheckRule } from './rule.ts';
import { TABLE_RULES } from './table-rules.ts';
import { TOOL_RULES } from './tool-rules.ts';

/** All checks of a domain's definition. */
export const CHECK_RULES: readonly CheckRule[] = [...TABLE_RULES, ...TOOL_RULES, ...POLICY_RULES];

/** What a careful reviewer finds in a domain's definition without running it. */
export function checkDomain(domain: Domain): Finding[] {
  return CHECK_RULES.flatMap((rule) =>
    [...rule.check(domain)].map((complaint) => ({
      code: rule.code,
      severity: rule.severity,
      domain: domain.name,
      ...complaint,
    })),
  );
}
