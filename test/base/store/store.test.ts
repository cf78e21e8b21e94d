import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AppendLog,
  type LogFile,
  readLines,
  repairTail,
  replaceFile,
  WriterLock,
} from '../../../src/base/store/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function linesOf(path: string, options: { from?: number; torn?: boolean } = {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text } of readLines(path, options)) lines.push(text);
  return lines;
}

describe('AppendLog', () => {
  it('has a line on the disk when append settles, and says where', async () => {
    const path = join(folder, 'log');
    const log = await AppendLog.open(path);
    expect(await log.append('{"a":"ä"}')).toEqual({ offset: 0, length: 10 });
    expect(readFileSync(path, 'utf8')).toBe('{"a":"ä"}\n');
    expect(await log.append('{}')).toEqual({ offset: 11, length: 2 });
    await log.close();
  });

  it('writes lines that wait together with one sync', async () => {
    let syncs = 0;
    const log = await AppendLog.open(join(folder, 'log'), async (path) => {
      const file = await open(path, 'a');
      return {
        ...counting(file),
        datasync: () => {
          syncs += 1;
          return file.datasync();
        },
      };
    });
    await Promise.all(Array.from({ length: 100 }, (_, index) => log.append(`{"n":${index}}`)));
    await log.close();
    expect(await linesOf(join(folder, 'log'))).toHaveLength(100);
    expect(syncs).toBeLessThan(5);
  });

  it('takes a half-written line back when the disk is full, and goes on after opening again', async () => {
    const path = join(folder, 'log');
    const log = await AppendLog.open(path, fullAfter(25));
    await log.append('{"first":1}');
    await expect(log.append('{"second":"does not fit"}')).rejects.toThrow('the disk is full');
    await expect(log.append('{"third":3}')).rejects.toThrow('the disk is full');
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe('{"first":1}\n');
    const again = await AppendLog.open(path);
    await again.append('{"second":2}');
    await again.close();
    expect(await linesOf(path)).toEqual(['{"first":1}', '{"second":2}']);
  });
});

describe('repairTail', () => {
  const cases = [
    ['a whole file', '{"a":1}\n{"b":2}\n', 0],
    ['a torn last line', '{"a":1}\n{"b":', 5],
    ['a last line that is whole but for its newline', '{"a":1}\n{"b":2}', 7],
    ['blocks a power cut left empty', `{"a":1}\n${'\0'.repeat(70_000)}`, 70_000],
    ['an empty block closed by a newline', '{"a":1}\n\0\0\0\n', 4],
    ['nothing but a torn line', '{"a"', 4],
    ['an empty file', '', 0],
  ] as const;
  it.each(cases)('leaves whole lines of %s', async (_title, content, cut) => {
    const path = join(folder, 'log');
    writeFileSync(path, content);
    expect(await repairTail(path)).toBe(cut);
    expect(readFileSync(path, 'utf8')).toBe(content.slice(0, content.length - cut));
  });

  it('finds the start of a torn line longer than a block', async () => {
    const path = join(folder, 'log');
    writeFileSync(path, '{"a":1}\n');
    appendFileSync(path, `{"b":"${'x'.repeat(200_000)}`);
    expect(await repairTail(path)).toBe(200_006);
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n');
  });

  it('has nothing to do where there is no file', async () => {
    expect(await repairTail(join(folder, 'none'))).toBe(0);
  });
});

describe('readLines', () => {
  it('gives offsets in bytes and starts where asked', async () => {
    const path = join(folder, 'lines');
    writeFileSync(path, 'äö\nb\nrest');
    const lines = [];
    for await (const line of readLines(path)) lines.push(line);
    expect(lines).toEqual([
      { text: 'äö', offset: 0, length: 4 },
      { text: 'b', offset: 5, length: 1 },
    ]);
    expect(await linesOf(path, { from: 5, torn: true })).toEqual(['b', 'rest']);
  });

  it('unpacks .gz and reports an absent or broken file', async () => {
    const path = join(folder, 'lines.gz');
    writeFileSync(path, gzipSync('a\nb\n'));
    expect(await linesOf(path)).toEqual(['a', 'b']);
    writeFileSync(path, 'no gzip');
    await expect(linesOf(path)).rejects.toThrow();
    await expect(linesOf(join(folder, 'none.gz'))).rejects.toThrow('ENOENT');
  });
});

describe('replaceFile', () => {
  it('keeps the old file when writing the new one fails', async () => {
    const path = join(folder, 'file');
    await replaceFile(path, 'old');
    const failing = replaceFile(path, async (append) => {
      await append('half');
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(readFileSync(path, 'utf8')).toBe('old');
    await replaceFile(path, async (append) => {
      await append('new ');
      await append('file');
    });
    expect(readFileSync(path, 'utf8')).toBe('new file');
  });
});

describe('WriterLock', () => {
  it('is held by one at a time, and names the holder', async () => {
    const lock = await WriterLock.take(join(folder, 'lock'), 'run "x"');
    await expect(WriterLock.take(join(folder, 'lock'), 'run "x"')).rejects.toThrow(
      `Cannot write run "x": process ${process.pid}`,
    );
    await lock.release();
    await (await WriterLock.take(join(folder, 'lock'), 'run "x"')).release();
  });

  it('passes on from a holder that was killed', async () => {
    const path = join(folder, 'lock');
    const child = spawn('sleep', ['60']);
    writeFileSync(path, JSON.stringify({ pid: child.pid, host: (await import('node:os')).hostname() }));
    await expect(WriterLock.take(path, 'run')).rejects.toThrow(`process ${child.pid}`);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('exit', resolve));
    await (await WriterLock.take(path, 'run')).release();
  });

  it('passes on when the process id belongs to a younger process', async () => {
    const path = join(folder, 'lock');
    const host = (await import('node:os')).hostname();
    writeFileSync(path, JSON.stringify({ pid: process.pid, host, started: '1' }));
    await (await WriterLock.take(path, 'run')).release();
  });

  it('leaves a lock of another machine alone', async () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 1, host: 'elsewhere' }));
    await expect(WriterLock.take(join(folder, 'lock'), 'run')).rejects.toThrow('on elsewhere');
  });
});

function counting(file: LogFile): LogFile {
  return {
    write: (bytes, offset, length) => file.write(bytes, offset, length),
    datasync: () => file.datasync(),
    truncate: (length) => file.truncate(length),
    stat: () => file.stat(),
    close: () => file.close(),
  };
}

/** A disk that holds so many bytes and no more: writes what fits, then fails as a full disk does. */
function fullAfter(capacity: number): (path: string) => Promise<LogFile> {
  let used = 0;
  return async (path) => {
    const file = await open(path, 'a');
    return {
      ...counting(file),
      write: async (bytes, offset, length) => {
        const room = Math.min(length, capacity - used);
        if (room <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        const { bytesWritten } = await file.write(bytes, offset, room);
        used += bytesWritten;
        return { bytesWritten };
      },
    };
  };
}
