/**
 * Stage I, define. For people who write a domain by hand.
 * Reads: `schemas/<domain>/` (table schemas, tools, policy, rules). Makes: a Domain.
 * Next: generate fills its database, annotate replays tasks on it.
 */
export type { Action, Observation, PastAction, Requestor } from './action.ts';
export { createAjv, lazyValidator } from './ajv.ts';
export type { ParametersSchema, ValueOf } from './arguments-of.ts';
export { CHECK_RULES, checkDomain } from './check/check-domain.ts';
export type { CheckRule } from './check/rule.ts';
export { compileTable, resolveLocal, walkSchema } from './compile-table.ts';
export type { ReadDatabase, ReadTable, WriteDatabase, WriteTable } from './database.ts';
export {
  type ActionOf,
  type CandidateFunction,
  type CandidateInput,
  type Domain,
  type DomainDefinition,
  type DomainOption,
  defineDomain,
  isOffered,
  offeredTools,
  resolveOptions,
} from './domain.ts';
export { type Invariant, type InvariantOf, invariantsFor } from './invariant.ts';
export { type Clause, definePolicy, type Policy } from './policy.ts';
export { type AnyRule, type PolicyRule, type RuleInput, type RuleNeeds, rulesFor } from './rule.ts';
export type { IndexedField, Reference, SchemaPath, SchemaProblem, Table, TableSchema } from './table.ts';
export {
  type AnyTool,
  describeTool,
  type Effect,
  isToolError,
  type OptionValues,
  type Tool,
  type ToolContext,
  type ToolDescription,
  ToolError,
  toolsFor,
} from './tool.ts';
export type { AgentTurn, Call, ToolTurn, Transcript, Turn, UserTurn } from './transcript.ts';
export { rowTypes } from './types/row-types.ts';
