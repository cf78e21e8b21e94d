import { describe, expect, it } from 'vitest';
import {
  always,
  defineDatabase,
  fromRows,
  fromSampler,
  makeDatabase,
  many,
  one,
  type Sampler,
} from '../../../src/generate/index.ts';
import { shop } from '../../fixtures/shop.ts';

const customers = fromRows('customers', 1, {
  ada: { name: 'Ada', email: 'ada@example.com', credit: 5, tags: [] },
  bo: { name: 'Bo', email: 'bo@example.com', credit: 7, tags: ['new'] },
  cy: { name: 'Cy', email: 'cy@example.com', credit: 9, tags: [] },
});
const buying: Sampler = {
  key: (index) => `p${index}`,
  row: (random, { references }) => ({
    customer: random.pick(references.customers ?? []),
    status: random.chance(0.5) ? 'open' : 'closed',
    lines: [{ sku: `sku-${random.int(1, 9)}`, count: 1 }],
  }),
};
const purchases = fromSampler('purchases', 1, buying, { links: { buyer: one('customers') } });
const database = (
  generators: Parameters<typeof defineDatabase>[0]['generators'],
  counts = { customers: 3, purchases: 30 },
) => defineDatabase({ domain: 'shop', seed: 1, counts, generators });

describe('rows of a list as a generator', () => {
  it('are the table, in their order and under their keys, whatever the seed', () => {
    for (const seed of [1, 2]) {
      const made = makeDatabase(shop, database([customers, purchases]), { seed });
      expect([...made.rows('customers')].map(([key, { name }]) => [key, name])).toEqual([
        ['ada', 'Ada'],
        ['bo', 'Bo'],
        ['cy', 'Cy'],
      ]);
    }
  });

  it('say how many there are when more are asked for', () => {
    const config = database([customers, purchases], { customers: 4, purchases: 1 });
    expect(() => makeDatabase(shop, config)).toThrow(
      'Cannot make row 3 of table "customers": its list has 3 rows',
    );
  });

  it('are checked like any other row', () => {
    const wrong = fromRows('customers', 1, {
      ada: { name: 'Ada', email: 'ada@example.com', credit: 'much', tags: [] },
    });
    const config = database([wrong, purchases], { customers: 1, purchases: 1 });
    expect(() => makeDatabase(shop, config)).toThrow(/row 0 of table "customers" \("ada"\): credit/);
  });
});

describe('a sampler as a generator', () => {
  it('refers to the rows its links lead to, and to no others', () => {
    const made = makeDatabase(shop, database([customers, purchases]));
    const buyers = [...made.rows('purchases').values()].map(({ customer }) => String(customer));
    expect(buyers).toHaveLength(30);
    expect([...new Set(buyers)].sort()).toEqual(['ada', 'bo', 'cy']);
    // Shared out evenly by the link, as nothing else is asked for.
    expect(buyers.filter((buyer) => buyer === 'ada')).toHaveLength(10);
  });

  it('makes the same rows for the same seed, others for another, and keeps them when there are more', () => {
    const rows = (seed: number, count = 30) =>
      JSON.stringify(
        [
          ...makeDatabase(shop, database([customers, purchases]), {
            seed,
            counts: { purchases: count },
          }).rows('purchases'),
        ]
          .slice(0, 30)
          .map(([key, row]) => [key, row.status, row.lines]),
      );
    expect(rows(1)).toBe(rows(1));
    expect(rows(2)).not.toBe(rows(1));
    expect(rows(1, 40)).toBe(rows(1));
  });

  it('is given all ends of a link to several rows', () => {
    const seen: (readonly string[])[] = [];
    const listing: Sampler = {
      ...buying,
      row: (random, input) => {
        seen.push(input.references.customers ?? []);
        return buying.row(random, input);
      },
    };
    const links = { buyers: many('customers', always(2)) };
    makeDatabase(shop, database([customers, fromSampler('purchases', 1, listing, { links })]));
    expect(seen).toHaveLength(30);
    for (const keys of seen) expect(new Set(keys).size).toBe(2);
  });

  it('is stopped at a row that names none of them', () => {
    const stray: Sampler = { ...buying, row: () => ({ customer: 'eve', status: 'open', lines: [] }) };
    const config = database([
      customers,
      fromSampler('purchases', 1, stray, { links: { buyer: one('customers') } }),
    ]);
    expect(() => makeDatabase(shop, config)).toThrow(
      /row 0 of table "purchases" \("p0"\): customer names "eve"/,
    );
  });
});
