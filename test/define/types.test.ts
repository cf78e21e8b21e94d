import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { retail } from '../../schemas/retail/domain.ts';
import { type ActionOf, rowTypes, toolsFor, type ValueOf } from '../../src/define/index.ts';
import { type ShopTables, shop } from '../fixtures/shop.ts';

describe('types of a domain', () => {
  it('follow from the schema of a tool’s parameters', () => {
    expectTypeOf<
      ValueOf<{
        readonly type: 'object';
        readonly properties: {
          readonly a: { readonly type: 'integer' };
          readonly b: { readonly enum: readonly ['x', 'y'] };
        };
        readonly required: readonly ['a'];
      }>
    >().toEqualTypeOf<{ a: number } & { b?: 'x' | 'y' }>();
    expectTypeOf<
      ValueOf<{ readonly type: 'array'; readonly items: { readonly type: 'string' } }>
    >().toEqualTypeOf<string[]>();
  });
  it('refuse a wrong table, a write by a read tool, and a wrong argument', () => {
    const define = toolsFor<ShopTables>();
    const parameters = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } as const;
    define({
      name: 'x',
      effect: 'read',
      description: '',
      parameters,
      run: (database, { a }) => {
        // @ts-expect-error there is no such table
        void database.nowhere;
        // @ts-expect-error a read tool cannot write
        void database.customers.edit;
        // @ts-expect-error rows are read only
        if (database.customers.get(a)) database.customers.get(a)!.credit = 1;
        // @ts-expect-error the argument is a text
        void (a - 1);
        return null;
      },
    });
    expect(parameters.required).toEqual(['a']);
  });
  it('refuse an action of an unknown tool or with wrong arguments', () => {
    expectTypeOf<{ readonly tool: 'get_purchase'; readonly args: { purchase: string } }>().toExtend<
      ActionOf<typeof shop>
    >();
    expectTypeOf<{ readonly tool: 'get_purchases'; readonly args: { purchase: string } }>().not.toExtend<
      ActionOf<typeof shop>
    >();
    expectTypeOf<{ readonly tool: 'get_purchase'; readonly args: { purchase: number } }>().not.toExtend<
      ActionOf<typeof shop>
    >();
  });
});

describe('rowTypes', () => {
  it('gives one interface a table and one that joins them', async () => {
    const text = await rowTypes(shop);
    expect(text).toContain('export interface ShopTables {');
    expect(text).toContain('customers: Customer;');
    expect(text).toContain("status: 'open' | 'closed';");
    expect(text).toContain('taskwright types shop');
  });
  it('is what lies beside each shipped domain', async () => {
    const file = new URL('../../schemas/retail/types.generated.ts', import.meta.url);
    expect(await rowTypes(retail)).toBe(readFileSync(file, 'utf8'));
  });
});
