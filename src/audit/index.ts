/**
 * Audit, without a model: which other outcomes tools and policy allow, and whether the scenario rules them out.
 * Reads: a Domain, a Database, Tasks. Makes: findings per task, and the alternatives that stay open.
 * Next: simulate runs trials; validate explains outcomes by the open alternatives.
 */
export { type AuditOptions, auditContext, auditTasks, openAlternatives } from './audit.ts';
export { AUDIT_RULES } from './rules.ts';
export type {
  Alternative,
  AlternativeKind,
  AuditContext,
  AuditedTask,
  AuditResult,
  AuditRule,
  Entity,
  Evidence,
  FieldDifference,
  MutationScore,
  Reach,
  RuleFinding,
  Span,
  TaskAudit,
  WeighedAlternative,
  Weighing,
} from './types.ts';
