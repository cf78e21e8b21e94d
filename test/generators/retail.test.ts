import { beforeAll, describe, expect, it } from 'vitest';
import { retailDatabase } from '../../generators/retail/database.config.ts';
import type { RetailRows } from '../../generators/retail/tables.ts';
import type { Domain, ReadDatabase } from '../../src/define/index.ts';
import type { Database } from '../../src/environment/index.ts';
import { checkDatabase, loadDomain } from '../../src/formats/index.ts';
import { defaultDatabase, makeDatabase } from '../../src/generate/index.ts';

describe('the retail database', () => {
  let domain: Domain;
  let database: Database;
  let tables: ReadDatabase<RetailRows>;

  beforeAll(async () => {
    domain = await loadDomain('retail');
    database = await defaultDatabase(domain);
    tables = database.fork().read<RetailRows>();
  });

  it('has the counts of its config and passes the checks that outside data must pass', () => {
    expect([tables.users.size, tables.products.size, tables.orders.size]).toEqual([500, 50, 1000]);
    expect(() => checkDatabase(domain, database, 'generated')).not.toThrow();
  });

  it('is the same for the same seed and another for another', () => {
    const options = { counts: { users: 40, products: 50, orders: 80 } };
    const hash = makeDatabase(domain, retailDatabase, options).hash();
    expect(makeDatabase(domain, retailDatabase, options).hash()).toBe(hash);
    expect(makeDatabase(domain, retailDatabase, { ...options, seed: 7 }).hash()).not.toBe(hash);
  });

  it('keeps its bytes: tasks are written on them', () => {
    expect(database.hash()).toMatchInlineSnapshot(
      `"e508007d67931b12bad70c5d2daafe00dfbd23d507866c2e28191c58f84088f7"`,
    );
  });

  it('gives work to tasks: ties for the cheapest, sold out variants, several orders a user, namesakes', () => {
    let ties = 0;
    let soldOut = 0;
    for (const [, { variants }] of tables.products.entries()) {
      const prices = Object.values(variants).map(({ price }) => price);
      const cheapest = Math.min(...prices);
      if (prices.filter((price) => price === cheapest).length > 1) ties += 1;
      if (Object.values(variants).some(({ available }) => !available)) soldOut += 1;
    }
    expect(ties).toBeGreaterThan(5);
    expect(ties).toBeLessThan(45);
    expect(soldOut).toBe(50);
    const users = [...tables.users.entries()].map(([, user]) => user);
    expect(users.filter(({ orders }) => orders.length >= 3).length).toBeGreaterThan(100);
    const names = users.map(({ name }) => `${name.first_name} ${name.last_name}`);
    expect(new Set(names).size).toBeLessThan(names.length);
  });

  it('has orders whose payments and parcels fit their status', () => {
    for (const [, order] of tables.orders.entries()) {
      const kinds = order.payment_history.map(({ transaction_type }) => transaction_type);
      expect(kinds).toEqual(order.status === 'cancelled' ? ['payment', 'refund'] : ['payment']);
      const sent = order.fulfillments.flatMap(({ item_ids }) => item_ids);
      const shipped = order.status === 'processed' || order.status === 'delivered';
      expect(sent).toEqual(shipped ? order.items.map(({ item_id }) => item_id) : []);
    }
  });
});
