import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileTable, type TableSchema } from '../../../src/define/index.ts';
import { loadDomain } from '../../../src/formats/index.ts';
import { defaultDatabase, inferSchemas, readTables } from '../../../src/generate/index.ts';

describe('infer', () => {
  it('finds schemas that every row of a database fits, with its keys and references', async () => {
    const database = await defaultDatabase(await loadDomain('retail'));
    const tables = ['users', 'products', 'orders'].map((name) => ({
      name,
      rows: [...database.rows(name)].map(([key, row]) => ({ key, row })),
    }));
    const { schemas, spreads } = inferSchemas(tables);
    for (const { name, rows } of tables) {
      const compiled = compileTable(name, schemas[name] as TableSchema);
      expect(rows.flatMap(({ row }) => compiled.validate(row)).slice(0, 3)).toEqual([]);
    }
    expect([schemas.users?.['x-key'], schemas.products?.['x-key'], schemas.orders?.['x-key']]).toEqual([
      'user_id',
      'product_id',
      'order_id',
    ]);
    const references = (name: string) =>
      compileTable(name, schemas[name] as TableSchema).references.map(
        ({ path, target }) => `${path.join('.')} ${target}`,
      );
    expect(references('orders')).toEqual([
      'user_id users',
      'items.*.product_id products',
      'items.*.item_id products/variants',
      'fulfillments.*.item_ids.* products/variants',
      'payment_history.*.payment_method_id users/payment_methods',
    ]);
    expect(references('users')).toEqual(['orders.* orders']);
    expect(spreads.find(({ path }) => path === 'status')?.shares).toMatchObject({
      pending: expect.closeTo(0.44, 1),
    });
  });

  it('reads CSV with quotes and a byte order mark, types whole columns, leaves empty cells out, and says which line is malformed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'taskwright-infer-'));
    const path = join(folder, 'shops.csv');
    writeFileSync(
      path,
      '\uFEFFshop_id,zip,name,open,seats\ns1,01234,"Beck, ""Ltd""",true,4\n\ns2,99999,Hale,false,\n',
    );
    expect(readTables(folder)).toEqual([
      {
        name: 'shops',
        rows: [
          { row: { shop_id: 's1', zip: '01234', name: 'Beck, "Ltd"', open: true, seats: 4 } },
          { row: { shop_id: 's2', zip: '99999', name: 'Hale', open: false } },
        ],
      },
    ]);
    writeFileSync(path, 'a,b\n1\n');
    expect(() => readTables(path)).toThrow(/expect 2, got 1 on line 2/);
    expect(() => readTables(join(folder, 'none'))).toThrow('there is no such file or folder');
  });
});
