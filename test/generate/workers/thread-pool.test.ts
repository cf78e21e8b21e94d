import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDomain } from '../../../src/formats/index.ts';
import { generateFiles, loadDatabaseConfig } from '../../../src/generate/index.ts';

describe('rows made by threads', () => {
  it.each(['retail', 'airline'])('of %s have equal hashes by 1, 2 and 4 threads', async (name) => {
    const domain = await loadDomain(name);
    const config = await loadDatabaseConfig(name);
    const counts = Object.fromEntries(
      Object.entries(config.counts).map(([table, count]) => [table, count * 5]),
    );
    const hashes = async (workers: number) => {
      const { manifest } = await generateFiles(domain, config, {
        workspace: '.',
        out: join(mkdtempSync(join(tmpdir(), 'taskwright-threads-')), 'db'),
        seed: 8,
        counts,
        formats: ['json', 'jsonl.gz'],
        tables: Object.keys(counts),
        workers,
        // A shard a block: five for four threads.
        shardRows: 1,
      });
      return manifest.tables;
    };
    const one = await hashes(1);
    expect(Object.keys(one)).toEqual(Object.keys(counts));
    expect(await hashes(2)).toEqual(one);
    expect(await hashes(4)).toEqual(one);
  });
});
