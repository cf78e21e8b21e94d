import type { DomainOption, OptionValues } from 'taskwright';

/**
 * Whose behaviour the tools show where the published domains disagree or are plainly wrong.
 * - `own`: the corrected behaviour, for tasks of our own
 * - `tau1`: τ-bench (arXiv 2406.12045), oddities included, for its tasks and recordings
 * - `tau2`: τ²-bench (arXiv 2506.07982), likewise
 *
 * What differs is told at the head of each tool.
 */
export type Dialect = 'own' | 'tau1' | 'tau2';

export const DIALECT_OPTION: DomainOption = {
  description: 'whose behaviour the tools show: own (corrected), tau1 (τ-bench), tau2 (τ²-bench)',
  values: ['own', 'tau1', 'tau2'],
  default: 'own',
};

/** The dialect in force. */
export function dialectOf({ options }: { readonly options: OptionValues }): Dialect {
  return (options.dialect ?? 'own') as Dialect;
}
