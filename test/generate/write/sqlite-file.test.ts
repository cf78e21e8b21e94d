import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDomain } from '../../../src/formats/index.ts';
import { generateFiles, loadDatabaseConfig, makeDatabase } from '../../../src/generate/index.ts';

const driver = await import('better-sqlite3').then(
  ({ default: Driver }) => Driver,
  () => undefined,
);
const suite = driver === undefined ? describe.skip : describe;

suite(`the SQLite writer${driver === undefined ? ' (skipped: better-sqlite3 is not installed)' : ''}`, () => {
  it('writes every row of every table under its key, nested values as JSON', async () => {
    const domain = await loadDomain('retail');
    const config = await loadDatabaseConfig('retail');
    const counts = { users: 30, products: 10, orders: 60 };
    const out = join(mkdtempSync(join(tmpdir(), 'taskwright-sqlite-')), 'db');
    const tables = Object.keys(counts);
    const { manifest } = await generateFiles(domain, config, {
      workspace: '.',
      out,
      seed: 3,
      counts,
      formats: ['sqlite'],
      tables,
      workers: 1,
    });
    const expected = makeDatabase(domain, config, { seed: 3, counts });
    for (const table of tables) {
      const Driver = driver as NonNullable<typeof driver>;
      const file = new Driver(join(out, `${table}.sqlite`), { readonly: true });
      const found = file.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[];
      file.close();
      expect(found.length).toBe(manifest.tables[table]?.rows);
      const property = domain.tables[table]?.key ?? 'key';
      for (const record of found) {
        const row = expected.rows(table).get(record[property] as string);
        for (const [name, value] of Object.entries(row ?? { missing: property })) {
          const plain = typeof value === 'boolean' ? Number(value) : value;
          const stored = typeof plain === 'object' ? JSON.parse(record[name] as string) : record[name];
          expect(stored).toEqual(plain);
        }
      }
    }
    rmSync(join(out, '..'), { recursive: true, force: true });
  });
});
