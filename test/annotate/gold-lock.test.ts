import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGoldLock, staleTasks, writeGoldLock } from '../../src/annotate/index.ts';

const lock = (tasks: Record<string, string | null>) => ({ database: 'd'.repeat(64), tasks });

describe('a gold lock', () => {
  it('names the tasks whose outcome moved, failed or came to be, and none that only one side knows', () => {
    const before = lock({ same: 'a', moved: 'b', broke: 'c', mended: null, gone: 'e' });
    const now = lock({ same: 'a', moved: 'x', broke: null, mended: 'd', fresh: 'f' });
    expect(staleTasks(before, now)).toEqual(['moved', 'broke', 'mended']);
  });

  it('comes back as it was written, is nothing where there is none, and is refused when malformed', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'taskwright-lock-')), 'gold.lock.json');
    expect(readGoldLock(path)).toBeUndefined();
    await writeGoldLock(path, lock({ one: 'a', two: null }));
    expect(readGoldLock(path)).toEqual(lock({ one: 'a', two: null }));
    writeFileSync(path, '{"database": "d", "tasks": {"one": 7}}');
    expect(() => readGoldLock(path)).toThrow('it is not of the form taskwright writes');
  });
});
