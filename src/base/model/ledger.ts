import { ModelError } from './model-error.ts';
import { addUsage, NO_USAGE, type Usage } from './usage.ts';

/** What a run may spend. Absent means no limit. */
export interface Budget {
  readonly usd?: number;
  /** Input and output tokens together. */
  readonly tokens?: number;
}

/** One line of the ledger. */
export interface LedgerLine {
  readonly role: string;
  readonly model: string;
  readonly usage: Usage;
}

/**
 * What each role spent on each model, and the budget. A price that is not known makes a cost unknown, never 0.
 * Calls under way count by their estimate, so that many trials at once do not run past the budget together.
 */
export class Ledger {
  readonly #budget: Budget;
  readonly #lines = new Map<string, LedgerLine>();
  #pending: Usage = NO_USAGE;

  constructor(budget: Budget = {}) {
    this.#budget = budget;
  }

  get budget(): Budget {
    return this.#budget;
  }

  /**
   * Sets an estimate aside for a call that is about to start.
   * @throws ModelError `budget` when the call would run past the budget
   * @returns gives the estimate back, with what was really used
   */
  reserve(role: string, model: string, estimate: Usage): (used: Usage) => void {
    const next = addUsage(this.total(), this.#pending, estimate);
    const { usd, tokens } = this.#budget;
    const wanted = next.inputTokens + next.outputTokens;
    if (tokens !== undefined && wanted > tokens) {
      throw overspent(`${tokens} tokens`, `the next call would bring it to about ${wanted}`);
    }
    if (usd !== undefined) {
      if (next.costUsd === 'unknown')
        throw overspent(`$${usd}`, `the price of model "${model}" is not known`);
      if (next.costUsd > usd) {
        throw overspent(`$${usd}`, `the next call would bring it to about $${next.costUsd.toFixed(4)}`);
      }
    }
    this.#pending = addUsage(this.#pending, estimate);
    return (used) => {
      this.#pending = subtract(this.#pending, estimate);
      this.record(role, model, used);
    };
  }

  record(role: string, model: string, usage: Usage): void {
    const key = JSON.stringify([role, model]);
    const before = this.#lines.get(key)?.usage ?? NO_USAGE;
    this.#lines.set(key, { role, model, usage: addUsage(before, usage) });
  }

  /** One line per role and model, in the order they first spent. */
  lines(): readonly LedgerLine[] {
    return [...this.#lines.values()];
  }

  total(): Usage {
    return addUsage(...this.lines().map(({ usage }) => usage));
  }
}

function overspent(budget: string, why: string): ModelError {
  return new ModelError('budget', `Cannot go on with budget "${budget}": ${why}`, {
    hint: 'raise the budget and resume the run; finished trials are kept',
  });
}

function subtract(from: Usage, usage: Usage): Usage {
  const { costUsd } = from;
  return {
    calls: from.calls - usage.calls,
    inputTokens: from.inputTokens - usage.inputTokens,
    outputTokens: from.outputTokens - usage.outputTokens,
    costUsd: costUsd === 'unknown' || usage.costUsd === 'unknown' ? costUsd : costUsd - usage.costUsd,
  };
}
