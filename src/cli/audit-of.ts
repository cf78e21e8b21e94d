import type { Task } from '../annotate/index.ts';
import {
  alternativesOf,
  applyWaivers,
  auditContext,
  auditIn,
  type Waived,
  type Waiver,
  type WeighedAlternative,
} from '../audit/index.ts';
import type { Finding } from '../base/finding/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { type AlternativesOf, knownAlternatives, type WaivedFinding } from '../validate/index.ts';
import { today } from './audit-files.ts';

/** Findings of a task, by its id. */
export type FindingsOf = (task: string) => readonly Finding[];

/** What the audit says of the tasks of a run, waivers applied. */
export interface AuditOf {
  /** An alternative that a waived finding stands for says so. */
  readonly alternatives: AlternativesOf;
  /** Errors and warnings that nobody has waived. */
  readonly findings: FindingsOf;
  readonly waived: (task: string) => readonly WaivedFinding[];
  /** Alternatives that neither the scenario nor a waiver rules out. */
  readonly open: (task: string) => readonly WeighedAlternative[];
  readonly result: () => Waived;
}

export interface AuditOfOptions {
  readonly options: OptionValues;
  readonly waivers?: readonly Waiver[];
  /** The command that audits the same tasks, for findings' `again`. */
  readonly command?: string;
  /** Whether mutation scores are wanted too. */
  readonly mutation?: boolean;
  /** Whether `tasks` are all tasks of the domain. */
  readonly all?: boolean;
}

/** Audits the tasks of a run: nothing is worked out before it is asked for, and nothing twice. */
export function auditOf(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  { options, waivers = [], command, mutation = false, all = true }: AuditOfOptions,
): AuditOf {
  const context = auditContext(domain, database, tasks, { options });
  const audited = new Map(context.tasks.map((each) => [each.task.id, each]));
  const result = once(() =>
    applyWaivers(auditIn(context, { mutation, ...(command !== undefined && { command }) }), waivers, {
      today: today(),
      all,
    }),
  );
  const byTask = once(() => waiversByTask(result()));
  // Without waivers the alternatives can be had without running the rules.
  const waivedOf = (task: string): readonly TaskWaiver[] =>
    waivers.length === 0 ? [] : (byTask().get(task) ?? []);
  const alternatives = perTask((task) => {
    const reasons = new Map(
      waivedOf(task).flatMap(({ finding, waiver }) => alternativesOf(finding).map((id) => [id, waiver])),
    );
    return knownAlternatives(audited.get(task)?.weighed ?? []).map((known) => {
      const waiver = reasons.get(known.id);
      return waiver === undefined ? known : { ...known, waived: wordsOf(waiver) };
    });
  });
  const found = once(() => new Map(result().result.tasks.map((task) => [task.id, task.findings])));
  return {
    alternatives,
    findings: (task) => (found().get(task) ?? []).filter(({ severity }) => severity !== 'note'),
    waived: (task) =>
      waivedOf(task).map(({ waiver: { code, reason, author, expires } }) => ({
        code,
        reason,
        author,
        expires,
      })),
    open: perTask((task) => {
      const waivedIds = new Set(waivedOf(task).flatMap(({ finding }) => alternativesOf(finding)));
      return (audited.get(task)?.weighed ?? []).filter(
        ({ weighing, alternative }) => !weighing.ruledOut && !waivedIds.has(alternative.id),
      );
    }),
    result,
  };
}

type TaskWaiver = Waived['waived'][number];

function waiversByTask({ waived }: Waived): ReadonlyMap<string, readonly TaskWaiver[]> {
  const byTask = new Map<string, TaskWaiver[]>();
  for (const each of waived) {
    const id = each.finding.task ?? '';
    byTask.set(id, [...(byTask.get(id) ?? []), each]);
  }
  return byTask;
}

function wordsOf({ reason, author, expires }: Waiver): string {
  return `waived by ${author} until ${expires}: ${reason}`;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function perTask<Value>(make: (task: string) => Value): (task: string) => Value {
  const known = new Map<string, Value>();
  return (task) => {
    const value = known.get(task) ?? make(task);
    known.set(task, value);
    return value;
  };
}
