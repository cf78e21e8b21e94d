/** What the model calls of one role cost. */
export interface Usage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; `unknown` when any call's price is not known. Never 0 for want of a price. */
  readonly costUsd: number | 'unknown';
}

/** Nothing was called, so nothing was paid. */
export const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** The sum of usages; one unknown cost makes the whole unknown. */
export function addUsage(...usages: readonly Usage[]): Usage {
  return usages.reduce(
    (sum, usage) => ({
      calls: sum.calls + usage.calls,
      inputTokens: sum.inputTokens + usage.inputTokens,
      outputTokens: sum.outputTokens + usage.outputTokens,
      costUsd:
        sum.costUsd === 'unknown' || usage.costUsd === 'unknown' ? 'unknown' : sum.costUsd + usage.costUsd,
    }),
    NO_USAGE,
  );
}
