import type { Contender, Kind } from './contender.ts';
import { importFrom } from './install.ts';

// Loaded from where the bench installed them, so their types are not at hand.
// biome-ignore lint/suspicious/noExplicitAny: untyped module
type Untyped = any;

/** Users and orders as related tables of SQLite in memory; nested records are rows of tables of their own. */
export async function drizzleSeed(): Promise<Contender> {
  const core = (await importFrom('drizzle-orm/sqlite-core')) as Untyped;
  const { drizzle } = (await importFrom('drizzle-orm/better-sqlite3')) as Untyped;
  const { seed } = (await importFrom('drizzle-seed')) as Untyped;
  const Driver = ((await importFrom('better-sqlite3')) as Untyped).default;
  const { sqliteTable, integer, text, real } = core;
  const address = () => ({
    address1: text().notNull(),
    address2: text().notNull(),
    city: text().notNull(),
    country: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
  });
  const id = () => integer().primaryKey();
  const users = sqliteTable('users', {
    id: id(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    ...address(),
    email: text().notNull(),
  });
  const payment_methods = sqliteTable('payment_methods', {
    id: id(),
    user_id: integer().references(() => users.id),
    source: text().notNull(),
    brand: text().notNull(),
    last_four: integer().notNull(),
  });
  const orders = sqliteTable('orders', {
    id: id(),
    user_id: integer().references(() => users.id),
    ...address(),
    status: text().notNull(),
    amount: real().notNull(),
    tracking_id: integer().notNull(),
  });
  const items = sqliteTable('items', {
    id: id(),
    order_id: integer().references(() => orders.id),
    name: text().notNull(),
    product_id: integer().notNull(),
    item_id: integer().notNull(),
    price: real().notNull(),
    color: text().notNull(),
    material: text().notNull(),
  });
  const schema = { users, payment_methods, orders, items };
  const create = (table: Untyped): string => {
    const columns = Object.values(table[Symbol.for('drizzle:Columns')] as Record<string, Untyped>);
    const name = table[Symbol.for('drizzle:Name')] as string;
    const key = (column: Untyped): string => (column.primary ? ' primary key' : '');
    return `create table ${name} (${columns.map((column) => `${column.keyAsName ? column.name : column.name} ${column.getSQLType()}${key(column)}`).join(', ')})`;
  };
  let round = 0;
  return {
    says: 'drizzle-seed 0.3.1 into better-sqlite3 12.11.1 in memory',
    async make(kind, count) {
      round += 1;
      const driver = new Driver(':memory:');
      const database = drizzle(driver);
      for (const table of Object.values(schema)) driver.exec(create(table));
      const counts = rowsOf(kind, count);
      await seed(database, schema, { seed: round }).refine((f: Untyped) => {
        const place = {
          address1: f.streetAddress(),
          address2: f.valuesFromArray({ values: ['Apt 1', 'Apt 20', 'Unit 4', 'Floor 7'] }),
          city: f.city(),
          country: f.default({ defaultValue: 'USA' }),
          state: f.state(),
          zip: f.postcode(),
        };
        const kinds = ['pending', 'processed', 'delivered', 'cancelled'];
        return {
          users: {
            count: counts.users,
            columns: { first_name: f.firstName(), last_name: f.lastName(), ...place, email: f.email() },
          },
          payment_methods: {
            count: counts.users,
            columns: {
              source: f.default({ defaultValue: 'credit_card' }),
              brand: f.default({ defaultValue: 'visa' }),
              last_four: f.int({ minValue: 0, maxValue: 9999 }),
            },
          },
          orders: {
            count: counts.orders,
            columns: {
              ...place,
              status: f.valuesFromArray({ values: kinds }),
              amount: f.number({ minValue: 10, maxValue: 900, precision: 100 }),
              tracking_id: f.int({ minValue: 100_000_000, maxValue: 999_999_999 }),
            },
          },
          items: {
            count: counts.orders * 3,
            columns: {
              name: f.valuesFromArray({ values: ['Tablet', 'Phone', 'Scarf', 'Tent', 'Chair'] }),
              product_id: f.int({ minValue: 1_000_000, maxValue: 9_999_999 }),
              item_id: f.int({ minValue: 1_000_000, maxValue: 9_999_999 }),
              price: f.number({ minValue: 10, maxValue: 900, precision: 100 }),
              color: f.valuesFromArray({ values: ['black', 'white', 'navy', 'sand'] }),
              material: f.valuesFromArray({ values: ['cotton', 'wool', 'steel'] }),
            },
          },
        };
      });
      const made = ['users', 'orders'].map(
        (table) => driver.prepare(`select count(*) as rows from ${table}`).get().rows as number,
      );
      driver.close();
      return kind === 'order' ? (made[1] as number) : (made[0] as number) + (made[1] as number);
    },
  };
}

/** An order needs a user at least; a user needs no order, but the seeder makes one row of each table at least. */
function rowsOf(kind: Kind, count: number): { readonly users: number; readonly orders: number } {
  if (kind === 'user') return { users: count - 1, orders: 1 };
  if (kind === 'order') return { users: 50 * Math.ceil(count / 1000), orders: count };
  return { users: Math.ceil(count / 3), orders: 2 * Math.ceil(count / 3) };
}
