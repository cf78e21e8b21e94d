import type { GoldAction, GoldReplay, ReplayedTask, Task } from '../annotate/index.ts';
import type { Finding, Severity } from '../base/finding/index.ts';
import type { JsonObject, JsonValue } from '../base/json/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Change, Database, Environment, Outcome, Violation } from '../environment/index.ts';

/** All that the rules look at: a domain, a database, and every task replayed once. */
export interface AuditContext {
  readonly domain: Domain;
  readonly database: Database;
  readonly options: OptionValues;
  readonly tasks: readonly AuditedTask[];
  readonly evidence: Evidence;
  /** What agents have said to users in this domain: measures how often a short output is told by accident. */
  readonly spoken: readonly string[];
}

/** A task as the audit sees it, also when its gold actions fail. What is costly is worked out on first use and kept. */
export interface AuditedTask {
  readonly task: Task;
  /** The scenario as one text: spans of evidence count its characters. */
  readonly text: string;
  /** The start of the task. Fork it; calls on it would be seen by other rules. */
  readonly start: Environment;
  /** Gold actions on a fresh database, failing ones included. */
  readonly gold: GoldReplay;
  /** Undefined when gold failed and the task does not skip failures. */
  readonly replayed: ReplayedTask | undefined;
  readonly failures: readonly Finding[];
  /** Gold writes that succeeded, each with the state before it. */
  readonly writes: readonly GoldWrite[];
  /** Policy rules that gold actions break, in order. */
  readonly violations: readonly GoldViolation[];
  /** The world after gold. Fork it. */
  readonly end: Environment;
  /** Facts and rows an agent can get to in this task. */
  readonly reach: Reach;
  /** Other plans that tools and policy accept and that end elsewhere than gold, whether or not the scenario rules them out. */
  readonly alternatives: readonly Alternative[];
  /** The alternatives with what the scenario says of them, strongest doubt first. */
  readonly weighed: readonly WeighedAlternative[];
}

/** A policy rule that a gold action breaks. */
export interface GoldViolation extends Violation {
  /** Position in the gold actions. */
  readonly action: number;
}

export interface GoldWrite {
  /** Position in the gold actions. */
  readonly index: number;
  readonly action: GoldAction;
  /** The world at the moment before it. Fork it. */
  readonly before: Environment;
}

/** What an agent can learn: from the scenario's facts through every read tool, to a fixed point. */
export interface Reach {
  /** Rows whose contents an agent can read, as `table/key`. */
  readonly rows: ReadonlySet<string>;
  /** Keys of a table's rows that an agent comes across, in the order found. */
  keysOf(table: string): readonly string[];
  /**
   * Whether this value occurs in the scenario or in anything an agent can read.
   * @param siblings values that stand beside it in the call, tried as arguments of searches
   */
  knows(value: JsonValue, siblings?: readonly JsonValue[]): boolean;
  /** The shortest chain of calls that gives a value, for messages; empty when the scenario says it. */
  pathTo(value: JsonValue): readonly GoldAction[] | undefined;
}

/** A row, or an item of a nested collection, that a value names by its key. */
export interface Entity {
  readonly table: string;
  readonly key: string;
  /** Where in the row the item is; empty for the row itself. `['variants', '123']` for an item of a collection. */
  readonly path: readonly string[];
  /** The row or the item. */
  readonly value: JsonObject;
  /** JSON Schema of `value`: its properties carry `x-unit`, `x-order`, `x-synonyms`, enums. */
  readonly schema: JsonObject;
  /** The whole row it is in, equal to `value` when `path` is empty. */
  readonly row: JsonObject;
}

/** One field by which two entities, values or action arguments differ. */
export interface FieldDifference {
  /** Path inside the entity, for example `['options', 'color']`; empty when the values themselves differ. */
  readonly path: readonly string[];
  readonly gold: JsonValue | undefined;
  readonly other: JsonValue | undefined;
  /** Schema of the field, when known. */
  readonly schema?: JsonObject;
}

export type AlternativeKind =
  /** Another value of one argument (or of one item of a list argument). */
  | 'argument'
  /** A list argument, or paired list arguments, with items left out. */
  | 'subset'
  /** A list argument, or paired list arguments, with items added. */
  | 'superset'
  /** The same call on another row of the same kind. */
  | 'row'
  /** One write more than gold. */
  | 'extra-write'
  /** One write less than gold. */
  | 'dropped-write'
  /** The same wish by other calls: split, merged, in another order, undone and made anew. */
  | 'path';

/** A value that one place of a gold write could take, with what it names. */
export interface Option {
  readonly value: JsonValue;
  readonly entity?: Entity;
  /** Whether tools and policy accept the plan with it. */
  readonly accepted: boolean;
}

/** Another plan than gold that tools and policy rules accept and that ends in another outcome. */
export interface Alternative {
  /** Stable within the task: kind, action, argument and value. */
  readonly id: string;
  readonly task: string;
  readonly kind: AlternativeKind;
  /** Position in the gold actions of the write that it changes (for `extra-write`, of the gold write it resembles). */
  readonly actionIndex: number;
  readonly tool: string;
  /** In what way the plan differs, for `path`. */
  readonly path?: 'order' | 'list-order' | 'merge' | 'split' | 'skip-step' | 'undo-and-redo';
  /** Name of the argument; absent for whole actions. */
  readonly argument?: string;
  /** Position inside a list argument. */
  readonly position?: number;
  /** The argument's value in gold (one item of it, when `position` is given), or the gold action's arguments. */
  readonly goldValue: JsonValue;
  readonly otherValue: JsonValue;
  readonly goldEntity?: Entity;
  readonly otherEntity?: Entity;
  /** All values this place could take, gold's included: superlatives are resolved against these. */
  readonly choices: readonly Option[];
  /** The whole plan. */
  readonly actions: readonly GoldAction[];
  readonly outcome: Outcome;
  /** Differences of its final state to gold's. */
  readonly changes: readonly Change[];
  /** Fields by which the two values (their entities) differ. */
  readonly differing: readonly FieldDifference[];
}

/** A stretch of the scenario's text. */
export interface Span {
  /** Offset in `AuditedTask.text`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What the scenario says of an alternative. */
export interface Weighing {
  /** A sensible reader of the scenario would not take this alternative for what the user wants. */
  readonly ruledOut: boolean;
  /** How sure that judgement is, from 0 (a guess) to 1 (the words leave no choice). */
  readonly strength: number;
  /** The words it rests on, or the words that should decide and do not. */
  readonly spans: readonly Span[];
  /** One sentence without a full stop. */
  readonly reason: string;
  /** How bad it is when not ruled out; `warning` where absent. */
  readonly severity?: Severity;
  /** Code of the finding when it is more than `argument-undetermined` or `action-undetermined`. */
  readonly code?: 'tie' | 'ambiguous-referent';
  /** For `tie`: values that win equally. */
  readonly winners?: readonly JsonValue[];
  /** The sentence to add to the scenario. */
  readonly hint?: string;
}

export interface WeighedAlternative {
  readonly alternative: Alternative;
  readonly weighing: Weighing;
}

/** Reads scenarios. */
export interface Evidence {
  weighAlternative(alternative: Alternative, audited: AuditedTask, context: AuditContext): Weighing;
}

/** A finding as a rule gives it: code, domain, task and the command to see it again are filled in. */
export type RuleFinding = Omit<Finding, 'code' | 'severity' | 'domain' | 'task' | 'again'> &
  Partial<Pick<Finding, 'severity' | 'code' | 'task'>>;

interface RuleFacts {
  /** Kebab-case; the code of its findings. */
  readonly code: string;
  /** What must hold, as one English sentence. */
  readonly sentence: string;
  /** Severity of a finding that names none. */
  readonly severity: Severity;
  /** Further codes its findings may carry. */
  readonly alsoCodes?: readonly string[];
}

export interface TaskRule extends RuleFacts {
  readonly scope: 'task';
  check(audited: AuditedTask, context: AuditContext): readonly RuleFinding[];
}

/** A rule over all tasks together; each finding names its task. */
export interface TasksetRule extends RuleFacts {
  readonly scope: 'taskset';
  check(context: AuditContext): readonly RuleFinding[];
}

export interface DomainRule extends RuleFacts {
  readonly scope: 'domain';
  check(context: AuditContext): readonly RuleFinding[];
}

export type AuditRule = TaskRule | TasksetRule | DomainRule;

/** What the audit found in one task. */
export interface TaskAudit {
  readonly id: string;
  readonly findings: readonly Finding[];
  /** Alternatives that the scenario does not rule out, strongest doubt first. */
  readonly open: readonly WeighedAlternative[];
  /** Share of small changes to gold that grading notices; null when gold cannot be graded. */
  readonly mutation: MutationScore | null;
}

export interface MutationScore {
  readonly tried: number;
  readonly noticed: number;
  /** Mutations that grading does not notice, in words. */
  readonly missed: readonly string[];
}

/** What the tasks show of one clause for one tool whose calls its rules judge; lists hold ids of tasks. */
export interface ClauseCoverage {
  readonly clause: string;
  readonly tool: string;
  /** `trials` where all its rules need a conversation, so that gold cannot show anything. */
  readonly asked: 'gold' | 'trials';
  /** Gold calls the tool. */
  readonly called: readonly string[];
  /** A gold call breaks the clause. */
  readonly broken: readonly string[];
  /** A call close to gold, which the tool accepts, would break it. */
  readonly nearMiss: readonly string[];
  /** The task is declared a refusal by this clause. */
  readonly refused: readonly string[];
}

export interface AuditResult {
  readonly domain: string;
  readonly tasks: readonly TaskAudit[];
  /** Findings about the domain itself. */
  readonly findings: readonly Finding[];
  /** Clause × tool: which tasks put each to the test. */
  readonly coverage: readonly ClauseCoverage[];
}
