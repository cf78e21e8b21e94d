/**
 * The world a trial acts in: a copy-on-write database, atomic tool calls, policy rules, and the outcome.
 * Reads: a Domain and rows. Makes: Observations, Violations and Outcomes.
 * Next: annotate replays gold actions here, simulate lets agents act here.
 */

export { Database, type TableRows } from './database.ts';
export { type Change, describeChange, diffRows } from './diff.ts';
export { type CallResult, Environment, type EnvironmentOptions } from './environment.ts';
export type { Outcome } from './outcome.ts';
export { brokenRules, judges, type Moment, type Violation } from './rules.ts';
export { State } from './state.ts';
export { indexedField, indexKey, indexRows, type TableIndex } from './table-index.ts';
export { valuesAt } from './values-at.ts';
