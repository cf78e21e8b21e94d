import {
  gradeSensitiveToListOrder,
  readToolWrites,
  textOnlyClause,
  toolNotAtomic,
  toolNotDeterministic,
  untestedClause,
  unusedTool,
} from './rules/domain-rules.ts';
import {
  goldActionError,
  goldDroppable,
  goldNoEffect,
  goldViolatesPolicy,
  ungradedRequirement,
} from './rules/gold-rules.ts';
import { nullAgentPasses } from './rules/null-agent.ts';
import { duplicateTask, inconsistentPair, sameGoalState } from './rules/taskset-rules.ts';
import {
  actionUndetermined,
  argumentUndetermined,
  goldOrderSensitive,
  stateDependsOnPath,
} from './rules/uniqueness-rules.ts';
import { unreachableArgument } from './rules/unreachable-argument.ts';
import { untriedArgument } from './rules/untried-argument.ts';
import { SCENARIO_RULES } from './scenario/rules.ts';
import type { AuditRule } from './types.ts';

/** Every rule of the audit, in the order findings are listed. */
export const AUDIT_RULES: readonly AuditRule[] = [
  goldActionError,
  goldViolatesPolicy,
  goldNoEffect,
  goldDroppable,
  nullAgentPasses,
  goldOrderSensitive,
  unreachableArgument,
  ungradedRequirement,
  argumentUndetermined,
  actionUndetermined,
  stateDependsOnPath,
  untriedArgument,
  ...SCENARIO_RULES,
  duplicateTask,
  inconsistentPair,
  sameGoalState,
  readToolWrites,
  toolNotDeterministic,
  toolNotAtomic,
  textOnlyClause,
  untestedClause,
  unusedTool,
  gradeSensitiveToListOrder,
];
