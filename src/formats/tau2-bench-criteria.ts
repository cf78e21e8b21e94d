import type { Criterion, Task } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { isJsonObject } from '../base/json/index.ts';

/** Where each criterion finds what it checks, and whether an empty list leaves something to check. */
const LISTS: readonly (readonly [criterion: Criterion, field: string, emptyMeans: string | undefined])[] = [
  ['database', 'actions', 'only that nothing changes is checked, so that doing nothing passes'],
  ['outputs', 'communicate_info', undefined],
  ['actions', 'actions', 'any conversation passes'],
  ['notes', 'nl_assertions', 'any conversation passes'],
  ['assertions', 'env_assertions', 'any end state passes'],
];

/**
 * What a τ²-bench task leaves unchecked. There an empty or missing list counts as fulfilled; here it is a finding:
 * - `no-criteria` (error): nothing decides a pass, and every trial would
 * - `empty-criterion` (warning): a criterion counts and has nothing to check
 * - `uncounted-criterion` (note): something is listed and no criterion counts it
 */
export function tau2CriteriaFindings(task: Task): Finding[] {
  const original = task.source?.format === 'tau2-bench' ? task.source.extra : undefined;
  if (original === undefined) return [];
  const listed = isJsonObject(original.evaluation_criteria) ? original.evaluation_criteria : {};
  const counted = task.criteria ?? [];
  const has = (field: string): boolean => {
    const list = listed[field];
    return Array.isArray(list) && list.length > 0;
  };
  const findings: Finding[] = [];
  if (!LISTS.some(([criterion, field]) => counted.includes(criterion) && has(field))) {
    findings.push({
      code: 'no-criteria',
      severity: 'error',
      message: 'none of the criteria that count has anything to check',
      task: task.id,
      at: 'evaluation_criteria',
      hint: 'list the actions, what is to be told, or what is refused and how that can be told from doing nothing',
    });
  }
  for (const [criterion, field, emptyMeans] of LISTS) {
    if (counted.includes(criterion) && !has(field) && emptyMeans !== undefined) {
      findings.push({
        code: 'empty-criterion',
        severity: 'warning',
        message: `"${field}" is ${listed[field] === undefined || listed[field] === null ? 'missing' : 'empty'} though it counts: ${emptyMeans}`,
        task: task.id,
        at: `evaluation_criteria.${field}`,
      });
    }
    if (!counted.includes(criterion) && has(field) && field !== 'actions') {
      findings.push({
        code: 'uncounted-criterion',
        severity: 'note',
        message: `"${field}" lists something that no criterion counts`,
        task: task.id,
        at: `evaluation_criteria.${field}`,
        hint: 'add it to "reward_basis", or take it out',
      });
    }
  }
  return findings;
}
