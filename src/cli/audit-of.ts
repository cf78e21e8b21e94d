import type { Task } from '../annotate/index.ts';
import { auditContext, auditIn, type WeighedAlternative } from '../audit/index.ts';
import type { Finding } from '../base/finding/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { type AlternativesOf, knownAlternatives } from '../validate/index.ts';

/** Findings of a task, by its id. */
export type FindingsOf = (task: string) => readonly Finding[];

/** What the audit says of the tasks of a run. */
export interface AuditOf {
  readonly alternatives: AlternativesOf;
  /** Errors and warnings. */
  readonly findings: FindingsOf;
  readonly weighed: (task: string) => readonly WeighedAlternative[];
}

/** Audits the tasks of a run: nothing is worked out before it is asked for, and nothing twice. */
export function auditOf(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  options: OptionValues,
): AuditOf {
  const context = auditContext(domain, database, tasks, { options });
  const audited = new Map(context.tasks.map((each) => [each.task.id, each]));
  const weighed = (task: string): readonly WeighedAlternative[] => audited.get(task)?.weighed ?? [];
  const known = new Map<string, ReturnType<AlternativesOf>>();
  let findings: ReadonlyMap<string, readonly Finding[]> | undefined;
  return {
    weighed,
    alternatives: (task) => {
      const list = known.get(task) ?? knownAlternatives(weighed(task));
      known.set(task, list);
      return list;
    },
    findings: (task) => {
      findings ??= new Map(
        auditIn(context, { mutation: false }).tasks.map(({ id, findings: found }) => [
          id,
          found.filter(({ severity }) => severity !== 'note'),
        ]),
      );
      return findings.get(task) ?? [];
    },
  };
}
