import { gunzipSync, gzipSync } from 'node:zlib';
import { type Header as FullHeader, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { textFile } from '../../src/export/archive/pack-file.ts';
import { readArchive } from '../../src/export/archive/read-archive.ts';
import { writeArchive } from '../../src/export/archive/write-archive.ts';

type Header = Partial<FullHeader> & Pick<FullHeader, 'name'>;

async function tarOf(entries: readonly (readonly [Header, string])[]): Promise<Uint8Array> {
  const tar = pack();
  for (const [header, text] of entries) {
    if (header.type === undefined || header.type === 'file') tar.entry(header, text);
    else tar.entry(header);
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

const files = [textFile('b/two.txt', 'zwei'), textFile('a.txt', 'eins')];

describe('writeArchive', () => {
  it('gives the same bytes for the same files in any order, and reads back', async () => {
    const archive = await writeArchive(files);
    expect(Buffer.from(archive)).toEqual(Buffer.from(await writeArchive([...files].reverse())));
    const read = await readArchive(archive, 'x');
    expect(read.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
      ['a.txt', 'eins'],
      ['b/two.txt', 'zwei'],
    ]);
  });
  it('holds no date, owner or name of a machine', async () => {
    const archive = await writeArchive(files);
    expect([...archive.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
    expect(
      gunzipSync(archive)
        .subarray(265, 329)
        .every((byte) => byte === 0),
    ).toBe(true);
  });
});

describe('readArchive', () => {
  it.each<[string, readonly (readonly [Header, string])[], string]>([
    ['a path out of the folder', [[{ name: '../evil.txt' }, 'x']], 'steps out of its folder'],
    ['a path out of the folder half way', [[{ name: 'a/../../evil.txt' }, 'x']], 'steps out of its folder'],
    ['an absolute path', [[{ name: '/etc/evil' }, 'x']], 'is absolute'],
    ['a drive letter', [[{ name: 'C:/evil' }, 'x']], 'is absolute'],
    ['a backslash', [[{ name: 'a\\..\\evil' }, 'x']], 'backslash'],
    ['a symbolic link', [[{ name: 'a', type: 'symlink', linkname: '/etc/passwd' }, '']], 'only plain files'],
    ['a hard link', [[{ name: 'a', type: 'link', linkname: 'b' }, '']], 'only plain files'],
    ['a device', [[{ name: 'a', type: 'character-device' }, '']], 'only plain files'],
    [
      'a path that occurs twice',
      [
        [{ name: 'a' }, 'x'],
        [{ name: 'A' }, 'y'],
      ],
      'occurs twice',
    ],
    [
      'too many files',
      [
        [{ name: 'a' }, 'x'],
        [{ name: 'b' }, 'x'],
        [{ name: 'c' }, 'x'],
        [{ name: 'd' }, 'x'],
      ],
      'more than 3 files',
    ],
    ['too large files', [[{ name: 'a' }, 'x'.repeat(101)]], 'more than 100 bytes'],
    ['no file at all', [], 'holds no file'],
  ])('refuses %s', async (_title, entries, message) => {
    await expect(
      readArchive(await tarOf(entries), 'pack.tar.gz', { files: 3, bytes: 100 }),
    ).rejects.toThrowError(message);
  });
  it('refuses a bomb before it is unpacked', async () => {
    const archive = await tarOf([[{ name: 'a', size: 50_000_000 }, '0'.repeat(50_000_000)]]);
    expect(archive.length).toBeLessThan(100_000);
    await expect(readArchive(archive, 'x', { files: 10, bytes: 1_000_000 })).rejects.toThrowError(
      'more than 1000000 bytes',
    );
  });
  it.each([
    ['text', Buffer.from('hello')],
    ['an empty file', Buffer.alloc(0)],
    ['torn data', Buffer.from('')],
  ])('refuses %s', async (title, bytes) => {
    const torn = title === 'torn data' ? (await writeArchive(files)).subarray(0, 60) : bytes;
    await expect(readArchive(torn, 'x')).rejects.toThrowError('Cannot open pack "x"');
  });
});
