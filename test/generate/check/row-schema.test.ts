import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/base/json/index.ts';
import { compileTable, type TableSchema } from '../../../src/define/index.ts';
import { loadDomain } from '../../../src/formats/index.ts';
import { rowSchema } from '../../../src/generate/check/row-schema.ts';
import { loadDatabaseConfig, makeDatabase } from '../../../src/generate/index.ts';

/** A value in place of another: each breaks some keyword somewhere. */
const SPOILED: readonly JsonValue[] = ['', '😀', 'x', -1, 0.001, null, [], {}, { '': 1 }, true];

/** All ways to spoil one place of a row: other values, a missing member, one too many, one without a name. */
function* spoiled(value: JsonValue): Generator<JsonValue> {
  yield* SPOILED;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const other of spoiled(item)) yield value.with(index, other);
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, extra: 1 };
    yield { ...value, '': value };
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as JsonObject;
      yield rest;
      for (const other of spoiled(member)) yield { ...value, [name]: other };
    }
  }
}

describe('rowSchema', () => {
  for (const name of ['retail', 'airline']) {
    it(`agrees with the table's own schema on spoiled rows of ${name}`, async () => {
      const domain = await loadDomain(name);
      const config = await loadDatabaseConfig(name);
      const counts = { users: 12, products: 5, flights: 20, orders: 24, reservations: 12 };
      const kept = Object.fromEntries(
        Object.keys(config.counts).map((table) => [table, counts[table as keyof typeof counts]]),
      );
      const database = makeDatabase(domain, { ...config, counts: kept }, { seed: 5 });
      for (const table of Object.values(domain.tables)) {
        const schema = rowSchema(table, []);
        const rows = [...(database.rows(table.name)?.values() ?? [])].slice(0, 2);
        expect(rows.length).toBe(2);
        for (const row of rows) {
          expect(schema.accepts(row)).toBe(true);
          for (const other of spoiled(row)) {
            if (schema.accepts(other) !== (table.validate(other).length === 0))
              expect.unreachable(`they differ on ${JSON.stringify(other)}`);
          }
        }
      }
    });
  }

  const table = compileTable('boxes', {
    type: 'object',
    properties: {
      one: { $ref: '#/$defs/thing' },
      things: { type: 'array', items: { $ref: '#/$defs/thing' } },
    },
    $defs: { thing: { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] } },
  } as unknown as TableSchema);

  it('notes values at shared places once, and leaves the same schema elsewhere as it is', () => {
    const schema = rowSchema(table, ['things.*']);
    const bad = { size: 'large' };
    expect(schema.accepts({ things: [bad, bad, { size: 1 }] })).toBe(true);
    expect(schema.accepts({ one: bad })).toBe(false);
    const [place] = schema.shared;
    expect([...(place?.values ?? [])].map((value) => place?.accepts(value))).toEqual([false, true]);
  });

  it('follows a reference on the way to a shared place', () => {
    const schema = rowSchema(table, ['one.size']);
    expect([schema.accepts({ one: { size: 'large' } }), schema.accepts({ one: {} })]).toEqual([true, false]);
  });

  it('refuses a shared path that the schema does not have', () => {
    expect(() => rowSchema(table, ['lids.*'])).toThrow(
      'Cannot share "lids.*" of table "boxes": its schema has no such path',
    );
  });
});
