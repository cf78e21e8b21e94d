import type { Clause } from '../evidence/clauses.ts';
import { type Reading, readingOf, spanOf } from '../evidence/reading.ts';
import { findVerbs, verbsOf } from '../evidence/verbs.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { asksToKnow } from './questions.ts';
import { doneWrites } from './world.ts';

export const outputOfUntakenBranch: TaskRule = {
  code: 'output-of-untaken-branch',
  sentence: 'What the user asks to know on one branch is expected only when gold takes that branch',
  severity: 'error',
  scope: 'task',
  check(audited, context) {
    if (audited.task.outputs.length === 0) return [];
    const reading = readingOf(audited);
    return findForks(reading).flatMap((fork): RuleFinding[] => {
      const [first, second] = [
        branchVerbs(reading, fork.first, fork.turn, audited, context),
        branchVerbs(reading, fork.turn, fork.last, audited, context),
      ];
      if (first.done > 0 || second.done === 0 || first.all === 0) return [];
      const question = reading.clauses.find(
        (clause) => clause.first >= fork.first && clause.last <= fork.turn && asksToKnow(reading, clause),
      );
      if (question === undefined) return [];
      const span = spanOf(reading, question);
      return [
        {
          message: `gold takes the branch "${spanOf(reading, fork.otherwise).text}", but expects ${audited.task.outputs.map((output) => `"${output}"`).join(', ')}, which the user asks for only on the other branch: "${span.text}"`,
          evidence: {
            spans: [
              { ...span },
              { ...spanOf(reading, fork.condition) },
              { ...spanOf(reading, fork.otherwise) },
            ],
          },
          hint: 'drop the output, or let the user ask for it on both branches',
        },
      ];
    });
  },
};

interface Fork {
  readonly condition: Clause;
  readonly otherwise: Clause;
  /** Tokens at which the first branch begins, the second begins, and the second ends. */
  readonly first: number;
  readonly turn: number;
  readonly last: number;
}

/** "If A is possible, … If A is not possible, …" and "If A, … Otherwise …". */
function findForks(reading: Reading): Fork[] {
  const forks: Fork[] = [];
  const heads = reading.clauses.filter(
    (clause, at) =>
      clause.role === 'condition' ||
      (clause.role === 'otherwise' && reading.clauses[at - 1]?.role !== 'otherwise'),
  );
  for (const [at, condition] of heads.entries()) {
    const next = heads[at + 1];
    if (condition.role !== 'condition' || next === undefined) continue;
    if (next.role !== 'otherwise' && !isNegationOf(reading, condition, next)) continue;
    const after = reading.clauses.find((clause) => clause.first > next.first && clause.role === 'plain');
    forks.push({
      condition,
      otherwise: next,
      first: condition.last,
      turn: next.first,
      last: after?.first ?? reading.tokens.length,
    });
  }
  return forks;
}

function isNegationOf(reading: Reading, one: Clause, two: Clause): boolean {
  const words = (clause: Clause): string[] =>
    reading.tokens
      .slice(clause.first, clause.last)
      .filter((token) => token.kind === 'word')
      .map((token) => token.stem);
  const [left, right] = [words(one), words(two)];
  const negative = (list: readonly string[]): boolean =>
    list.some((word) => ['not', 'cannot', 'no', 'impossible'].includes(word) || word.endsWith("n't"));
  if (negative(left) === negative(right)) return false;
  const content = left.filter((word) => word.length > 3 && word !== 'with' && word !== 'agent');
  const shared = content.filter((word) => right.includes(word)).length;
  return content.length > 0 && shared / content.length >= 0.6;
}

/** How many words of action a branch has, and how many of them a gold write does. */
function branchVerbs(
  reading: Reading,
  from: number,
  to: number,
  audited: AuditedTask,
  context: AuditContext,
): { all: number; done: number } {
  const done = new Set(doneWrites(audited).flatMap((step) => [...verbsOf({ name: step.tool })]));
  const every = new Set(
    context.domain.tools.filter((tool) => tool.effect === 'write').flatMap((tool) => [...verbsOf(tool)]),
  );
  const places = findVerbs(reading, every).filter((at) => at >= from && at < to);
  const refers = (at: number): boolean => ['will', "you'll"].includes(reading.tokens[at - 1]?.lower ?? '');
  const own = places.filter((at) => !refers(at));
  return { all: own.length, done: own.filter((at) => done.has(reading.tokens[at]?.lower ?? '')).length };
}
