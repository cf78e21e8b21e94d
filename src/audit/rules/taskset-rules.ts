import { canonicalJson } from '../../base/json/index.ts';
import type { AuditContext, AuditedTask, RuleFinding, TasksetRule } from '../types.ts';

/** Tasks with as many words in common as this are told apart by nothing that matters. */
const ALIKE = 0.92;

export const duplicateTask: TasksetRule = {
  scope: 'taskset',
  code: 'duplicate-task',
  sentence: 'No two tasks have the same scenario and the same gold',
  severity: 'warning',
  check: (context) =>
    pairs(context)
      .filter(({ first, second }) => sameGoal(first, second))
      .map(
        ({ first, second, alike }): RuleFinding => ({
          task: second.task.id,
          message: `the scenario and gold are those of task "${first.task.id}"${alike < 1 ? ' in nearly the same words' : ''}`,
          hint: 'take one of the two away, or let them differ in what the user wants',
          evidence: { other: first.task.id, alike },
        }),
      ),
};

export const inconsistentPair: TasksetRule = {
  scope: 'taskset',
  code: 'inconsistent-pair',
  sentence: 'Tasks with equal facts have equal gold',
  severity: 'error',
  check: (context) =>
    pairs(context)
      .filter(({ first, second }) => !sameGoal(first, second))
      .flatMap(({ first, second, alike }): RuleFinding[] =>
        [[first, second] as const, [second, first] as const].map(([one, other]) => ({
          task: one.task.id,
          // A word of difference may be the very difference that gold shows.
          ...(alike < 1 && { severity: 'note' as const }),
          message: `task "${other.task.id}" says the same${alike < 1 ? ' in nearly the same words' : ''} but has another gold`,
          hint: 'say in the scenarios what makes the difference, or give both the same gold',
          evidence: { other: other.task.id, alike },
        })),
      ),
};

export const sameGoalState: TasksetRule = {
  scope: 'taskset',
  code: 'same-goal-state',
  sentence: 'Every task has a goal state of its own',
  severity: 'note',
  check: ({ tasks }) => {
    const first = new Map<string, string>();
    const found: RuleFinding[] = [];
    for (const audited of tasks) {
      if (audited.gold.outcome.changes.length === 0) continue;
      const goal = goalOf(audited);
      const other = first.get(goal);
      if (other === undefined) first.set(goal, audited.task.id);
      else {
        found.push({
          task: audited.task.id,
          message: `gold ends in the same state, with the same outputs, as that of task "${other}"`,
          hint: 'the two measure the same end; keep both only if the way there differs',
          evidence: { other },
        });
      }
    }
    return found;
  },
};

function goalOf({ gold, task }: AuditedTask): string {
  return `${gold.outcome.hash} ${canonicalJson([...task.outputs].sort())}`;
}

function sameGoal(first: AuditedTask, second: AuditedTask): boolean {
  return goalOf(first) === goalOf(second);
}

interface Pair {
  readonly first: AuditedTask;
  readonly second: AuditedTask;
  /** Share of words in common; 1 for the same words. */
  readonly alike: number;
}

/** Pairs of tasks that say the same. Only tasks that name the same things are compared, so that cost stays linear. */
function pairs({ tasks }: AuditContext): Pair[] {
  const buckets = new Map<string, AuditedTask[]>();
  const found: Pair[] = [];
  for (const audited of tasks) {
    const key = `${canonicalJson(audited.task.initialState === undefined ? null : JSON.parse(JSON.stringify(audited.task.initialState)))} ${factsOf(audited.text)}`;
    const bucket = buckets.get(key) ?? [];
    buckets.set(key, bucket);
    for (const other of bucket.slice(0, 8)) {
      const alike = likeness(other.text, audited.text);
      if (alike >= ALIKE) found.push({ first: other, second: audited, alike });
    }
    bucket.push(audited);
  }
  return found;
}

/** What a scenario names: ids, numbers and capitalised words, each once. */
function factsOf(text: string): string {
  return [...new Set(text.match(/#?\b(?:\p{Lu}[\p{L}'-]*|[\w@.-]*\d[\w@.-]*)\b/gu) ?? [])].sort().join(' ');
}

function likeness(left: string, right: string): number {
  const a = words(left);
  const b = words(right);
  if (a.join(' ') === b.join(' ')) return 1;
  const [one, two] = [new Set(a), new Set(b)];
  const shared = [...one].filter((word) => two.has(word)).length;
  return Math.min(0.99, shared / Math.max(1, one.size + two.size - shared));
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}#@.'-]+/gu) ?? [];
}
