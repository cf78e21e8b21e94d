import type { ReplayedTask } from '../annotate/index.ts';
import { isLedAgent } from '../simulate/index.ts';
import type { AlternativesOf } from './known-alternative.ts';
import { planKeys } from './plan.ts';
import { type RunEnd, type RunValidationOptions, runValidation } from './run-validation.ts';
import { decide, nextLook, SEQUENTIAL, type Seen, type SequentialOptions } from './sequential-plan.ts';
import { summarizeRun } from './summarize.ts';

export interface SequentialEnd extends RunEnd {
  /** Trials that a fixed plan of as many trials as the last look would have made, and that were not needed. */
  readonly saved: number;
  /** Decision by task. */
  readonly decisions: Readonly<Record<string, string>>;
}

/** Makes trials look by look: each task stops when its evidence settles it. */
export async function runSequential(
  options: Omit<RunValidationOptions, 'plan'> & {
    readonly tasks: readonly ReplayedTask[];
    readonly personas: readonly (string | null)[];
    readonly alternatives?: AlternativesOf;
    readonly sequential?: SequentialOptions;
  },
): Promise<SequentialEnd> {
  const { tasks, personas, alternatives, sequential = SEQUENTIAL, ...rest } = options;
  const perLook = (trials: number): number => Math.ceil(trials / personas.length);
  const fixed = tasks.length * personas.length * perLook(sequential.looks.at(-1)?.trials ?? 0);
  // An agent that was led to an alternative gives no proof of it, and none by going on.
  const led = isLedAgent(rest.store.record.settings.agent);
  let made = 0;
  let target = new Map(tasks.map((task) => [task.id, sequential.looks[0]?.trials ?? 0]));
  const decisions: Record<string, string> = {};
  while (target.size > 0) {
    for (const trials of new Set(target.values())) {
      const due = [...target].filter(([, wanted]) => wanted === trials).map(([task]) => task);
      const end = await runValidation({
        ...rest,
        unsettled: true,
        plan: { tasks: due, personas, trials: perLook(trials) },
      });
      made += end.made;
      if (end.stoppedBy !== 'plan') return { ...end, made, saved: 0, decisions };
    }
    const report = await summarizeRun({
      store: rest.store,
      tasks: tasks.filter((task) => target.has(task.id)),
      ...(alternatives && { alternatives }),
    });
    const next = new Map<string, number>();
    for (const task of report.tasks) {
      const seen = seenOf(task.countable, task.outcomes);
      const decision = decide(seen, sequential);
      decisions[task.id] = led && decision === 'ambiguous' ? 'suspect' : decision;
      // Void trials count for nothing, yet a task whose trials are all void must not run for ever.
      const reached = target.get(task.id) ?? 0;
      const look = nextLook(seen, sequential);
      const further = sequential.looks.find(({ trials }) => trials > reached)?.trials;
      if (look !== null && further !== undefined) next.set(task.id, further);
    }
    target = next;
  }
  await rest.store.settle(
    planKeys({
      tasks: tasks.map(({ id }) => id),
      personas,
      trials: perLook(sequential.looks.at(-1)?.trials ?? 0),
    }),
  );
  return { made, missing: 0, stoppedBy: 'plan', saved: fixed - rest.store.count, decisions };
}

function seenOf(
  countable: number,
  outcomes: readonly {
    readonly explained: boolean;
    readonly kind: string;
    readonly count: number;
    readonly clean: number;
  }[],
): Seen {
  const legal = outcomes.filter(({ kind }) => kind === 'legal-alternative').map(({ clean }) => clean);
  return {
    countable,
    unexplained: outcomes.filter(({ explained }) => !explained).reduce((sum, { count }) => sum + count, 0),
    legal: Math.max(0, ...legal),
  };
}
