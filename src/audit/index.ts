/**
 * Audit, without a model: which other outcomes tools and policy allow, and whether the scenario rules them out.
 * Reads: a Domain, a Database, Tasks. Makes: findings per task, and the alternatives that stay open.
 * Next: simulate runs trials; validate explains outcomes by the open alternatives.
 */
export { type AdjudicateOptions, adjudicate, type Judgement, withJudgements } from './adjudicate.ts';
export { type AuditOptions, auditContext, auditIn, auditTasks, openAlternatives } from './audit.ts';
export { type Baseline, baselineOf, newFindings, readBaseline } from './baseline.ts';
export { fingerprint } from './fingerprint.ts';
export { toMarkdown } from './output/markdown.ts';
export { toSarif } from './output/sarif.ts';
export { type RepairedTask, repairTask } from './repair.ts';
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
export { applyWaivers, readWaivers, type Waived, type Waiver } from './waivers.ts';
