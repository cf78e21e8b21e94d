import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localEngine } from '../../src/engine/local.ts';
import {
  type RunStore,
  reportMarkdown,
  reportPage,
  runValidation,
  summarizeRun,
  toJsonReport,
  type ValidationReport,
} from '../../src/validate/index.ts';
import { createStore, maker, plan, tasks } from './fixture-run.ts';

const ATTACK = '</script><img src=x onerror="alert(1)">';
let folder: string;
let store: RunStore;
let report: ValidationReport;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
  store = await createStore(join(folder, 'a'));
  const make = maker();
  await runValidation({
    store,
    plan: plan(12),
    engine: localEngine(),
    concurrency: 1,
    make: async (key) => {
      const trial = await make(key);
      return { ...trial, transcript: [...trial.transcript, { role: 'user', text: ATTACK }] };
    },
  });
  report = await summarizeRun({
    store,
    tasks,
    findings: (task) => [{ code: 'x', severity: 'warning', message: ATTACK, task }],
  });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the report', () => {
  it('adds up: outcomes to countable trials, tasks to totals', () => {
    for (const task of report.tasks) {
      expect(task.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(task.countable);
      expect(task.ambiguous).toBe(task.outcomes.length > 1);
    }
    expect(report.totals).toMatchObject({ tasks: 3, trials: 36, countable: 36 });
    expect(report.totals.passed).toBe(report.tasks.reduce((sum, { passed }) => sum + passed, 0));
  });

  it('gives pass^k and pass@k by k, alike at k = 1 and inside their intervals', () => {
    const { hat, at } = report.curves;
    expect(hat).toHaveLength(12);
    expect(hat[0]?.value).toBeCloseTo(at[0]?.value ?? -1, 12);
    for (const { value, interval } of [...hat, ...at]) {
      expect(value).toBeGreaterThanOrEqual(interval.low - 1e-9);
      expect(value).toBeLessThanOrEqual(interval.high + 1e-9);
    }
    const json = toJsonReport(report) as { passHatK: Record<string, number> };
    expect(json.passHatK['1']).toBe(hat[0]?.value);
  });

  it('as a page needs no network and no script, and lets no text act', async () => {
    const page = await reportPage(report, (outcome) => store.trial(outcome.example));
    expect(page).not.toMatch(/<script|<img|<link|@import|url\(|="https?:(?!\/\/www\.w3\.org)/);
    expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;');
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<svg');
    for (const { id } of report.tasks) expect(page).toContain(`id="task-${id}"`);
  });

  it('as Markdown keeps text inside its cell', () => {
    const markdown = reportMarkdown(report);
    expect(markdown).not.toContain('<img');
    expect(markdown.split('\n').filter((line) => line.startsWith('| one'))).toHaveLength(1);
  });
});
