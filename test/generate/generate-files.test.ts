import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { retailDatabase } from '../../generators/retail/database.config.ts';
import type { Domain } from '../../src/define/index.ts';
import { loadDatabase, loadDomain } from '../../src/formats/index.ts';
import {
  defineDatabase,
  type GenerateOptions,
  generateFiles,
  makeDatabase,
  makeRow,
  segmentsToGrow,
} from '../../src/generate/index.ts';

describe('generated files', () => {
  let domain: Domain;
  const config = defineDatabase({ ...retailDatabase, counts: { users: 20, products: 50, orders: 40 } });
  const options = (given: Partial<GenerateOptions> = {}): GenerateOptions => ({
    workspace: '.',
    out: join(mkdtempSync(join(tmpdir(), 'taskwright-generate-')), 'db'),
    seed: 8,
    counts: { users: 40, products: 100, orders: 80 },
    formats: ['json'],
    tables: ['users', 'products', 'orders'],
    workers: 1,
    ...given,
  });
  const hashes = (generated: Awaited<ReturnType<typeof generateFiles>>) =>
    Object.values(generated.manifest.tables).flatMap(({ files }) =>
      files.map(({ file, hash }) => `${file} ${hash}`),
    );

  beforeAll(async () => {
    domain = await loadDomain('retail');
  });

  it('hold the rows that are made in memory, one file per table', async () => {
    const given = options();
    await generateFiles(domain, config, given);
    expect(readdirSync(given.out).sort()).toEqual([
      'manifest.json',
      'orders.json',
      'products.json',
      'users.json',
    ]);
    const inMemory = makeDatabase(domain, config, { seed: 8, counts: given.counts });
    expect(loadDatabase(domain, given.out).hash()).toBe(inMemory.hash());
    const [key] = [...inMemory.rows('orders').keys()].slice(61);
    expect(makeRow(domain, config, { seed: 8, table: 'orders', index: 61 })).toEqual({
      key,
      row: inMemory.rows('orders').get(key as string),
    });
  });

  it('grow without changing a byte of what was there, and as if they had been made at once', async () => {
    const given = options();
    await generateFiles(domain, config, given);
    const before = readFileSync(join(given.out, 'orders.json'), 'utf8');
    const counts = { users: 200, products: 500, orders: 400 };
    const grown = await generateFiles(domain, config, {
      ...given,
      counts,
      before: segmentsToGrow({ config, out: given.out, seed: 8, counts }),
    });
    const after = readFileSync(join(given.out, 'orders.json'), 'utf8');
    expect(after.startsWith(before.slice(0, -3))).toBe(true);
    expect(hashes(grown)).toEqual(hashes(await generateFiles(domain, config, options({ counts }))));
  });

  it('refuse to grow rows that were edited by hand, and leave them as they are', async () => {
    const given = options();
    await generateFiles(domain, config, given);
    const path = join(given.out, 'users.json');
    const edited = readFileSync(path, 'utf8').replace('USA', 'UK!');
    writeFileSync(path, edited);
    const before = segmentsToGrow({ config, out: given.out, seed: 8, counts: { users: 60 } });
    const counts = { users: 60, products: 150, orders: 120 };
    await expect(generateFiles(domain, config, { ...given, counts, before })).rejects.toThrow(
      'Cannot grow table "users" of database "retail": its rows are not those that were generated',
    );
    expect(readFileSync(path, 'utf8')).toBe(edited);
    expect(existsSync(`${given.out}.partial`)).toBe(false);
  });

  it('are gone on with after an interruption, to the same bytes', async () => {
    const full = { counts: { users: 1500, products: 150, orders: 3000 }, shardRows: 1000 };
    const stopped = new AbortController();
    const given = options({ ...full, signal: stopped.signal, onProgress: () => stopped.abort() });
    await expect(generateFiles(domain, retailDatabase, given)).rejects.toThrow(
      /it was stopped after \d+ of 4650 rows/,
    );
    expect(existsSync(given.out)).toBe(false);
    const { onProgress: _, signal: __, ...again } = given;
    const resumed = await generateFiles(domain, retailDatabase, again);
    expect(resumed.resumedAt).toBe(1);
    expect(hashes(resumed)).toEqual(hashes(await generateFiles(domain, retailDatabase, options(full))));
  });

  it('are not there at all when one row breaks a guarantee, and the message names seed and row', async () => {
    const [users, products, orders] = retailDatabase.generators;
    const faults = [
      ['row-schema', (row: Record<string, unknown>) => ({ ...row, status: 'lost' }), /status must be one of/],
      [
        'row-reference',
        (row: Record<string, unknown>) => ({ ...row, user_id: 'nobody' }),
        /user_id names "nobody"/,
      ],
      [
        'row-invariant',
        (row: Record<string, unknown>) => ({
          ...row,
          payment_history: [
            {
              transaction_type: 'payment',
              amount: 1,
              payment_method_id: (row.payment_history as { payment_method_id: string }[])[0]
                ?.payment_method_id,
            },
          ],
        }),
        /payment-covers-items/,
      ],
      ['row-key', (row: Record<string, unknown>) => ({ ...row, order_id: '#W1' }), /its order_id is "#W1"/],
    ] as const;
    for (const [code, spoil, message] of faults) {
      const spoiled = {
        ...(orders as NonNullable<typeof orders>),
        // biome-ignore lint/suspicious/noExplicitAny: a generator that breaks its promise
        row: (context: any) => {
          const row = orders?.row(context) as Record<string, unknown>;
          return context.index === 70 ? spoil(row) : row;
        },
      };
      const broken = { ...config, generators: [users, products, spoiled] } as typeof config;
      const given = options();
      const failure = await generateFiles(domain, broken, given).catch((error: unknown) => error);
      expect(String(failure)).toMatch(
        /Cannot generate database "retail" with seed 8: row 70 of table "orders"/,
      );
      expect(String(failure)).toMatch(message);
      expect(failure).toMatchObject({ findings: [expect.objectContaining({ code })] });
      expect([existsSync(given.out), existsSync(`${given.out}.partial`)]).toEqual([false, false]);
    }
  });

  it('find a key that two blocks have in common', async () => {
    const [users, products, orders] = retailDatabase.generators;
    const twin = {
      ...(orders as NonNullable<typeof orders>),
      identity: ({ index }: { readonly index: number }) => ({ key: `#W${index === 75 ? 3 : index}` }),
    };
    const broken = { ...config, generators: [users, products, twin] } as typeof config;
    await expect(generateFiles(domain, broken, options())).rejects.toThrow(
      /row 75 of table "orders" \("#W3"\): key "#W3" is also in row "#W3"/,
    );
  });

  it('say the same in every format', async () => {
    const given = options({ formats: ['json.gz', 'jsonl', 'parquet'] });
    await generateFiles(domain, config, given);
    const document = JSON.parse(
      gunzipSync(readFileSync(join(given.out, 'users.json.gz'))).toString(),
    ) as Record<string, { email: string; orders: unknown }>;
    const lines = readFileSync(join(given.out, 'users.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(Object.fromEntries(lines.map(({ user_id, ...row }) => [user_id, row]))).toEqual(document);
    const rows = await parquetReadObjects({
      file: await asyncBufferFromFile(join(given.out, 'users.parquet')),
    });
    expect(rows.map(({ user_id, email, orders }) => [user_id, email, orders])).toEqual(
      Object.entries(document).map(([key, { email, orders }]) => [key, email, orders]),
    );
  });

  it('are read back from lines as the database that was made, compressed or not', async () => {
    const inMemory = makeDatabase(domain, config, { seed: 8, counts: options().counts });
    for (const format of ['jsonl', 'jsonl.gz'] as const) {
      const given = options({ formats: [format] });
      await generateFiles(domain, config, given);
      expect(loadDatabase(domain, given.out).hash()).toBe(inMemory.hash());
    }
  });

  it('name the line that is no row', async () => {
    const given = options({ formats: ['jsonl'] });
    await generateFiles(domain, config, given);
    const path = join(given.out, 'users.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines[2] = '{"name": ';
    writeFileSync(path, lines.join('\n'));
    expect(() => loadDatabase(domain, given.out)).toThrow('Cannot load table "users": line 3 is not JSON');
  });

  it('never replace a folder that was not generated', async () => {
    const out = mkdtempSync(join(tmpdir(), 'taskwright-generate-'));
    writeFileSync(join(out, 'notes.txt'), 'mine');
    await expect(generateFiles(domain, config, options({ out }))).rejects.toThrow(
      'it holds files that were not generated',
    );
  });
});
