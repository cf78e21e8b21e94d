import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/base/finding/index.ts';
import { taskwright } from './run.ts';

const TASK = 'ambiguous-who-pays-the-difference';
const SOURCE = new URL(`../../tasks/retail/${TASK}.json`, import.meta.url).pathname;

/** A folder of its own with one task that leaves the payment method open. */
function folder(): string {
  const tasks = mkdtempSync(join(tmpdir(), 'taskwright-audit-'));
  copyFileSync(SOURCE, join(tasks, `${TASK}.json`));
  return tasks;
}

interface Printed {
  readonly tasks: readonly { readonly id: string; readonly findings: readonly Finding[] }[];
  readonly elapsedMs: number;
}

describe('taskwright audit', () => {
  it('names the argument that the scenario leaves open, as JSON and nothing else', async () => {
    const { status, stdout } = await taskwright('audit', 'retail', '--tasks', folder(), '--json');
    const printed = JSON.parse(stdout) as Printed;
    expect(status).toBe(1);
    expect(printed.tasks.map(({ id }) => id)).toEqual([TASK]);
    expect(printed.tasks[0]?.findings).toContainEqual(
      expect.objectContaining({ code: 'argument-undetermined', argument: 'payment_method_id', task: TASK }),
    );
    expect(printed.elapsedMs).toBeGreaterThanOrEqual(0);
  });

  it('passes once its findings are known, and fails again on a waiver past its day', async () => {
    const tasks = folder();
    const baseline = join(tasks, 'baseline.json');
    await taskwright(
      'audit',
      'retail',
      '--tasks',
      tasks,
      '--baseline',
      baseline,
      '--update-baseline',
      '--quiet',
    );
    expect((await taskwright('audit', 'retail', '--tasks', tasks, '--baseline', baseline)).status).toBe(0);
    const waivers = join(tasks, 'waivers.json');
    const waiver = {
      code: 'argument-undetermined',
      task: TASK,
      reason: 'r',
      author: 'Kim',
      expires: '2020-01-01',
    };
    writeFileSync(waivers, JSON.stringify([waiver]));
    const late = await taskwright(
      'audit',
      'retail',
      '--tasks',
      tasks,
      '--baseline',
      baseline,
      '--waivers',
      waivers,
    );
    expect(late.status).toBe(1);
    expect(late.stderr).toContain('waiver-expired');
  });

  it('writes SARIF and Markdown to stdout', async () => {
    const tasks = folder();
    const sarif = await taskwright('audit', 'retail', '--tasks', tasks, '--format', 'sarif', '--quiet');
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0' });
    const markdown = await taskwright('audit', 'retail', '--tasks', tasks, '--format', 'markdown', '--quiet');
    expect(markdown.stdout).toContain(`## Task ${TASK}`);
  });

  it('repairs the task file and audits it again', async () => {
    const tasks = folder();
    const { stdout } = await taskwright('audit', 'retail', '--tasks', tasks, '--fix', '--json', '--quiet');
    const codes = (JSON.parse(stdout) as Printed).tasks[0]?.findings.map(({ code }) => code);
    expect(codes).not.toContain('argument-undetermined');
    expect(readFileSync(join(tasks, `${TASK}.json`), 'utf8')).not.toBe(readFileSync(SOURCE, 'utf8'));
  });

  it('says which model is missing when asked for a second look', async () => {
    const { status, stderr } = await taskwright('audit', 'retail', '--tasks', folder(), '--lm', '--quiet');
    expect(status).toBe(2);
    expect(stderr).toContain('Cannot ask a model: none is named');
  });
});
