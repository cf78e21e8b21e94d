import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineDomain, toolsFor } from '../../src/define/index.ts';
import { brokenRules, Database, describeChange, Environment } from '../../src/environment/index.ts';
import { type ShopTables, shop, shopDatabase } from '../fixtures/shop.ts';

const close = (purchase: string, charge: number) => ({ tool: 'close_purchase', args: { purchase, charge } });
const open = (customer: string, sku = 'pen') => ({ tool: 'open_purchase', args: { customer, sku } });

describe('Environment', () => {
  it('answers a read with the value as text and changes nothing', () => {
    const environment = new Environment(shop, shopDatabase());
    const { observation, wrote } = environment.call({
      tool: 'find_customer',
      args: { email: 'ADA@EXAMPLE.COM' },
    });
    expect(observation).toEqual({ text: 'ada', failed: false });
    expect(wrote).toBe(false);
    expect(environment.outcome().changes).toEqual([]);
  });

  it('tells the net change of writes in words', () => {
    const environment = new Environment(shop, shopDatabase());
    environment.call(close('p100', 30));
    expect(environment.outcome().changes.map(describeChange)).toEqual([
      'customers ada credit: 100 → 70',
      'purchases p100 status: "open" → "closed"',
    ]);
  });

  it('keeps no write of a call that fails half way', () => {
    const environment = new Environment(shop, shopDatabase());
    expect(environment.call(close('p200', 30)).observation).toEqual({
      text: 'Error: not enough credit',
      failed: true,
      cause: 'tool',
    });
    expect(environment.outcome().changes).toEqual([]);
    expect(environment.outcome().hash).toBe(new Environment(shop, shopDatabase()).outcome().hash);
  });

  it.each([
    [{ tool: 'close', args: {} }, 'unknown-tool', 'no tool is named "close"'],
    [{ tool: 'close_purchase', args: { purchase: 'p100' } }, 'arguments', "required property 'charge'"],
    [
      { tool: 'close_purchase', args: { purchase: 'p100', charge: '5' } },
      'arguments',
      '"charge" must be integer',
    ],
    [{ tool: 'get_purchase', args: { purchase: 'p100', x: 1 } }, 'arguments', 'must not have property "x"'],
    [
      { tool: 'get_purchase', args: JSON.parse('{"purchase": "p100", "__proto__": {"a": 1}}') },
      'arguments',
      '__proto__',
    ],
    [{ tool: 'get_purchase', args: { purchase: 'constructor' } }, 'tool', 'no such purchase'],
  ])('answers %j with an error of cause %s', (action, cause, text) => {
    const { observation } = new Environment(shop, shopDatabase()).call(action);
    expect(observation.failed).toBe(true);
    expect(observation.cause).toBe(cause);
    expect(observation.text).toContain(text);
  });

  it('tells a broken tool apart from a refusal', () => {
    const result = new Environment(shop, shopDatabase()).call(open('nobody'));
    expect(result.observation.cause).toBe('bug');
    expect(result.bug).toBeInstanceOf(Error);
  });

  it('gives ids that depend on the calls alone, and takes back the id of a failed call', () => {
    const environment = new Environment(shop, shopDatabase());
    environment.call(open('nobody'));
    expect(environment.call(open('ada')).observation.text).toBe('p1');
    expect(environment.fork().call(open('ada')).observation.text).toBe('p2');
    expect(environment.call(open('bob')).observation.text).toBe('p2');
  });

  it('keeps forks apart from each other and from the database', () => {
    const database = shopDatabase();
    const first = new Environment(shop, database);
    first.call(close('p100', 1));
    const second = first.fork();
    second.call(close('p200', 1));
    expect(first.state.read<ShopTables>().purchases.get('p200')?.status).toBe('open');
    expect(second.outcome().changes).toHaveLength(4);
    expect(new Environment(shop, database).outcome().changes).toEqual([]);
  });

  it('finds rows by indexed fields as written rows change them, in the order of the table', () => {
    const environment = new Environment(shop, shopDatabase());
    environment.call(open('ada', 'tea'));
    const { purchases } = environment.state.read<ShopTables>();
    expect(purchases.find('customer', 'ada')).toEqual(['p100', 'p300', 'p1']);
    expect(purchases.find('lines.*.sku', 'tea')).toEqual(['p100', 'p1']);
    expect([...purchases.keys()]).toEqual(['p100', 'p200', 'p300', 'p1']);
    expect(purchases.size).toBe(4);
    expect(() => purchases.find('status', 'open')).toThrowError('declares no x-index');
  });

  it('groups rows by an indexed field as written rows change them, new values last', () => {
    const environment = new Environment(shop, shopDatabase());
    const customers = () => [...environment.state.read<ShopTables>().purchases.groups('customer')];
    const before = customers();
    expect(before.find(([value]) => value === 'ada')?.[1]).toEqual(['p100', 'p300']);
    environment.call(open('ada', 'tea'));
    expect(customers().map(([value]) => value)).toEqual(before.map(([value]) => value));
    expect(customers().find(([value]) => value === 'ada')?.[1]).toEqual(['p100', 'p300', 'p1']);
    const state = environment.state.fork();
    state.transaction<ShopTables, void>(({ purchases }) => {
      for (const key of ['p100', 'p300', 'p1']) purchases.remove(key);
      purchases.put('p9', { ...purchases.edit('p200'), customer: 'zoe' });
    });
    const after = [...state.read<ShopTables>().purchases.groups('customer')];
    expect(after.some(([value]) => value === 'ada')).toBe(false);
    expect(after.at(-1)).toEqual(['zoe', ['p9']]);
  });

  it('hands out shared rows frozen, so that a reading tool cannot change them', () => {
    const sly = toolsFor<ShopTables>()({
      name: 'sly',
      effect: 'read',
      description: 'Writes although it should read.',
      parameters: { type: 'object', properties: {} },
      run: (database) => {
        (database.customers.get('ada') as unknown as { tags: string[] }).tags.push('x');
        return 'ok';
      },
    });
    const domain = defineDomain({
      ...shop,
      tables: { customers: shop.tables.customers!.schema, purchases: shop.tables.purchases!.schema },
      tools: [sly],
    });
    const database = shopDatabase();
    expect(new Environment(domain, database).call({ tool: 'sly', args: {} }).observation.cause).toBe('bug');
    expect(database.rows('customers').get('ada')?.tags).toEqual(['a', 'b']);
  });
});

describe('Outcome', () => {
  it('does not depend on the order of independent writes', () => {
    const actions = [close('p100', 5), close('p200', 5)];
    const run = (list: typeof actions): string => {
      const environment = new Environment(shop, shopDatabase());
      for (const action of list) environment.call(action);
      return environment.outcome().hash;
    };
    expect(run(actions)).toBe(run([...actions].reverse()));
  });

  it('leaves volatile fields out and compares unordered arrays as multisets', () => {
    const state = shopDatabase().fork();
    state.transaction<ShopTables, void>(({ customers }) => {
      customers.edit('ada').tags = ['b', 'a'];
      customers.edit('ada').seen = 'today';
    });
    expect(state.outcome().changes).toEqual([]);
    state.transaction<ShopTables, void>(({ customers }) => customers.edit('ada').tags.push('a'));
    expect(state.outcome().changes).not.toEqual([]);
  });

  it('is empty again when a change is undone', () => {
    const state = shopDatabase().fork();
    const set = (credit: number) =>
      state.transaction<ShopTables, void>(({ customers }) => {
        customers.edit('ada').credit = credit;
      });
    const start = state.outcome().hash;
    set(5);
    expect(state.outcome().hash).not.toBe(start);
    set(100);
    expect(state.outcome().hash).toBe(start);
  });

  it('has equal hashes exactly for equal states, for random writes', () => {
    const write = fc.record({
      key: fc.constantFrom('ada', 'bob', 'new'),
      credit: fc.integer({ min: 0, max: 2 }),
      gone: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(write, { maxLength: 4 }), fc.array(write, { maxLength: 4 }), (left, right) => {
        const run = (writes: typeof left) => {
          const state = shopDatabase().fork();
          for (const { key, credit, gone } of writes) {
            state.transaction<ShopTables, void>(({ customers }) => {
              if (gone && customers.has(key)) customers.remove(key);
              else customers.put(key, { name: key, email: 'x', credit, tags: [] });
            });
          }
          return {
            hash: state.outcome().hash,
            rows: JSON.stringify([...state.read<ShopTables>().customers.entries()].sort()),
          };
        };
        const a = run(left);
        const b = run(right);
        expect(a.hash === b.hash).toBe(a.rows === b.rows);
      }),
    );
  });
});

describe('Database', () => {
  it('refuses a table the domain does not have, with the near miss', () => {
    expect(() => new Database(shop, { costumers: {} })).toThrowError('domain "shop" has no such table');
  });
  it('has one hash for equal rows, whatever their order', () => {
    const a = new Database(shop, { customers: { x: { b: 1, a: 2 }, y: {} } });
    const b = new Database(shop, { customers: { y: {}, x: { a: 2, b: 1 } } });
    expect(a.hash()).toBe(b.hash());
    expect(a.hash()).not.toBe(shopDatabase().hash());
  });
});

describe('brokenRules', () => {
  const moment = (charge: number, transcript?: Parameters<typeof brokenRules>[1]['transcript']) => ({
    state: shopDatabase().fork(),
    action: close('p100', charge),
    history: [],
    said: '',
    options: {},
    ...(transcript && { transcript }),
  });
  it('asks rules of state without a transcript, and names rule, clause and argument', () => {
    expect(brokenRules(shop, moment(51))).toEqual([
      {
        rule: 'charge-at-most-50',
        clause: 'charge.limit',
        message: 'charge 51 is over 50',
        tool: 'close_purchase',
        argument: 'charge',
      },
    ]);
    expect(brokenRules(shop, moment(50))).toEqual([]);
  });
  it('asks rules of the conversation when there is one', () => {
    expect(
      brokenRules(shop, moment(5, [{ role: 'user', text: 'close it' }])).map(({ rule }) => rule),
    ).toEqual(['confirmed-before-write']);
    expect(brokenRules(shop, moment(5, [{ role: 'user', text: 'Yes' }]))).toEqual([]);
  });
});
