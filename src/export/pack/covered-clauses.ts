import type { ReplayedTask } from '../../annotate/index.ts';
import type { Finding } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';
import { judges } from '../../environment/index.ts';

/**
 * Clauses of the policy that a task puts to the test: the one its right refusal rests on, and those whose rules judge one
 * of its gold calls. In the order of the policy.
 */
export function coveredClauses(domain: Domain, task: ReplayedTask): string[] {
  const covered = new Set<string>();
  if (task.refusal !== undefined) covered.add(task.refusal.clause);
  for (const { tool, effect } of task.gold.steps) {
    for (const rule of domain.rules) {
      if (judges(rule, tool, effect === 'write')) covered.add(rule.clause);
    }
  }
  const known = domain.policy.clauses.map(({ id }) => id).filter((id) => covered.delete(id));
  return [...known, ...covered];
}

/** Whether a clause is the wanted one, or one of the group it names (`cancel` for `cancel.pending`). */
export function isClause(clause: string, wanted: string): boolean {
  return clause === wanted || clause.startsWith(`${wanted}.`);
}

/** Clauses with a rule that none of the tasks puts to the test, as one finding; none when all are. */
export function uncoveredClauses(
  domain: Domain,
  covered: ReadonlySet<string>,
  least: number,
): { readonly share: number; readonly findings: readonly Finding[] } {
  const judged = [...new Set(domain.rules.map(({ clause }) => clause))];
  const missing = judged.filter((clause) => !covered.has(clause));
  const share = judged.length === 0 ? 1 : 1 - missing.length / judged.length;
  if (share >= least) return { share, findings: [] };
  return {
    share,
    findings: [
      {
        code: 'clauses-uncovered',
        severity: 'warning',
        message: `the tasks put ${judged.length - missing.length} of ${judged.length} clauses to the test, fewer than ${Math.round(least * 100)} %`,
        hint: `without a task: ${missing.join(', ')}`,
      },
    ],
  };
}
