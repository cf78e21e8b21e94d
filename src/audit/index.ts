/**
 * Audit, without a model: which other outcomes tools and policy allow, and whether the scenario rules them out.
 * Reads: a Domain, a Database, Tasks. Makes: findings per task, and the alternatives that stay open.
 * Next: simulate runs trials; validate explains outcomes by the open alternatives.
 */
export { type AuditOptions, auditContext, auditIn, auditTasks, openAlternatives } from './audit.ts';
export {
  type AuditScope,
  type Baseline,
  baselineOf,
  type Compared,
  compareWith,
  type KnownFinding,
  readBaseline,
} from './baseline.ts';
export { fingerprint, fingerprints } from './fingerprint.ts';
export { type AdjudicateOptions, adjudicate, type Judgement } from './judge/adjudicate.ts';
export type { Verdict, Votes } from './judge/votes.ts';
export { withJudgements } from './judge/with-judgements.ts';
export { toMarkdown } from './output/markdown.ts';
export { type SarifOptions, type SarifPlace, type SarifRegion, toSarif } from './output/sarif.ts';
export { applyEdit, type RepairedTask, repairTask, type TaskEdit, type TriedRepair } from './repair.ts';
export { isTested } from './rules/clause-coverage.ts';
export { AUDIT_RULES } from './rules.ts';
export type {
  Alternative,
  AlternativeKind,
  AuditContext,
  AuditedTask,
  AuditResult,
  AuditRule,
  ClauseCoverage,
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
export { alternativesOf, applyWaivers, readWaivers, type Waived, type Waiver } from './waivers.ts';
