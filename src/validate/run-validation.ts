import { setMaxListeners } from 'node:events';
import { UserError } from '../base/finding/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { Engine } from './engine.ts';
import { type Plan, planKeys } from './plan.ts';
import type { RunStore } from './run-store.ts';
import type { TrialFacts, TrialKey } from './trial-facts.ts';
import type { TrialMaker } from './trial-maker.ts';

export interface RunProgress {
  readonly done: number;
  readonly total: number;
  readonly facts: TrialFacts;
  /** US dollars so far. */
  readonly costUsd: number | 'unknown';
}

export interface RunValidationOptions {
  readonly store: RunStore;
  readonly plan: Plan;
  readonly make: TrialMaker;
  readonly engine: Engine;
  readonly concurrency: number;
  /** Leave the trials in the order they finished; a later call settles them. */
  readonly unsettled?: boolean;
  /** Stops drawing new trials once so much was paid. */
  readonly budgetUsd?: number;
  /** Stops drawing new trials once so many tokens were used. */
  readonly budgetTokens?: number;
  readonly onProgress?: (progress: RunProgress) => void;
  readonly signal?: AbortSignal;
}

export interface RunEnd {
  /** Trials made now; those that were on the disk before are not made again. */
  readonly made: number;
  readonly missing: number;
  readonly stoppedBy: 'plan' | 'interrupt' | 'budget';
}

/**
 * Makes the trials of a plan that the store does not hold yet. Trials that were void for reasons outside agent and task are
 * tried again. Safe to kill at any moment: what `onProgress` told of is on the disk.
 */
export async function runValidation(options: RunValidationOptions): Promise<RunEnd> {
  const { store, plan, make, engine, concurrency, budgetUsd, budgetTokens, onProgress, signal } = options;
  if (plan.tasks.length === 0) {
    throw new UserError('Cannot validate: the list of tasks is empty', {
      hint: 'an empty run proves nothing; name at least one task',
    });
  }
  // Each trial at work listens for the interruption.
  if (signal !== undefined) setMaxListeners(4 * concurrency + 16, signal);
  const total = [...planKeys(plan)].length;
  const ledger = new Ledger();
  for await (const facts of store.facts()) ledger.add(facts);
  let made = 0;
  let overBudget = false;
  const wanted = function* (): Generator<TrialKey> {
    for (const key of planKeys(plan)) {
      if (store.has(key) && !store.isVoid(key)) continue;
      overBudget =
        (budgetUsd !== undefined && ledger.known >= budgetUsd) ||
        (budgetTokens !== undefined && ledger.tokens >= budgetTokens);
      if (overBudget) return;
      yield key;
    }
  };
  const done = async (trial: Trial): Promise<void> => {
    const facts = await store.append(trial);
    made += 1;
    ledger.add(facts);
    onProgress?.({ done: Math.min(store.count, total), total, facts, costUsd: ledger.cost });
  };
  await engine.run({
    run: store.record.run,
    keys: wanted(),
    make,
    concurrency,
    done,
    ...(signal && { signal }),
  });
  let missing = 0;
  for (const key of planKeys(plan)) if (!store.has(key)) missing += 1;
  if (missing === 0 && options.unsettled !== true) await store.settle(planKeys(plan));
  const stoppedBy = signal?.aborted === true && missing > 0 ? 'interrupt' : overBudget ? 'budget' : 'plan';
  return { made, missing, stoppedBy };
}

/** What was paid and used. */
class Ledger {
  known = 0;
  tokens = 0;
  #unknown = false;

  add({ costUsd, tokens = 0 }: TrialFacts): void {
    this.tokens += tokens;
    if (costUsd === 'unknown') this.#unknown = true;
    else this.known += costUsd ?? 0;
  }

  get cost(): number | 'unknown' {
    return this.#unknown ? 'unknown' : this.known;
  }
}
