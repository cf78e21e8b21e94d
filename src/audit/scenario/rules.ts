import type { AuditRule } from '../types.ts';

/** Rules that read the scenario's text and the expected outputs. */
export const SCENARIO_RULES: readonly AuditRule[] = [];
