import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../src/export/index.ts';
import { readPack } from '../../src/export/pack/files-on-disk.ts';
import { taskwright } from './run.ts';

let folder: string;
let source: string;
let pack: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-import-'));
  source = join(folder, 'source');
  pack = join(folder, 'library.tar.gz');
  await taskwright('init', source);
  const { status, stderr } = await taskwright(
    'export',
    'library',
    '--workspace',
    source,
    '--all',
    '--out',
    pack,
  );
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('taskwright export', () => {
  it('refuses tasks without evidence, and says how to get it', async () => {
    const { status, stderr } = await taskwright(
      'export',
      'library',
      '--workspace',
      source,
      '--out',
      join(folder, 'none'),
    );
    expect(status).toBe(2);
    expect(stderr).toContain('left out: renew-one-book');
    expect(stderr).toContain('taskwright validate library');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
  it.each([
    [['--format', 'tau3'], 'there is no such format'],
    [['--pack-version', 'one'], 'not a semantic version'],
    [['--pass-rate', '0.9..0.1'], 'not LOW..HIGH'],
    [['--split', 'train'], 'not NAME=SHARE'],
    [['--min-coverage', '7'], 'not a share from 0 to 1'],
    [['--evidence', 'good'], 'Invalid values'],
  ])('refuses %j', async (words, message) => {
    const { status, stderr } = await taskwright(
      'export',
      'library',
      '--workspace',
      source,
      '--all',
      '--out',
      join(folder, 'none'),
      ...words,
    );
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('what a run and waivers show', () => {
  const read = async (out: string) =>
    JSON.parse(
      Buffer.from((await readPack(out)).find(({ path }) => path === 'evidence.json')!.bytes).toString(),
    ) as Record<string, { findings: string[]; clauses: string[]; waived: object[] }>;
  it('leaves with the tasks, chosen by persona and clause, waivers with their reason', async () => {
    const workspace = join(folder, 'evident');
    await taskwright('init', workspace);
    const file = join(workspace, 'tasks/library/renew-one-book.json');
    const task = JSON.parse(readFileSync(file, 'utf8')) as { scenario: object };
    // Which book is left open, so that the audit has something to say.
    const vague = { ...task, scenario: { reason: 'You want to renew a book.', persona: 'Impatient.' } };
    writeFileSync(file, JSON.stringify(vague));
    const audited = await taskwright('audit', 'library', '--json', '--workspace', workspace);
    const found = (
      JSON.parse(audited.stdout) as {
        tasks: { id: string; findings: { code: string; severity: string }[] }[];
      }
    ).tasks
      .filter(({ id }) => id === 'renew-one-book')
      .flatMap(({ findings }) => findings.filter(({ severity }) => severity !== 'note'));
    expect(found.length).toBeGreaterThan(0);
    const codes = [...new Set(found.map(({ code }) => code))];
    const by = {
      task: 'renew-one-book',
      reason: 'left open on purpose',
      author: 'Ada',
      expires: '2999-01-01',
    };
    writeFileSync(
      join(workspace, 'tasks/library/waivers.json'),
      JSON.stringify(codes.map((code) => ({ code, ...by }))),
    );
    const words = ['export', 'library', '--all', '--workspace', workspace];
    const out = join(folder, 'evident-pack');
    const exported = await taskwright(
      ...words,
      '--persona',
      'impatient',
      '--covers',
      'own-loans',
      '--out',
      out,
    );
    expect(exported.stderr).toContain('1 tasks as taskwright');
    const evidence = await read(out);
    expect(Object.keys(evidence)).toEqual(['renew-one-book']);
    expect(evidence['renew-one-book']).toMatchObject({
      findings: [],
      clauses: expect.any(Array) as string[],
    });
    expect(evidence['renew-one-book']?.waived).toContainEqual({
      code: codes[0],
      reason: 'left open on purpose',
      author: 'Ada',
      expires: '2999-01-01',
    });
    const none = await taskwright(...words, '--persona', 'chatty', '--out', join(folder, 'none'));
    expect(none.status).toBe(2);
    expect(none.stderr).toContain('neither its scenario nor its trials know persona chatty');
  });
});

describe('taskwright verify', () => {
  it('replays gold and rebuilds the database', async () => {
    const { status, stdout } = await taskwright('verify', pack, '--workspace', source, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ replayed: 2, rebuilt: true, findings: [] });
  });
  it('finds a changed file', async () => {
    const files = (await readPack(pack)).map((file) =>
      file.path === 'policy.md' ? { ...file, bytes: Buffer.from('x') } : file,
    );
    const changed = join(folder, 'changed.tar.gz');
    writeFileSync(changed, await writeArchive(files));
    const { status, stderr } = await taskwright('verify', changed, '--workspace', source);
    expect(status).toBe(1);
    expect(stderr).toContain('pack-file-changed');
    const imported = await taskwright(
      'import',
      'taskwright',
      changed,
      '--workspace',
      join(folder, 'nowhere'),
    );
    expect(imported.status).toBe(2);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });
});

describe('taskwright import', () => {
  it('brings a pack, without its code unless trusted, and exports it again byte for byte', async () => {
    const workspace = join(folder, 'careful');
    const { status, stderr } = await taskwright('import', 'taskwright', pack, '--workspace', workspace);
    expect(status).toBe(0);
    expect(stderr).toContain('files of code were left out');
    expect(readdirSync(workspace).sort()).toEqual(['databases', 'tasks']);

    const trusting = join(folder, 'trusting');
    await taskwright('import', 'taskwright', pack, '--workspace', trusting, '--trust');
    const again = join(folder, 'again.tar.gz');
    const words = [
      'export',
      'library',
      '--workspace',
      trusting,
      '--database',
      join(trusting, 'databases/library'),
      '--all',
      '--out',
      again,
    ];
    const exported = await taskwright(...words);
    expect(exported.status, exported.stderr).toBe(0);
    expect(readFileSync(again).equals(readFileSync(pack))).toBe(true);
  });
  it('writes nothing over a file that exists', async () => {
    const { status, stderr } = await taskwright('import', 'taskwright', pack, '--workspace', source);
    expect(status).toBe(2);
    expect(stderr).toContain('exists already');
  });
  it('brings τ-bench tasks, which behave as they do there', async () => {
    const workspace = join(folder, 'tau');
    const tasks = join(folder, 'tasks.json');
    writeFileSync(
      tasks,
      JSON.stringify([
        {
          instruction: 'You are nobody.',
          actions: [{ name: 'calculate', kwargs: { expression: '1 + 1' } }],
          outputs: ['2'],
        },
      ]),
    );
    const { status } = await taskwright(
      'import',
      'tau-bench',
      tasks,
      '--domain',
      'retail',
      '--workspace',
      workspace,
    );
    expect(status).toBe(0);
    const task = JSON.parse(readFileSync(join(workspace, 'tasks/retail/tau-bench-0.json'), 'utf8')) as object;
    expect(task).toMatchObject({ id: 'tau-bench-0', options: { dialect: 'tau1' }, outputs: ['2'] });
  });
  it('of τ²-bench bring along what their empty criteria leave unchecked', async () => {
    const tasks = join(folder, 'tau2.json');
    const unchecked = {
      id: 'a',
      user_scenario: { instructions: { reason_for_call: 'Complain.' } },
      evaluation_criteria: { actions: [], communicate_info: [], reward_basis: ['COMMUNICATE'] },
    };
    writeFileSync(tasks, JSON.stringify([unchecked]));
    const words = ['import', 'tau2-bench', tasks, '--domain', 'retail', '--workspace', join(folder, 'tau2')];
    const { status, stdout } = await taskwright(...words, '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout).findings).toMatchObject([
      { code: 'no-criteria', severity: 'error', task: 'tau2-bench-a', domain: 'retail' },
    ]);
  });
  it('says when the form is another one', async () => {
    const { status, stderr } = await taskwright(
      'import',
      'tau2-bench',
      join(folder, 'tasks.json'),
      '--domain',
      'retail',
      '--workspace',
      join(folder, 'x'),
    );
    expect(status).toBe(2);
    expect(stderr).toContain('it is in the form of tau-bench');
  });
});
