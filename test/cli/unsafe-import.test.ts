import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/json/index.ts';
import { type PackFile, readPack, textFile, writeArchive } from '../../src/export/index.ts';
import { taskwright } from './run.ts';

let folder: string;
let good: readonly PackFile[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-unsafe-'));
  const work = join(folder, 'work');
  await taskwright('init', work);
  const out = join(folder, 'good.tar.gz');
  const { status, stderr } = await taskwright(
    'export',
    'library',
    '--all',
    '--workspace',
    work,
    '--out',
    out,
  );
  expect(status, stderr).toBe(0);
  good = await readPack(out);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Entry = readonly [header: Partial<Header> & Pick<Header, 'name'>, text: string];

/** The good pack with further entries that no honest writer makes. */
async function withEntries(entries: readonly Entry[]): Promise<Uint8Array> {
  const tar = pack();
  const chunks: Buffer[] = [];
  const done = (async () => {
    for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  })();
  for (const { path, bytes } of good) tar.entry({ name: path }, Buffer.from(bytes));
  for (const [header, text] of entries) {
    if (header.type === undefined) tar.entry(header, text);
    else tar.entry(header);
  }
  tar.finalize();
  await done;
  return gzipSync(Buffer.concat(chunks));
}

/** The good pack and a header that names three gigabytes, which do not follow. */
async function hugeFile(): Promise<Uint8Array> {
  const tar = gunzipSync(await withEntries([[{ name: 'huge' }, 'x']]));
  const header = tar.indexOf('huge\0');
  tar.write(`${(3 * 1024 ** 3).toString(8)} `, header + 124);
  tar.write('        ', header + 148);
  const sum = tar.subarray(header, header + 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, header + 148);
  return gzipSync(tar);
}

/** The good pack with one file's text replaced, and the manifest made to fit. */
function withFile(path: string, change: (text: string) => string): Promise<Uint8Array> {
  const files = good.map((file) =>
    file.path === path ? textFile(path, change(Buffer.from(file.bytes).toString('utf8'))) : file,
  );
  const hashes = Object.fromEntries(
    files.filter((file) => file.path !== 'manifest.json').map((file) => [file.path, sha256(file.bytes)]),
  );
  return writeArchive(
    files.map((file) =>
      file.path === 'manifest.json'
        ? textFile(
            file.path,
            JSON.stringify({
              ...(JSON.parse(Buffer.from(file.bytes).toString('utf8')) as object),
              files: hashes,
            }),
          )
        : file,
    ),
  );
}

const TASK = 'tasks/renew-one-book.json';
const BOMB = `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`;

describe('a bad archive is refused with a message, and nothing is written', () => {
  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['a path with ..', () => withEntries([[{ name: '../evil.json' }, 'x']]), 'steps out of its folder'],
    ['.. half way', () => withEntries([[{ name: 'a/../../evil.json' }, 'x']]), 'steps out of its folder'],
    ['an absolute path', () => withEntries([[{ name: '/tmp/evil.json' }, 'x']]), 'is absolute'],
    [
      'a symbolic link',
      () => withEntries([[{ name: 'evil', type: 'symlink', linkname: '/etc' }, '']]),
      'only plain files',
    ],
    [
      'a hard link',
      () => withEntries([[{ name: 'evil', type: 'link', linkname: '/etc/passwd' }, '']]),
      'only plain files',
    ],
    ['a huge file', hugeFile, 'bytes unpacked'],
    [
      'a wrong hash',
      () => writeArchive(good.map((file) => (file.path === TASK ? textFile(TASK, '{}') : file))),
      'is not the one the manifest names',
    ],
    [
      'a file the manifest does not name',
      () => withEntries([[{ name: 'evil.ts' }, 'x']]),
      'is not in the manifest',
    ],
    [
      '__proto__ in a task',
      () => withFile(TASK, (text) => text.replace('{', '{"__proto__": {"polluted": 1},')),
      'key "__proto__" is not allowed',
    ],
    [
      '__proto__ in disguise',
      () => withFile(TASK, (text) => text.replace('{', '{"\\u005f_proto__": {"polluted": 1},')),
      'key "__proto__" is not allowed',
    ],
    [
      'a name of a domain that is a path',
      () =>
        withFile('manifest.json', (text) => text).then(() =>
          writeArchive(
            good.map((file) =>
              file.path === 'manifest.json'
                ? textFile(
                    file.path,
                    Buffer.from(file.bytes).toString().replace('"domain": "library"', '"domain": "../up"'),
                  )
                : file,
            ),
          ),
        ),
      'is no name of a domain',
    ],
  ])('%s', async (title, archive, message) => {
    const place = join(folder, title.replaceAll(/\W+/g, '-'));
    mkdirSync(place);
    const file = join(place, 'bad.tar.gz');
    writeFileSync(file, await archive());
    const target = join(place, 'target');
    const { status, stderr } = await taskwright(
      'import',
      'taskwright',
      file,
      '--trust',
      '--workspace',
      target,
    );
    expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(readdirSync(place)).toEqual(['bad.tar.gz']);
    expect(existsSync('/tmp/evil.json') || existsSync(join(folder, 'evil.json'))).toBe(false);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('too many files', async () => {
    const file = join(folder, 'many.tar.gz');
    writeFileSync(file, await withEntries([1, 2, 3].map((number) => [{ name: `n${number}` }, ''])));
    const limits = { files: good.length + 2, bytes: 1_000_000 };
    await expect(readPack(file, limits)).rejects.toThrow(`more than ${limits.files} files`);
  });

  it('code is left out without --trust, in the open', async () => {
    const target = join(folder, 'untrusting');
    const file = join(folder, 'good.tar.gz');
    const { status, stderr } = await taskwright('import', 'taskwright', file, '--workspace', target);
    expect(status).toBe(0);
    expect(stderr).toMatch(/\d+ files of code were left out: read them, then import again with --trust/);
    expect(readdirSync(target, { recursive: true }).filter((name) => String(name).endsWith('.ts'))).toEqual(
      [],
    );
  });
});

describe('a bad document is refused with a message, and nothing is written', () => {
  it.each<[string, string, string, string]>([
    ['a YAML alias', 'yaml', '- &a {id: x}\n- *a\n', 'is not allowed'],
    ['a YAML bomb', 'yaml', BOMB, 'anchor "&a" is not allowed'],
    ['a YAML tag', 'yaml', '- !!js/function "x"\n', 'Unresolved tag'],
    ['a YAML tag of its own', 'yml', '- !make {a: 1}\n', 'Unresolved tag'],
    ['a repeated YAML key', 'yaml', '- id: a\n  id: b\n', 'Map keys must be unique'],
    ['a YAML merge key', 'yaml', '- <<: {a: 1}\n  b: 2\n', 'merge key "<<" is not allowed'],
    ['a YAML key that is no text', 'yaml', '- ? [a, b]\n  : c\n', 'a key that is no text'],
    ['several YAML documents', 'yaml', '- a\n---\n- b\n', 'multiple documents'],
    ['__proto__ in YAML', 'yaml', '- __proto__: {polluted: 1}\n', 'key "__proto__" is not allowed'],
    ['deep YAML', 'yaml', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'Cannot read YAML'],
    ['__proto__ in TOML', 'toml', '[__proto__]\npolluted = 1\n', '__proto__'],
    ['a dotted __proto__ in TOML', 'toml', 'a.__proto__.polluted = 1\n', '__proto__'],
    ['a repeated TOML key', 'toml', 'a = 1\na = 2\n', 'Cannot read TOML'],
    ['deep TOML', 'toml', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'Cannot read TOML'],
    ['deep JSON', 'json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'the format is not known'],
    [
      '__proto__ in JSON',
      'json',
      '[{"id": "x", "__proto__": {"polluted": 1}}]',
      'key "__proto__" is not allowed',
    ],
  ])('%s', async (title, ending, text, message) => {
    const file = join(folder, `${title.replaceAll(/\W+/g, '-')}.${ending}`);
    writeFileSync(file, text);
    const target = join(folder, 'documents');
    const words = ['import', 'tau2-bench', file, '--domain', 'retail', '--workspace', target];
    const { status, stderr } = await taskwright(...words);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(message);
    expect(status).toBe(2);
    expect(existsSync(target)).toBe(false);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
