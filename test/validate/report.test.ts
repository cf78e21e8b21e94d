import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localEngine } from '../../src/engine/local.ts';
import { nullAgent, type Trial } from '../../src/simulate/index.ts';
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

  it('says nothing of personas where one alone was used', () => {
    expect(report.personas).toBeUndefined();
    expect(reportMarkdown(report)).not.toContain('Persona');
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

describe('the report of a run with several personas', () => {
  let several: ValidationReport;
  let cold: ValidationReport;
  const summarizeWith = async (name: string, change: (trial: Trial) => Trial): Promise<ValidationReport> => {
    const own = await createStore(join(folder, name));
    const make = maker();
    await runValidation({
      store: own,
      plan: { ...plan(8), personas: ['brisk', 'vague'] },
      engine: localEngine(),
      concurrency: 1,
      // The fixture's user plays none: the second persona gets an agent that does nothing.
      make: async (key) => {
        const trial = await (key.persona === 'vague' ? idle : make)({ ...key, persona: null });
        return change({ ...trial, persona: key.persona });
      },
    });
    const summary = await summarizeRun({ store: own, tasks });
    await own.close();
    return summary;
  };
  const idle = maker(nullAgent());

  beforeAll(async () => {
    several = await summarizeWith('personas', (trial) => trial);
    const side = { model: 'm', temperature: 0, responseIds: [], recorded: 0 };
    cold = await summarizeWith('cold', (trial) => ({
      ...trial,
      models: { agent: side, user: side } as unknown as NonNullable<Trial['models']>,
    }));
  });

  it('gives trials, pass rates and outcomes of each apart, and they add up', () => {
    expect(several.personas).toMatchObject([
      { persona: 'brisk', trials: 24, countable: 24 },
      { persona: 'vague', trials: 24, countable: 24, passed: 0, passRate: { value: 0 }, severalOutcomes: 0 },
    ]);
    for (const task of several.tasks) {
      const [brisk, vague] = task.personas ?? [];
      expect(vague?.outcomes).toHaveLength(1);
      expect((brisk?.passed ?? 0) + (vague?.passed ?? 0)).toBe(task.passed);
      const counts = task.personas?.flatMap(({ outcomes }) => outcomes.map(({ count }) => count)) ?? [];
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(task.countable);
    }
  });

  it('shows them in Markdown and on the page', async () => {
    expect(reportMarkdown(several)).toContain('| vague | 24 | 24 | 0.0 % |');
    expect(await reportPage(several, async () => undefined)).toContain('<h2>Personas</h2>');
  });

  it('calls no task unique whose trials are not independent, and says why', () => {
    expect(cold.dependences).toMatchObject([{ code: 'no-randomness', trials: 48 }]);
    expect(cold.totals.evidence.unique).toBe(0);
    expect(reportMarkdown(cold)).toContain('ran at temperature 0 on both sides');
  });
});
