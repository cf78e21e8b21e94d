import { type AnyRule, isOffered } from '../../define/index.ts';
import { judges } from '../../environment/index.ts';
import { refusedBy } from '../alternatives/run-plan.ts';
import { memo } from '../evidence/memo.ts';
import type { AuditContext, AuditedTask, ClauseCoverage } from '../types.ts';

/** What the tasks show of each clause that rules enforce, for each tool whose calls they judge. */
export const coverageOf: (context: AuditContext) => readonly ClauseCoverage[] = memo(
  ({ domain, options, tasks }: AuditContext) => {
    const tools = domain.tools.filter((tool) => isOffered(tool, options));
    const clauses = [...new Set(domain.rules.map(({ clause }) => clause))];
    return clauses.flatMap((clause) => {
      const rules = domain.rules.filter((rule) => rule.clause === clause);
      return tools.flatMap(({ name, effect }): ClauseCoverage[] => {
        const judging = rules.filter((rule) => judges(rule, name, effect === 'write'));
        return judging.length === 0 ? [] : [pairOf(clause, name, judging, tasks)];
      });
    });
  },
);

function pairOf(
  clause: string,
  tool: string,
  rules: readonly AnyRule[],
  tasks: readonly AuditedTask[],
): ClauseCoverage {
  const ids = new Set(rules.map(({ id }) => id));
  const idsOf = (wanted: (audited: AuditedTask) => boolean): string[] =>
    tasks.filter(wanted).map(({ task }) => task.id);
  return {
    clause,
    tool,
    asked: rules.some(({ needs }) => needs !== 'transcript') ? 'gold' : 'trials',
    called: idsOf(({ gold }) => gold.steps.some((step) => step.tool === tool)),
    broken: idsOf(({ violations }) =>
      violations.some((broken) => broken.tool === tool && ids.has(broken.rule)),
    ),
    nearMiss: idsOf((audited) => {
      // Near misses are found while alternatives are.
      void audited.alternatives;
      const refused = refusedBy(audited).get(tool);
      return refused !== undefined && [...ids].some((id) => refused.has(id));
    }),
    refused: idsOf(({ task }) => task.refusal?.clause === clause),
  };
}

/** Whether some task would come out otherwise without the clause; what only trials can show, a call is enough for. */
export function isTested({ asked, called, broken, nearMiss, refused }: ClauseCoverage): boolean {
  if (broken.length + nearMiss.length + refused.length > 0) return true;
  return asked === 'trials' && called.length > 0;
}
