import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/base/finding/index.ts';
import { taskwright } from './run.ts';

const TASK = 'ambiguous-who-pays-the-difference';
const OTHER = 'ambiguous-why-cancel';
const SOURCE = (task: string): string => new URL(`../../tasks/retail/${task}.json`, import.meta.url).pathname;

/** A folder of its own with tasks that leave something open. */
function folder(...ids: readonly string[]): string {
  const tasks = mkdtempSync(join(tmpdir(), 'taskwright-audit-'));
  for (const id of ids.length === 0 ? [TASK] : ids) copyFileSync(SOURCE(id), join(tasks, `${id}.json`));
  return tasks;
}

interface Printed {
  readonly tasks: readonly { readonly id: string; readonly findings: readonly Finding[] }[];
  readonly findings: readonly Finding[];
  readonly waived: readonly object[];
  readonly baseline?: { readonly new: number; readonly gone: readonly object[] };
  readonly elapsedMs: number;
}

const audit = (tasks: string, ...more: readonly string[]) =>
  taskwright('audit', 'retail', '--tasks', tasks, ...more);
const printed = async (tasks: string, ...more: readonly string[]): Promise<Printed> =>
  JSON.parse((await audit(tasks, ...more, '--json', '--quiet')).stdout) as Printed;

describe('taskwright audit', () => {
  it('names the argument that the scenario leaves open, as JSON and nothing else', async () => {
    const { status, stdout } = await audit(folder(), '--json');
    const { tasks, elapsedMs } = JSON.parse(stdout) as Printed;
    expect(status).toBe(1);
    expect(tasks.map(({ id }) => id)).toEqual([TASK]);
    expect(tasks[0]?.findings).toContainEqual(
      expect.objectContaining({ code: 'argument-undetermined', argument: 'payment_method_id', task: TASK }),
    );
    expect(elapsedMs).toBeGreaterThanOrEqual(0);
  });

  it('prints a command for each finding that shows it again', async () => {
    const { tasks } = await printed(folder());
    const finding = tasks[0]?.findings.find(({ code }) => code === 'argument-undetermined');
    const [program, ...words] = (finding?.again ?? '').split(' ');
    expect(program).toBe('taskwright');
    const { status, stderr } = await taskwright(...words);
    expect(status).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(finding?.message.replaceAll(/\s+/g, ' '));
  });

  it('fits 80 columns, but for commands to paste', async () => {
    const { stderr } = await audit(folder(TASK, OTHER), '--notes');
    const long = stderr.split('\n').filter((line) => line.length > 80 && !line.startsWith('  again '));
    expect(long).toEqual([]);
  });

  it('points from SARIF to the line of the argument', async () => {
    const { stdout } = await audit(folder(), '--format', 'sarif', '--quiet');
    const { runs } = JSON.parse(stdout);
    const result = runs[0].results.find(
      ({ ruleId }: { readonly ruleId: string }) => ruleId === 'argument-undetermined',
    );
    const { startLine, startColumn } = result.locations[0].physicalLocation.region;
    const line = readFileSync(SOURCE(TASK), 'utf8').split('\n')[startLine - 1] ?? '';
    expect(line.slice(startColumn - 1)).toMatch(/^"payment_method_id":/);
  });

  it('writes Markdown to stdout, and no two documents at once', async () => {
    const tasks = folder();
    const { stdout } = await audit(tasks, '--format', 'markdown', '--quiet');
    expect(stdout).toContain(`## Task ${TASK}`);
    const both = await audit(tasks, '--format', 'markdown', '--json');
    expect(both.status).toBe(2);
    expect(JSON.parse(both.stdout)).toMatchObject({ error: expect.stringContaining('both go to stdout') });
  });

  it('says which model is missing when asked for a second look', async () => {
    const { status, stderr } = await audit(folder(), '--lm', '--quiet');
    expect(status).toBe(2);
    expect(stderr).toContain('Cannot ask a model: none is named');
  });
});

describe('taskwright audit with a baseline', () => {
  it('fails on new findings alone, and shows those that are gone', async () => {
    const tasks = folder();
    expect((await audit(tasks, '--update-baseline')).status).toBe(0);
    expect((await audit(tasks)).status).toBe(0);
    copyFileSync(SOURCE(OTHER), join(tasks, `${OTHER}.json`));
    const more = await audit(tasks);
    expect(more.status).toBe(1);
    expect(more.stderr).toContain(`argument-undetermined ${OTHER}`);
    expect(more.stderr).not.toContain(`argument-undetermined ${TASK} `);
    await audit(tasks, '--task', TASK, '--fix', '--quiet');
    expect((await audit(tasks, '--task', TASK)).stderr).toContain(`gone: argument-undetermined ${TASK}`);
  });

  it('keeps what it knows of the other tasks when some are audited', async () => {
    const tasks = folder(TASK, OTHER);
    await audit(tasks, '--update-baseline', '--quiet');
    await audit(tasks, '--task', TASK, '--update-baseline', '--quiet');
    expect((await audit(tasks)).status).toBe(0);
  });

  it('is written nowhere unasked for a file of outside tasks', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'taskwright-audit-')), 'tasks.json');
    copyFileSync(SOURCE(TASK), file);
    const { status, stderr } = await audit(file, '--update-baseline');
    expect(status).toBe(2);
    expect(stderr).toContain('--baseline FILE');
  });

  it('must be there when it is named', async () => {
    const { status, stderr } = await audit(folder(), '--baseline', '/nowhere/known.json');
    expect(status).toBe(2);
    expect(stderr).toContain('Cannot read baseline "/nowhere/known.json"');
  });
});

describe('taskwright audit with waivers', () => {
  const waiver = {
    ...{ code: 'argument-undetermined', task: TASK },
    ...{ reason: 'both cards are fine', author: 'Kim', expires: '2999-12-31' },
  };

  it('lets a finding stand, and says so', async () => {
    const tasks = folder();
    writeFileSync(join(tasks, 'waivers.json'), JSON.stringify([waiver]));
    const { status, stderr } = await audit(tasks);
    expect(status).toBe(0);
    expect(stderr).toContain('1 finding waived by');
    expect((await printed(tasks)).waived).toHaveLength(1);
  });

  it('fails past the day of a waiver', async () => {
    const tasks = folder();
    writeFileSync(join(tasks, 'waivers.json'), JSON.stringify([{ ...waiver, expires: '2020-01-01' }]));
    const late = await audit(tasks);
    expect(late.status).toBe(1);
    expect(late.stderr).toContain('waiver-expired');
  });

  it('tells of a waiver that matches nothing, without --notes', async () => {
    const tasks = folder();
    const other = { ...waiver, code: 'argument-undetermind' };
    writeFileSync(join(tasks, 'waivers.json'), JSON.stringify([waiver, other]));
    const { status, stderr } = await audit(tasks);
    expect(status).toBe(0);
    expect(stderr).toContain('no rule has the code "argument-undetermind"');
  });
});

describe('taskwright audit --fix', () => {
  it('mends the task file, leaves the rest of it as it is, shows the change, and audits again', async () => {
    const tasks = folder();
    const before = readFileSync(SOURCE(TASK), 'utf8');
    const { stderr } = await audit(tasks, '--fix');
    const after = readFileSync(join(tasks, `${TASK}.json`), 'utf8');
    expect(after).not.toBe(before);
    const added = after.split('\n').filter((line) => !before.split('\n').includes(line));
    expect(added.length).toBeGreaterThan(0);
    expect(added.length).toBeLessThanOrEqual(2);
    for (const line of added) expect(stderr).toContain(`+${line}`);
    expect((await printed(tasks)).tasks[0]?.findings.map(({ code }) => code)).not.toContain(
      'argument-undetermined',
    );
  });

  it('changes nothing the second time, and leaves no file behind', async () => {
    const tasks = folder();
    await audit(tasks, '--fix', '--quiet');
    const once = readFileSync(join(tasks, `${TASK}.json`), 'utf8');
    const { stderr } = await audit(tasks, '--fix');
    expect(readFileSync(join(tasks, `${TASK}.json`), 'utf8')).toBe(once);
    expect(stderr).not.toContain('mended');
    expect(readdirSync(tasks)).toEqual([`${TASK}.json`]);
  });

  it('mends one task inside a file of many', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'taskwright-audit-')), 'tasks.json');
    const [one, two] = [TASK, OTHER].map((id) => readFileSync(SOURCE(id), 'utf8').trim());
    writeFileSync(file, `[${one},\n${two}]\n`);
    await audit(file, '--task', OTHER, '--fix', '--quiet');
    const after = readFileSync(file, 'utf8');
    expect(after.startsWith(`[${one},\n`)).toBe(true);
    expect(after).not.toContain(two);
  });

  it('refuses tasks of a form it cannot write', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'taskwright-audit-')), 'tasks.json');
    const text = JSON.stringify([{ index: 0, instruction: 'You want nothing.', actions: [], outputs: [] }]);
    writeFileSync(file, text);
    const { status, stderr } = await audit(file, '--fix');
    expect(status).toBe(2);
    expect(stderr).toContain('taskwright import tau-bench');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(existsSync(join(file, '..', 'baseline.json'))).toBe(false);
  });
});
