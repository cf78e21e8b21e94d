import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { replayTask } from '../../src/annotate/index.ts';
import type { JsonObject } from '../../src/base/json/index.ts';
import { loadDatabase, loadDomain, readTasks } from '../../src/formats/index.ts';
import { generateFiles, loadDatabaseConfig, segmentsToGrow } from '../../src/generate/index.ts';

const TIMES = 10;

describe('a database that tasks are written on', () => {
  for (const name of ['retail', 'airline']) {
    it(`of ${name} grows ten times with every earlier byte and every gold outcome as it was`, async () => {
      const domain = await loadDomain(name);
      const config = await loadDatabaseConfig(name);
      const tables = Object.keys(config.counts);
      const out = join(mkdtempSync(join(tmpdir(), 'taskwright-grow-')), 'db');
      const options = {
        workspace: '.',
        out,
        seed: config.seed,
        formats: ['json'],
        tables,
        workers: 1,
      } as const;
      await generateFiles(domain, config, { ...options, counts: config.counts });
      const texts = (): readonly string[] =>
        tables.map((table) => readFileSync(join(out, `${table}.json`), 'utf8'));
      const before = texts();
      const counts = Object.fromEntries(tables.map((table) => [table, (config.counts[table] ?? 0) * TIMES]));
      await generateFiles(domain, config, {
        ...options,
        counts,
        before: segmentsToGrow({ config, out, seed: config.seed, counts }),
      });
      for (const [place, text] of texts().entries()) {
        // All but what closed the object.
        expect(text.startsWith((before[place] as string).slice(0, -'\n}\n'.length))).toBe(true);
      }
      const grown = loadDatabase(domain, out);
      for (const table of tables) expect(grown.rows(table).size).toBe(counts[table]);
      const folder = fileURLToPath(new URL(`../../tasks/${name}/`, import.meta.url));
      const lock = JSON.parse(readFileSync(join(folder, 'gold.lock.json'), 'utf8')) as JsonObject;
      const outcomes = readTasks(folder).tasks.map((task) => {
        const result = replayTask(domain, grown, task);
        return [task.id, result.ok ? result.task.gold.outcome.hash : result.failures];
      });
      expect(Object.fromEntries(outcomes)).toEqual(lock.tasks);
    });
  }
});
