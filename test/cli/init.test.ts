import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskwright } from './run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-init-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('taskwright init', () => {
  it('makes a workspace that passes check, annotate and types at once', async () => {
    const workspace = join(folder, 'new');
    expect((await taskwright('init', workspace)).status).toBe(0);
    for (const command of ['check', 'annotate']) {
      const { status, stderr } = await taskwright(command, 'library', '--workspace', workspace);
      expect(status, stderr).toBe(0);
    }
    expect((await taskwright('types', 'library', '--check', '--workspace', workspace)).status).toBe(0);
    expect(readFileSync(join(workspace, 'tasks/library/gold.lock.json'), 'utf8')).toContain('renew-one-book');
    expect(readFileSync(join(workspace, '.gitignore'), 'utf8')).toContain('node_modules');
    const { devDependencies } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
    const { compilerOptions } = JSON.parse(readFileSync(join(workspace, 'tsconfig.json'), 'utf8'));
    expect(devDependencies).toMatchObject({ '@types/node': expect.stringMatching(/^\d/) });
    expect(compilerOptions.types).toEqual(['node']);
  });
  it('makes tasks that the whole pipeline certifies', async () => {
    const workspace = join(folder, 'certified');
    await taskwright('init', workspace);
    const { status, stderr } = await taskwright('run', 'library', '--trials', '8', '--workspace', workspace);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('evidence: 2 unique');
  });
  it('adds a domain of another name to a workspace', async () => {
    const workspace = join(folder, 'second');
    await taskwright('init', workspace);
    expect((await taskwright('init', '--domain', 'night-desk', '--workspace', workspace)).status).toBe(0);
    const { status, stdout } = await taskwright('check', 'night-desk', '--workspace', workspace, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ domains: ['night-desk'], findings: [] });
  });
  it('refuses a folder that holds something, and leaves it as it is', async () => {
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    const { status, stderr } = await taskwright('init', folder);
    expect(status).toBe(2);
    expect(stderr).toContain('the folder is not empty');
    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
  });
  it.each([
    [['init'], 'neither a folder nor a domain'],
    [['init', '--domain', 'Bad Name'], 'kebab-case'],
    [['init', '--domain', '../../etc'], 'kebab-case'],
  ])('refuses %j', async (words, message) => {
    const { status, stderr } = await taskwright(...words, '--workspace', folder);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
