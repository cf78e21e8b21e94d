import type { AcceptedOutcome, GoldAction, ReplayedTask } from '../annotate/index.ts';
import { equalJson } from '../base/json/index.ts';
import type { Action, Transcript } from '../define/index.ts';
import type { Outcome, Violation } from '../environment/index.ts';
import { messagesToUser, type OutputMode, toldOutput } from './outputs.ts';
import type { Check, Verdict } from './verdict.ts';

/** What grading needs to know of a finished trial. */
export interface GradedTrial {
  readonly outcome: Outcome;
  readonly transcript: Transcript;
  readonly actions: readonly Action[];
  readonly violations: readonly Violation[];
  /** Whether the conversation came to an end by agent or user; a trial cut off by a cap cannot pass. */
  readonly ended: boolean;
}

export interface GradeOptions {
  readonly outputMode?: OutputMode;
  /** Broken policy rules fail the trial; otherwise they are reported beside the verdict. */
  readonly policyCounts?: boolean;
}

/**
 * Compares a finished trial with the task's gold: a pure function of its arguments.
 * As in τ-bench (§3, r = r_action × r_output), the database must end in an accepted outcome and every output must be told;
 * further criteria count when the task names them.
 */
export function gradeTrial(task: ReplayedTask, trial: GradedTrial, options: GradeOptions = {}): Verdict {
  const { outputMode = 'strict', policyCounts = false } = options;
  const criteria = new Set(task.criteria ?? ['database', 'outputs']);
  const messages = messagesToUser(trial.transcript);
  const missingIn = (accepted: AcceptedOutcome): string[] =>
    accepted.outputs.filter((output) => !toldOutput(output, messages, outputMode));

  const reached = task.accepted.filter((accepted) => accepted.outcome.hash === trial.outcome.hash);
  const best = reached.find((accepted) => missingIn(accepted).length === 0) ?? reached[0] ?? task.accepted[0];
  const missingOutputs = best === undefined ? [] : missingIn(best);
  const checks: Check[] = [
    check(
      'ended',
      trial.ended,
      true,
      'the conversation ended',
      'the conversation was cut off before its end',
    ),
    check(
      'database',
      reached.length > 0,
      criteria.has('database'),
      `the database ends as in "${best?.id}"`,
      'the database ends differently from gold',
    ),
    check(
      'outputs',
      missingOutputs.length === 0,
      criteria.has('outputs'),
      'every output was told',
      `not told: ${missingOutputs.map((output) => `"${output}"`).join(', ')}`,
    ),
    check(
      'policy',
      trial.violations.length === 0,
      policyCounts || criteria.has('policy'),
      'no policy rule was broken',
      trial.violations.map((violation) => violation.message).join('; '),
    ),
  ];
  if (criteria.has('actions')) {
    const missingActions = task.goldActions.filter(
      (gold) => !trial.actions.some((action) => sameAction(action, gold)),
    );
    checks.push(
      check(
        'actions',
        missingActions.length === 0,
        true,
        'every gold action was made',
        `not made: ${missingActions.map((action) => action.tool).join(', ')}`,
      ),
    );
  }
  const unscored = (['notes', 'assertions'] as const)
    .filter((name) => criteria.has(name))
    .map((name) => ({ name, reason: 'needs a judge' }));
  const passed = checks.every((item) => item.passed || !item.counts);
  return {
    kind: passed ? 'pass' : 'fail',
    checks,
    ...(passed && best !== undefined && { accepted: best.id }),
    missingOutputs,
    violations: trial.violations,
    unscored,
  };
}

function check(name: Check['name'], passed: boolean, counts: boolean, good: string, bad: string): Check {
  return { name, passed, counts, message: passed ? good : bad };
}

function sameAction(action: Action, gold: GoldAction): boolean {
  if (action.tool !== gold.tool) return false;
  if (gold.compareArgs === undefined) return equalJson(action.args, gold.args);
  return gold.compareArgs.every((name) => equalJson(action.args[name], gold.args[name]));
}
