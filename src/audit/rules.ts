import { SCENARIO_RULES } from './scenario/rules.ts';
import type { AuditRule } from './types.ts';

/** Every rule of the audit, in the order findings are listed. */
export const AUDIT_RULES: readonly AuditRule[] = [...SCENARIO_RULES];
