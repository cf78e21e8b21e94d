import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replayTask } from '../../src/annotate/index.ts';
import { buildPack, PACK_FORMATS, sourceFiles, withEvidence, writePack } from '../../src/export/index.ts';
import { loadDomain, PACKAGE_ROOT, readTasks } from '../../src/formats/index.ts';
import { defaultDatabase, plant } from '../../src/generate/index.ts';
import { EVIDENCE, META } from '../fixtures/pack.ts';
import { taskwright } from './run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-trusted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A sealed native pack of a shipped domain with all its tasks. */
async function packOf(name: string): Promise<string> {
  const domain = await loadDomain(name);
  const { tasks } = readTasks(join(PACKAGE_ROOT, 'tasks', name));
  const database = plant(domain, await defaultDatabase(domain), tasks);
  const replayed = tasks.map((task) => {
    const result = replayTask(domain, database, task);
    if (!result.ok) throw new Error(`task ${task.id} has no gold outcome`);
    return withEvidence(result.task, EVIDENCE);
  });
  const files = await buildPack(PACK_FORMATS[0]!, {
    meta: { ...META, name },
    build: { domain: name, domainVersion: domain.version, seed: 1, run: null },
    variant: 'sealed',
    domain,
    database,
    tasks: replayed,
    splits: {},
    sources: sourceFiles(PACKAGE_ROOT, name).files,
  });
  const path = join(folder, `${name}.tar.gz`);
  await writePack(files, path);
  return path;
}

describe('a trusted import into an empty folder elsewhere', () => {
  it('runs each shipped domain from the pack alone, both beside each other', async () => {
    const workspace = join(folder, 'elsewhere');
    for (const name of ['retail', 'airline']) {
      const pack = await packOf(name);
      const imported = await taskwright('import', 'taskwright', pack, '--trust', '--workspace', workspace);
      expect(imported.status, imported.stderr).toBe(0);
      expect(existsSync(join(workspace, 'schemas', name, 'domain.ts'))).toBe(true);
    }
    for (const name of ['retail', 'airline']) {
      const annotated = await taskwright('annotate', name, '--json', '--workspace', workspace);
      expect(annotated.status, annotated.stderr).toBe(0);
      const verified = await taskwright(
        'verify',
        join(folder, `${name}.tar.gz`),
        '--json',
        '--workspace',
        workspace,
      );
      const { tasks } = JSON.parse(annotated.stdout) as { tasks: readonly object[] };
      expect(JSON.parse(verified.stdout)).toMatchObject({
        replayed: tasks.length,
        rebuilt: true,
        findings: [],
      });
    }
  });
});
