import type { GoldAction, GoldStep } from '../../annotate/index.ts';
import type { PastAction } from '../../define/index.ts';
import { brokenRules, type Environment, type State } from '../../environment/index.ts';
import type { AuditedTask, GoldWrite } from '../types.ts';

/** One action of a plan: a gold step as it was, or a new action. */
export type PlanItem =
  | { readonly gold: GoldStep; readonly action?: never }
  | { readonly action: GoldAction; readonly gold?: never };

/**
 * Runs the rest of a plan from the moment before a gold write.
 * @returns the state it ends in; undefined when a tool refuses an action, or an action breaks a policy rule that gold does not break there
 */
export function runPlan(audited: AuditedTask, from: GoldWrite, rest: readonly PlanItem[]): State | undefined {
  const environment = from.before.fork({ lazyText: true });
  const history: PastAction[] = audited.gold.steps.slice(0, from.index);
  for (const item of rest) {
    const step =
      item.gold === undefined
        ? runNew(audited, environment, item.action, history)
        : runGold(audited, environment, item.gold, history);
    if (step === undefined) return undefined;
    history.push(step);
  }
  return environment.state;
}

function runNew(
  audited: AuditedTask,
  environment: Environment,
  action: GoldAction,
  history: readonly PastAction[],
): PastAction | undefined {
  // The tool is asked first: most candidates fall there, and rules cost more.
  const before = environment.fork();
  const { observation } = environment.call(action);
  if (observation.failed) return undefined;
  const broken = violationsOf(audited, before, action, history);
  if (broken.length > 0) {
    keepRefusal(audited, action.tool, broken);
    return undefined;
  }
  return { ...action, observation, effect: environment.domain.tool(action.tool)?.effect ?? 'unknown' };
}

const refusals = new WeakMap<AuditedTask, Map<string, Set<string>>>();

function keepRefusal(audited: AuditedTask, tool: string, rules: readonly string[]): void {
  const byTool = refusals.get(audited) ?? new Map<string, Set<string>>();
  refusals.set(audited, byTool);
  const kept = byTool.get(tool) ?? new Set<string>();
  byTool.set(tool, kept);
  for (const rule of rules) kept.add(rule);
}

/** Ids of the policy rules that refused calls tried in place of gold's or beside them, by tool. */
export function refusedBy(audited: AuditedTask): ReadonlyMap<string, ReadonlySet<string>> {
  return refusals.get(audited) ?? new Map<string, Set<string>>();
}

function runGold(
  audited: AuditedTask,
  environment: Environment,
  step: GoldStep,
  history: readonly PastAction[],
): PastAction | undefined {
  // Reads change nothing, and a gold action that failed left nothing behind.
  if (step.effect !== 'write' || step.observation.failed) return step;
  const allowed = audited.violations.filter(({ action }) => action === step.index).map(({ rule }) => rule);
  const broken = violationsOf(audited, environment, step, history);
  if (broken.some((rule) => !allowed.includes(rule))) return undefined;
  const { observation } = environment.call(step);
  return observation.failed ? undefined : { ...step, observation };
}

function violationsOf(
  audited: AuditedTask,
  environment: Environment,
  action: GoldAction,
  history: readonly PastAction[],
): string[] {
  return brokenRules(environment.domain, {
    state: environment.state,
    action,
    history,
    said: audited.text,
    options: environment.options,
  }).map(({ rule }) => rule);
}

/** Gold steps after a position, as plan items. */
export function goldAfter(audited: AuditedTask, index: number): PlanItem[] {
  return audited.gold.steps.slice(index + 1).map((gold) => ({ gold }));
}
