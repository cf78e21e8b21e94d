import { type Finding, UserError } from '../../base/finding/index.ts';
import type { JsonValue } from '../../base/json/index.ts';
import { isClause } from './covered-clauses.ts';
import { isCertified, type PackEvidence, type ValidatedTask } from './pack.ts';

export interface CurateOptions {
  /** Take tasks without current evidence too. */
  readonly all?: boolean;
  /** Only tasks with one of these tags. */
  readonly tags?: readonly string[];
  /** Only tasks whose pass rate lies in [low, high]. */
  readonly passRate?: { readonly low: number; readonly high: number };
  /** Only tasks whose evidence has one of these grades: looked at instead of asking for certified ones. */
  readonly grades?: readonly PackEvidence['grade'][];
  /** Only tasks whose scenario has one of these personas, or whose trials' users played one of them. */
  readonly personas?: readonly string[];
  /** Only tasks that put one of these clauses, or one of a group of clauses, to the test. */
  readonly covers?: readonly string[];
}

/** A task that stays, with the reason: nothing is left out silently. */
export interface LeftOut {
  readonly task: string;
  readonly reason: string;
}

/** Says why a task stays, or nothing. */
type Filter = (task: ValidatedTask, options: CurateOptions) => string | undefined;

const FILTERS: readonly Filter[] = [
  ({ tags }, { tags: wanted = [] }) =>
    wanted.length > 0 && !wanted.some((tag) => tags.includes(tag))
      ? `has none of the tags ${wanted.join(', ')}`
      : undefined,
  ({ scenario, evidence }, { personas: wanted = [] }) =>
    wanted.length > 0 &&
    !wanted.some((name) => evidence.personas.includes(name) || names(scenario.persona ?? '', name))
      ? `neither its scenario nor its trials know persona ${wanted.join(', ')}`
      : undefined,
  ({ evidence }, { covers: wanted = [] }) =>
    wanted.length > 0 && !wanted.some((id) => evidence.clauses.some((clause) => isClause(clause, id)))
      ? `does not put clause ${wanted.join(', ')} to the test`
      : undefined,
  ({ evidence }, { passRate }) => {
    if (passRate === undefined) return undefined;
    if (evidence.countable === 0) return 'its pass rate is not known';
    const rate = evidence.passed / evidence.countable;
    return rate < passRate.low || rate > passRate.high ? `its pass rate is ${rate.toFixed(2)}` : undefined;
  },
  (task, { all = false, grades = [] }) => {
    const { evidence } = task;
    if (grades.length > 0 && !grades.includes(evidence.grade)) return `its evidence is "${evidence.grade}"`;
    if (all || isCertified(task) || (grades.length > 0 && evidence.current)) return undefined;
    return evidence.current
      ? `its evidence is "${evidence.grade}": ${evidence.because}`
      : `its evidence is not current: ${evidence.because}`;
  },
];

/** Whether a text names a persona, letter case aside. */
function names(text: string, persona: string): boolean {
  return text.toLowerCase().includes(persona.toLowerCase());
}

/** Chooses the tasks that leave. */
export function curate(
  tasks: readonly ValidatedTask[],
  options: CurateOptions,
): { readonly taken: readonly ValidatedTask[]; readonly leftOut: readonly LeftOut[] } {
  const taken: ValidatedTask[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks) {
    const reason = FILTERS.map((filter) => filter(task, options)).find((found) => found !== undefined);
    if (reason === undefined) taken.push(task);
    else leftOut.push({ task: task.id, reason });
  }
  return { taken, leftOut };
}

/**
 * Deals tasks to splits by shares, the same way for the same tasks: by the hash of the id, so that adding a task moves no other.
 * @throws UserError when shares do not add up to 1
 */
export function splitTasks(
  tasks: readonly ValidatedTask[],
  shares: Readonly<Record<string, number>>,
  hash: (text: string) => string,
): Record<string, string[]> {
  const names = Object.keys(shares);
  const total = names.reduce((sum, name) => sum + (shares[name] ?? 0), 0);
  if (Math.abs(total - 1) > 1e-9) {
    throw new UserError(`Cannot split tasks: the shares add up to ${total}, not to 1`, {
      hint: '--split train=0.8 --split test=0.2',
    });
  }
  const splits: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (const { id } of tasks) {
    let point = Number.parseInt(hash(id).slice(0, 8), 16) / 2 ** 32;
    const name = names.find((candidate) => {
      point -= shares[candidate] ?? 0;
      return point < 0;
    });
    splits[name ?? (names.at(-1) as string)]?.push(id);
  }
  return splits;
}

/** Rows that the gold of tasks in different splits changes: what is trained on in one is tested in the other. */
export function entityLeaks(
  tasks: readonly ValidatedTask[],
  splits: Readonly<Record<string, readonly string[]>>,
): Finding[] {
  const splitOf = new Map(
    Object.entries(splits).flatMap(([name, ids]) => ids.map((id) => [id, name] as const)),
  );
  const seen = new Map<string, { readonly task: string; readonly split: string }>();
  const findings: Finding[] = [];
  for (const task of tasks) {
    const split = splitOf.get(task.id);
    if (split === undefined) continue;
    for (const row of new Set(task.gold.outcome.changes.map(({ table, key }) => `${table} ${key}`))) {
      const before = seen.get(row);
      if (before === undefined) seen.set(row, { task: task.id, split });
      else if (before.split !== split) {
        findings.push({
          code: 'split-leak',
          severity: 'warning',
          task: task.id,
          message: `row ${row} is changed by "${before.task}" in split "${before.split}" and by "${task.id}" in split "${split}"`,
          hint: 'put both tasks into one split',
          evidence: { row, splits: [before.split, split] as JsonValue },
        });
      }
    }
  }
  return findings;
}
