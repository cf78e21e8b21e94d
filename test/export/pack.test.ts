import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { replayTask, startEnvironment, type Task } from '../../src/annotate/index.ts';
import { parseJson, sha256 } from '../../src/base/json/index.ts';
import {
  buildPack,
  coveredClauses,
  curate,
  differingParts,
  entityLeaks,
  isCertified,
  PACK_FORMATS,
  type PackContent,
  type PackEvidence,
  type PackFile,
  type PackManifest,
  packJson,
  readPack,
  serveHttp,
  splitTasks,
  targetGoldFindings,
  targetGoldOf,
  uncoveredClauses,
  type ValidatedTask,
  verifyFiles,
  verifyGold,
  verifyTargetGold,
  withEvidence,
  writeArchive,
  writePack,
} from '../../src/export/index.ts';
import { readTau2Tasks, readTauTasks } from '../../src/formats/index.ts';
import { gradeTrial } from '../../src/grade/index.ts';
import { EVIDENCE, META } from '../fixtures/pack.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

function task(
  id: string,
  purchase: string,
  changes: Partial<Task> = {},
  evidence: Partial<PackEvidence> = {},
): ValidatedTask {
  const result = replayTask(shop, shopDatabase(), {
    id,
    scenario: { reason: `Close the purchase of ${purchase === 'p100' ? 'tea' : 'a cup'}.` },
    goldActions: [{ tool: 'close_purchase', args: { purchase, charge: 7 } }],
    outputs: ['ninety-three secrets'],
    notes: [],
    tags: ['close'],
    ...changes,
  });
  if (!result.ok) throw new Error('the fixture task does not replay');
  return withEvidence(result.task, { ...EVIDENCE, ...evidence });
}

const tasks = [task('first', 'p100'), task('second', 'p200')];
const content = (changes: Partial<PackContent> = {}): PackContent => ({
  meta: META,
  build: { domain: 'shop', domainVersion: '1.0.0', seed: null, run: null },
  variant: 'sealed',
  domain: shop,
  database: shopDatabase(),
  tasks,
  splits: {},
  sources: [],
  ...changes,
});
const text = (files: readonly PackFile[], path: string): string =>
  Buffer.from(files.find((file) => file.path === path)!.bytes).toString('utf8');
const format = (name: string) => PACK_FORMATS.find((one) => one.name === name)!;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-pack-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(PACK_FORMATS.map((one) => [one.name, one] as const))('format %s', (_name, one) => {
  it('writes the same bytes for the same content, with every file in the manifest', async () => {
    const files = await buildPack(one, content());
    expect(Buffer.from(await writeArchive(files))).toEqual(
      Buffer.from(await writeArchive(await buildPack(one, content()))),
    );
    expect(verifyFiles(files).findings).toEqual([]);
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['manifest.json', 'LICENSE', 'CHANGELOG.md']),
    );
  });
  it('gives nothing of gold away in the public variant', async () => {
    const files = await buildPack(one, content({ variant: 'public' }));
    const all = files.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('\n');
    for (const { gold, outputs, goldActions } of tasks) {
      expect(all).not.toContain(gold.outcome.hash);
      for (const output of outputs) expect(all).not.toContain(output);
      for (const { args } of goldActions) {
        expect(all.replaceAll(/[\s\\]/g, '')).not.toContain(JSON.stringify(args));
        expect(all.replaceAll(/\s/g, '')).not.toContain('"charge":7');
      }
    }
    expect(all).not.toContain('every outcome of 40 trials');
  });
  it('survives a folder and an archive', async () => {
    const files = await buildPack(one, content());
    for (const place of [join(folder, one.name), join(folder, `${one.name}.tar.gz`)]) {
      await writePack(files, place);
      const read = await readPack(place);
      expect(read.map(({ path, bytes }) => [path, sha256(bytes)])).toEqual(
        files.map(({ path, bytes }) => [path, sha256(bytes)]),
      );
      await expect(writePack(files, place)).rejects.toThrowError('the place is taken');
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a native pack', () => {
  it('replays its gold on its own database', async () => {
    const files = await buildPack(format('taskwright'), content());
    expect(verifyGold(shop, files, shopDatabase())).toEqual({ findings: [], replayed: 2, rebuilt: true });
  });
  it.each([
    [
      'a changed file',
      (files: PackFile[]) =>
        files.map((file) => (file.path === 'policy.md' ? { ...file, bytes: Buffer.from('x') } : file)),
      'pack-file-changed',
    ],
    [
      'a missing file',
      (files: PackFile[]) => files.filter(({ path }) => path !== 'policy.md'),
      'pack-file-missing',
    ],
    [
      'an added file',
      (files: PackFile[]) => [...files, { path: 'evil.ts', bytes: Buffer.from('x') }],
      'pack-file-added',
    ],
    [
      'no manifest',
      (files: PackFile[]) => files.filter(({ path }) => path !== 'manifest.json'),
      'pack-without-manifest',
    ],
  ])('is found out with %s', async (_title, change, code) => {
    const files = change(await buildPack(format('taskwright'), content()));
    expect(verifyFiles(files).findings.map((finding) => finding.code)).toContain(code);
  });
  it('is found out when its gold no longer ends as locked', async () => {
    const files = (await buildPack(format('taskwright'), content())).map((file) =>
      file.path === 'tasks/first.json'
        ? { ...file, bytes: Buffer.from(text([file], file.path).replace('"charge": 7', '"charge": 8')) }
        : file,
    );
    expect(verifyGold(shop, files, undefined).findings).toMatchObject([
      { code: 'pack-gold-differs', task: 'first' },
    ]);
  });
  it('has the mark of comparable scores as long as nothing scores depend on changes', async () => {
    const manifest = async (changes: Partial<PackContent>) =>
      packJson(
        await buildPack(format('taskwright'), content(changes)),
        'manifest.json',
      ) as unknown as PackManifest;
    const base = await manifest({});
    const renamed = await manifest({
      meta: { ...content().meta, version: '1.0.1', changelog: 'Better words.' },
    });
    expect(renamed.comparable).toBe(base.comparable);
    const fewer = await manifest({ tasks: tasks.slice(0, 1) });
    expect(fewer.comparable).not.toBe(base.comparable);
    expect(differingParts(base, fewer)).toEqual(['tasks']);
  });
});

describe('curate', () => {
  const mixed = [
    task('good', 'p100'),
    task('stale', 'p100', {}, { current: false, because: 'the policy changed' }),
    task('doubtful', 'p100', {}, { grade: 'suspect', because: 'one odd trial' }),
    task('easy', 'p100', { tags: ['other'] }, { passed: 40 }),
  ];
  it('takes certified tasks alone, and says why others stay', () => {
    const { taken, leftOut } = curate(mixed, {});
    expect(taken.map(({ id }) => id)).toEqual(['good', 'easy']);
    expect(leftOut).toEqual([
      { task: 'stale', reason: 'its evidence is not current: the policy changed' },
      { task: 'doubtful', reason: 'its evidence is "suspect": one odd trial' },
    ]);
    expect(taken.every(isCertified)).toBe(true);
  });
  it('filters by tag and pass rate, and takes all when asked', () => {
    expect(curate(mixed, { tags: ['other'] }).taken.map(({ id }) => id)).toEqual(['easy']);
    expect(curate(mixed, { passRate: { low: 0, high: 0.9 } }).taken.map(({ id }) => id)).toEqual(['good']);
    expect(curate(mixed, { all: true }).taken).toHaveLength(4);
  });
  it('filters by grade: any current evidence of it will do', () => {
    expect(curate(mixed, { grades: ['suspect'] }).taken.map(({ id }) => id)).toEqual(['doubtful']);
    const { taken, leftOut } = curate(mixed, { grades: ['unique'] });
    expect(taken.map(({ id }) => id)).toEqual(['good', 'easy']);
    expect(leftOut.map(({ reason }) => reason)).toContain('its evidence is not current: the policy changed');
  });
  it('filters by persona, of the scenario or of the trials', () => {
    const cast = [
      task(
        'told',
        'p100',
        { scenario: { reason: 'Close it.', persona: 'An impatient trader.' } },
        { personas: [] },
      ),
      task('played', 'p100', {}, { personas: ['impatient'] }),
      task('calm', 'p100', {}, { personas: [] }),
    ];
    const { taken, leftOut } = curate(cast, { personas: ['impatient'] });
    expect(taken.map(({ id }) => id)).toEqual(['told', 'played']);
    expect(leftOut).toEqual([
      { task: 'calm', reason: 'neither its scenario nor its trials know persona impatient' },
    ]);
  });
  it('filters by clause and by group of clauses', () => {
    const covering = [
      task('one', 'p100', {}, { clauses: ['close.open'] }),
      task('two', 'p100', {}, { clauses: ['closing', 'hand-over'] }),
    ];
    expect(curate(covering, { covers: ['close'] }).taken.map(({ id }) => id)).toEqual(['one']);
    expect(curate(covering, { covers: ['hand-over', 'close.open'] }).taken).toHaveLength(2);
    expect(curate(covering, { covers: ['refund'] }).leftOut[0]?.reason).toBe(
      'does not put clause refund to the test',
    );
  });
});

describe('clause coverage', () => {
  it('of a task is the clauses whose rules judge its gold calls, and the one its refusal rests on', () => {
    const judged = shop.rules
      .filter(({ tools }) => tools === undefined || tools.includes('close_purchase'))
      .map(({ clause }) => clause);
    expect(judged.length).toBeGreaterThan(0);
    expect(new Set(coveredClauses(shop, tasks[0]!))).toEqual(new Set(judged));
    const refusing = task('refusing', 'p100', {
      refusal: { clause: 'made-up', evidence: 'Nothing else changes.' },
    });
    expect(coveredClauses(shop, refusing)).toContain('made-up');
  });
  it('below the least share is a finding that names the clauses without a task', () => {
    const { share, findings } = uncoveredClauses(shop, new Set(), 0.5);
    expect(share).toBe(0);
    expect(findings).toMatchObject([{ code: 'clauses-uncovered' }]);
    expect(findings[0]?.hint).toContain(shop.rules[0]!.clause);
    const all = new Set(shop.rules.map(({ clause }) => clause));
    expect(uncoveredClauses(shop, all, 1)).toEqual({ share: 1, findings: [] });
  });
});

describe('splitTasks', () => {
  it('deals every task once, and moves none when a task is added', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...tasks[0]!, id: `t${index}` }));
    const splits = splitTasks(many, { train: 0.8, test: 0.2 }, sha256);
    expect([...splits.train!, ...splits.test!].sort()).toEqual(many.map(({ id }) => id).sort());
    expect(splits.test!.length).toBeGreaterThan(20);
    expect(splits.test!.length).toBeLessThan(60);
    const fewer = splitTasks(many.slice(1), { train: 0.8, test: 0.2 }, sha256);
    expect(splits.test!.filter((id) => id !== 't0')).toEqual(fewer.test);
  });
  it('refuses shares that do not add up', () => {
    expect(() => splitTasks(tasks, { train: 0.8 }, sha256)).toThrowError('add up to 0.8');
  });
  it('finds rows that gold changes on both sides', () => {
    const leaky = [task('a', 'p100'), task('b', 'p100')];
    expect(entityLeaks(leaky, { train: ['a'], test: ['b'] }).map(({ code }) => code)).toEqual([
      'split-leak',
      'split-leak',
    ]);
    expect(entityLeaks(leaky, { train: ['a', 'b'], test: [] })).toEqual([]);
  });
});

describe('round trips', () => {
  it('gives τ-bench tasks with the same gold back', async () => {
    const files = await buildPack(format('tau-bench'), content());
    const again = readTauTasks(parseJson(text(files, 'tasks.json')), 'tasks.json');
    expect(again.map(({ goldActions, outputs }) => ({ goldActions, outputs }))).toEqual(
      tasks.map(({ goldActions, outputs }) => ({ goldActions, outputs })),
    );
    for (const [index, one] of again.entries()) {
      const result = replayTask(shop, shopDatabase(), one);
      expect(result.ok && result.task.gold.outcome.hash).toBe(tasks[index]?.gold.outcome.hash);
    }
  });
  it('gives τ²-bench tasks with the same gold back', async () => {
    const files = await buildPack(format('tau2-bench'), content());
    const again = readTau2Tasks(parseJson(text(files, 'tasks.json')), 'tasks.json');
    expect(again.map(({ goldActions }) => goldActions.map(({ tool, args }) => ({ tool, args })))).toEqual(
      tasks.map(({ goldActions }) => goldActions.map(({ tool, args }) => ({ tool, args }))),
    );
    expect(again.map(({ outputs }) => outputs)).toEqual(tasks.map(({ outputs }) => outputs));
    expect(Object.keys(parseJson(text(files, 'db.json')) as object)).toEqual(['customers', 'purchases']);
  });
});

describe('gold states by the rule of another harness', () => {
  it.each(['tau-bench', 'tau2-bench'])(
    'leave with a sealed %s pack, and are replayed from its files',
    async (name) => {
      const files = await buildPack(format(name), content());
      const manifest = packJson(files, 'manifest.json') as unknown as PackManifest;
      const gold = targetGoldOf(files)!;
      expect(Object.keys(gold.tasks)).toEqual(['first', 'second']);
      expect(new Set([gold.database, ...Object.values(gold.tasks)]).size).toBe(3);
      expect(targetGoldFindings(gold, content())).toEqual([]);
      expect(verifyTargetGold(shop, files, manifest)).toEqual({ findings: [], agree: 2 });
      const charged = files.map((file) =>
        file.path === 'tasks.json'
          ? { ...file, bytes: Buffer.from(text([file], file.path).replace('"charge": 7', '"charge": 8')) }
          : file,
      );
      expect(verifyTargetGold(shop, charged, manifest)).toMatchObject({
        agree: 1,
        findings: [{ code: 'pack-gold-differs', task: 'first' }],
      });
      const poorer = files.map((file) =>
        /db\.json|customers/.test(file.path)
          ? { ...file, bytes: Buffer.from(text([file], file.path).replace(/"credit": \d+/, '"credit": 99')) }
          : file,
      );
      expect(verifyTargetGold(shop, poorer, manifest)?.findings[0]).toMatchObject({
        code: 'pack-database-changed',
      });
      const open = await buildPack(format(name), content({ variant: 'public' }));
      expect(targetGoldOf(open)).toBeUndefined();
    },
  );
  it('are found out where the behaviour there is another one', async () => {
    const gold = targetGoldOf(await buildPack(format('tau2-bench'), content()))!;
    const elsewhere = { ...gold, tasks: { ...gold.tasks, first: 'another', second: null } };
    expect(targetGoldFindings(elsewhere, content()).map(({ code, task }) => [code, task])).toEqual([
      ['target-gold-differs', 'first'],
      ['target-gold-differs', 'second'],
    ]);
  });
});

describe('what other readers read', () => {
  it('every pack tells its reader how to use it, and names the canary', async () => {
    for (const one of PACK_FORMATS) {
      const readme = text(await buildPack(one, content()), 'README.md');
      expect(readme).toContain('canary-6b1f');
      expect(one.use).toBeDefined();
    }
  });
  it('Parquet and JSONL hold the same rows', async () => {
    const files = await buildPack(format('huggingface'), content());
    const lines = text(files, 'tasks/test.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    const bytes = files.find(({ path }) => path === 'tasks/test.parquet')!.bytes;
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toEqual(lines);
  });
  it('the card begins with valid YAML', async () => {
    const files = await buildPack(
      format('huggingface'),
      content({ splits: { train: ['first'], test: ['second'] } }),
    );
    const front = parseYaml(text(files, 'README.md').split('---\n')[1]!) as {
      license: string;
      configs: { config_name: string; data_files: { path: string }[] }[];
    };
    expect(front.license).toBe('mit');
    for (const { data_files } of front.configs) {
      for (const { path } of data_files) expect(files.some((one) => one.path === path)).toBe(true);
    }
  });
  it('Croissant names and hashes every file', async () => {
    const files = await buildPack(format('croissant'), content());
    const { distribution } = JSON.parse(text(files, 'croissant.json')) as {
      distribution: { contentUrl: string; sha256: string }[];
    };
    for (const one of distribution) {
      expect(sha256(files.find(({ path }) => path === one.contentUrl)!.bytes)).toBe(one.sha256);
    }
  });
  it('Harbor folders hold a valid task.toml and scripts that a shell accepts', async () => {
    const files = await buildPack(format('harbor'), content());
    const config = parseToml(text(files, 'first/task.toml')) as {
      task: { name: string };
      environment: { mcp_servers: unknown[] };
    };
    expect(config.task.name).toBe('shop-pack/first');
    expect(config.environment.mcp_servers).toHaveLength(1);
    for (const script of ['first/tests/test.sh', 'first/solution/solve.sh']) {
      expect(spawnSync('bash', ['-n'], { input: text(files, script) }).status).toBe(0);
    }
  });
  it('Harbor’s task.toml names nothing but Harbor’s published fields, of their kinds', async () => {
    const files = await buildPack(format('harbor'), content());
    const config = parseToml(text(files, 'first/task.toml')) as Record<
      string,
      Record<string, unknown> | string
    >;
    // Sections and fields as Harbor documents them, with what a value of each is.
    const published: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      task: { name: 'string', description: 'string', authors: 'object', keywords: 'object' },
      verifier: { timeout_sec: 'number', env: 'object', user: 'string' },
      agent: { timeout_sec: 'number', user: 'string' },
      environment: {
        build_timeout_sec: 'number',
        docker_image: 'string',
        cpus: 'number',
        memory_mb: 'number',
        storage_mb: 'number',
        allow_internet: 'boolean',
        mcp_servers: 'object',
      },
    };
    const { schema_version: version, metadata, ...sections } = config;
    expect(version).toBe('1.1');
    expect(typeof metadata).toBe('object');
    expect(Object.keys(sections).sort()).toEqual(Object.keys(published).sort());
    for (const [section, fields] of Object.entries(sections)) {
      for (const [name, value] of Object.entries(fields))
        expect(typeof value, `${section}.${name}`).toBe(published[section]?.[name]);
    }
    const { name, keywords } = config.task as { name: string; keywords: unknown[] };
    expect(name).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(keywords.every((one) => typeof one === 'string')).toBe(true);
    const { mcp_servers: servers } = config.environment as { mcp_servers: Record<string, string>[] };
    for (const server of servers) {
      expect(Object.keys(server).sort()).toEqual(['name', 'transport', 'url']);
      expect(['stdio', 'sse', 'streamable-http']).toContain(server.transport);
    }
    const paths = files.map(({ path }) => path);
    for (const path of ['instruction.md', 'environment/Dockerfile', 'tests/test.sh', 'solution/solve.sh'])
      expect(paths).toContain(`first/${path}`);
    const compose = parseYaml(text(files, 'first/environment/docker-compose.yaml')) as { services: object };
    expect(Object.keys(compose.services)).toEqual(['main', 'tools']);
  });
  it('Inspect samples hold the fields of a sample alone, ids once', async () => {
    const samples = text(await buildPack(format('inspect'), content()), 'samples.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const fields = ['id', 'input', 'choices', 'target', 'metadata', 'sandbox', 'files', 'setup'];
    for (const sample of samples) {
      expect(fields).toEqual(expect.arrayContaining(Object.keys(sample)));
      expect([typeof sample.id, typeof sample.input, typeof sample.target, typeof sample.metadata]).toEqual([
        'string',
        'string',
        'string',
        'object',
      ]);
      expect(sample.input).not.toBe('');
    }
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length);
  });
  it('verifiers rows hold prompt and info, and the package is one that can be built', async () => {
    const files = await buildPack(format('verifiers'), content());
    const rows = text(files, 'shop_pack/data/tasks.jsonl').trim().split('\n');
    for (const row of rows) {
      const { prompt, info } = JSON.parse(row) as { prompt: { role: string }[]; info: string };
      expect(prompt.map(({ role }) => role)).toEqual(['user']);
      expect(Object.keys(JSON.parse(info) as object)).toEqual(['task', 'scenario', 'canary']);
    }
    const project = parseToml(text(files, 'pyproject.toml')) as { project: Record<string, unknown> };
    expect(project.project).toMatchObject({
      name: 'shop_pack',
      version: '1.0.0',
      dependencies: ['verifiers'],
    });
  });
  const python = spawnSync('python3', ['--version']).status === 0;
  it.skipIf(!python)('Python files compile', async () => {
    for (const name of ['inspect', 'verifiers']) {
      for (const { path, bytes } of await buildPack(format(name), content())) {
        if (!path.endsWith('.py')) continue;
        const file = join(folder, path.replaceAll('/', '-'));
        writeFileSync(file, bytes);
        expect(() => execFileSync('python3', ['-m', 'py_compile', file])).not.toThrow();
      }
    }
    expect(existsSync(join(folder, 'task.py'))).toBe(true);
  });
  it.skipIf(!python)('the Python client lists, calls, and is graded by the server', async () => {
    const byId = new Map(tasks.map((one) => [one.id, one]));
    const serving = await serveHttp({
      environment: (id) => startEnvironment(shop, shopDatabase(), byId.get(id ?? '') ?? {}),
      version: '1',
      port: 0,
      grade: (environment, id, messages) =>
        gradeTrial(byId.get(id ?? '')!, {
          outcome: environment.outcome(),
          transcript: messages.map((said) => ({ role: 'agent', text: said })),
          actions: [],
          violations: [],
          ended: true,
        }),
    });
    try {
      const files = await buildPack(format('inspect'), content());
      writeFileSync(join(folder, 'taskwright_client.py'), text(files, 'taskwright_client.py'));
      const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(folder)})
from taskwright_client import TaskwrightSession
s = TaskwrightSession(${JSON.stringify(serving.url)}, task="first")
names = [t["name"] for t in s.tools()]
bad = s.call("close_purchase", {"purchase": "p9", "charge": 7})
good = s.call("close_purchase", {"purchase": "p100", "charge": 7})
print(json.dumps([names, bad[1], good[1], s.grade(["ninety-three secrets"])["kind"], s.grade(["nothing"])["kind"]]))
s.close()
`;
      const { spawn } = await import('node:child_process');
      const child = spawn('python3', ['-c', program]);
      let out = '';
      let err = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stderr.on('data', (chunk) => (err += chunk));
      await new Promise((resolve) => child.on('close', resolve));
      expect(err).toBe('');
      expect(JSON.parse(out)).toEqual([shop.tools.map(({ name }) => name), true, false, 'pass', 'fail']);
      expect(serving.sessions()).toBe(0);
    } finally {
      await serving.close();
    }
  });
});
