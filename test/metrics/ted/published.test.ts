import { expect, it } from 'vitest';
import { bootstrap, mean } from '../../../src/metrics/bootstrap.ts';
import { compareConditions } from '../../../src/metrics/ted/compare.ts';
import { describeWithShared, readShared } from '../../shared.ts';

interface Published {
  readonly averages: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly per_task_gpt_4_1: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

describeWithShared("TED's published ToolSandbox numbers", () => {
  const published = JSON.parse(readShared('oracles/ted/published_toolsandbox.json')) as Published;
  const perTask = published.per_task_gpt_4_1;

  // The areas are published per task with 7 decimals.
  it.each([
    ['mean_progress_expert', 'gpt-4.1|expert', 'MeanProg', 1e-12],
    ['mean_progress_nonexpert', 'gpt-4.1|nonexpert', 'MeanProg', 1e-12],
    ['max_auc_expert_7dp', 'gpt-4.1|expert', 'MaxAUC', 5e-8],
    ['max_auc_nonexpert_7dp', 'gpt-4.1|nonexpert', 'MaxAUC', 5e-8],
  ] as const)('%s averages to the published mean, inside its interval', (field, run, metric, within) => {
    const values = Object.values(perTask[field]!);
    const estimate = bootstrap(values, mean);
    expect(estimate.units).toBe(37);
    expect(Math.abs(estimate.value - published.averages[run]![metric]!)).toBeLessThan(within);
    expect(estimate.interval.low).toBeLessThan(estimate.value);
    expect(estimate.interval.high).toBeGreaterThan(estimate.value);
  });

  it.each([
    ['mean_progress', '', 0.037],
    ['max_auc', '_7dp', 0.033],
  ])('%s: an expert user gives a difference whose interval holds 0', (metric, suffix, difference) => {
    const expert = perTask[`${metric}_expert${suffix}`]!;
    const novice = perTask[`${metric}_nonexpert${suffix}`]!;
    const compared = compareConditions(
      Object.keys(expert).map((task) => ({ task, left: [novice[task]!], right: [expert[task]!] })),
    );
    expect(compared.difference.value).toBeCloseTo(difference, 3);
    expect(compared.differs).toBe(false);
    expect(compared.detectable).toBeGreaterThan(difference);
  });
});
