// Rows per CPU-second and peak memory of generators of the same retail users and orders, side by side in one run.
// Ours makes and checks every guarantee; the others only make. Contenders that are not installed are named as skipped.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileTable, type Domain } from '../src/define/index.ts';
import { loadDomain } from '../src/formats/index.ts';
import { loadDatabaseConfig } from '../src/generate/index.ts';
import { shardMaker } from '../src/generate/make-shard.ts';
import { planBlocks } from '../src/generate/plan.ts';
import { cutShards } from '../src/generate/shards.ts';

interface Measured {
  readonly rows: number;
  readonly cpuSeconds: number;
  readonly rowsPerCpuSecond: number;
  readonly peakMiB: number;
}

const SCALE = Number(process.env.BENCH_SCALE ?? 40);
const USERS = 500 * SCALE;
const ORDERS = 1000 * SCALE;

function measure(warm: () => void, work: () => number): Measured {
  warm();
  const before = process.cpuUsage();
  const rows = work();
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = (user + system) / 1e6;
  const { maxRSS } = process.resourceUsage();
  return {
    rows,
    cpuSeconds,
    rowsPerCpuSecond: Math.round(rows / cpuSeconds),
    peakMiB: Math.round(maxRSS / 1024),
  };
}

async function ours(): Promise<Measured> {
  const domain = await loadDomain('retail');
  const config = await loadDatabaseConfig('retail');
  const counts = { users: USERS, products: 50 * SCALE, orders: ORDERS };
  const make = shardMaker(
    domain,
    { config, seed: 1, now: domain.now },
    { formats: [], tables: [], measure: false },
  );
  const shards = cutShards(planBlocks(counts, config.counts));
  const run = (list: typeof shards): number => {
    let rows = 0;
    for (const shard of list) {
      const { violations } = make(shard);
      if (violations.length > 0) throw new Error('a guarantee is broken');
      rows += shard.rows;
    }
    return rows;
  };
  return measure(
    () => run(shards.slice(0, 1)),
    () => run(shards),
  );
}

/** What someone writes in ten minutes with faker: users, then orders of random users. */
async function fakerLoop(): Promise<Measured> {
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(1);
  const user = () => {
    const first_name = faker.person.firstName();
    const last_name = faker.person.lastName();
    const id = `credit_card_${faker.string.numeric(7)}`;
    return {
      user_id: `${first_name}_${last_name}_${faker.string.numeric(4)}`.toLowerCase(),
      name: { first_name, last_name },
      address: address(),
      email: faker.internet.email({ firstName: first_name, lastName: last_name }),
      payment_methods: {
        [id]: { source: 'credit_card', id, brand: 'visa', last_four: faker.string.numeric(4) },
      },
      orders: [] as string[],
    };
  };
  const address = () => ({
    address1: faker.location.streetAddress(),
    address2: faker.location.secondaryAddress(),
    city: faker.location.city(),
    country: 'USA',
    state: faker.location.state({ abbreviated: true }),
    zip: faker.location.zipCode('#####'),
  });
  const order = (owner: ReturnType<typeof user>) => {
    const items = Array.from({ length: faker.number.int({ min: 1, max: 5 }) }, () => ({
      name: faker.commerce.product(),
      product_id: faker.string.numeric(10),
      item_id: faker.string.numeric(10),
      price: Number(faker.commerce.price({ min: 10, max: 900 })),
      options: { color: faker.color.human(), material: faker.commerce.productMaterial() },
    }));
    const order_id = `#W${faker.string.numeric(7)}`;
    owner.orders.push(order_id);
    const amount = Number(items.reduce((sum, item) => sum + item.price, 0).toFixed(2));
    const payment_method_id = Object.keys(owner.payment_methods)[0] as string;
    return {
      order_id,
      user_id: owner.user_id,
      address: owner.address,
      items,
      fulfillments: [
        { tracking_id: [faker.string.numeric(12)], item_ids: items.map(({ item_id }) => item_id) },
      ],
      status: faker.helpers.arrayElement(['pending', 'processed', 'delivered', 'cancelled']),
      payment_history: [{ transaction_type: 'payment', amount, payment_method_id }],
    };
  };
  const run = (users: number): number => {
    const made = Array.from({ length: users }, user);
    const orders = Array.from({ length: users * 2 }, () => order(faker.helpers.arrayElement(made)));
    return made.length + orders.length;
  };
  return measure(
    () => run(300),
    () => run(Math.min(USERS, 6000)),
  );
}

/** Schemas of the two tables, free of what other generators do not know. */
function plainSchema(domain: Domain, table: string): object {
  const text = JSON.stringify(domain.tables[table]?.schema, (key, value) =>
    key.startsWith('x-') || key === 'discriminator' || key === '$schema' ? undefined : value,
  );
  compileTable(table, JSON.parse(text));
  return JSON.parse(text) as object;
}

async function jsonSchemaFaker(): Promise<Measured> {
  const name = 'json-schema-faker';
  const module = (await import(name)) as Record<string, unknown>;
  const domain = await loadDomain('retail');
  const schemas = [
    plainSchema(domain, 'users'),
    plainSchema(domain, 'orders'),
    plainSchema(domain, 'orders'),
  ];
  const face = (module.JSONSchemaFaker ?? module.default ?? module) as {
    generate?: (schema: object) => unknown;
  };
  const generate = (module.generate ?? face.generate) as (schema: object) => unknown;
  const made = await generate(schemas[0] as object);
  if (typeof made !== 'object') throw new Error('it made no row');
  const count = 400;
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) for (const schema of schemas) await generate(schema);
  const { user, system } = process.cpuUsage(before);
  const rows = count * schemas.length;
  const cpuSeconds = (user + system) / 1e6;
  const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  return { rows, cpuSeconds, rowsPerCpuSecond: Math.round(rows / cpuSeconds), peakMiB };
}

const PYTHON = `
import json, random, resource, sys, time
from faker import Faker
fake = Faker('en_US'); random.seed(1)
def address(): return dict(address1=fake.street_address(), address2=fake.secondary_address(), city=fake.city(), country='USA', state=fake.state_abbr(), zip=fake.zipcode())
def user():
    f, l = fake.first_name(), fake.last_name(); c = 'credit_card_%d' % random.randint(10**6, 10**7-1)
    return dict(user_id='%s_%s_%d' % (f.lower(), l.lower(), random.randint(1000, 9999)), name=dict(first_name=f, last_name=l), address=address(), email=fake.email(), payment_methods={c: dict(source='credit_card', id=c, brand='visa', last_four='%04d' % random.randint(0, 9999))}, orders=[])
def order(u):
    items = [dict(name=fake.word(), product_id=fake.numerify('##########'), item_id=fake.numerify('##########'), price=random.randint(1000, 90000)/100, options=dict(color=fake.color_name(), material=fake.word())) for _ in range(random.randint(1, 5))]
    o = '#W%d' % random.randint(10**6, 10**7-1); u['orders'].append(o)
    return dict(order_id=o, user_id=u['user_id'], address=u['address'], items=items, status=random.choice(['pending', 'processed', 'delivered', 'cancelled']), fulfillments=[dict(tracking_id=[fake.numerify('############')], item_ids=[i['item_id'] for i in items])], payment_history=[dict(transaction_type='payment', amount=round(sum(i['price'] for i in items), 2), payment_method_id=list(u['payment_methods'])[0])])
a = time.process_time(); n = 300
us = [user() for _ in range(n)]; os_ = [order(random.choice(us)) for _ in range(2*n)]
c = time.process_time() - a
print(json.dumps(dict(rows=3*n, cpuSeconds=c, rowsPerCpuSecond=round(3*n/c), peakMiB=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss//1024)))
`;

async function pythonFaker(): Promise<Measured> {
  return JSON.parse(
    execFileSync('/usr/bin/python3', ['-c', PYTHON], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  ) as Measured;
}

const CONTENDERS: Readonly<Record<string, () => Promise<Measured>>> = {
  ours,
  'faker loop': fakerLoop,
  'json-schema-faker': jsonSchemaFaker,
  'Python Faker': pythonFaker,
};

const only = process.argv[2];
if (only !== undefined) {
  console.log(JSON.stringify(await (CONTENDERS[only] as () => Promise<Measured>)()));
} else {
  const here = fileURLToPath(import.meta.url);
  const results: Record<string, Measured | { readonly skipped: string }> = {};
  for (const name of Object.keys(CONTENDERS)) {
    const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, here, name], {
      encoding: 'utf8',
    });
    const reason = stderr.split('\n').find((line) => /Error/.test(line)) ?? `exit ${status}`;
    results[name] = status === 0 ? (JSON.parse(stdout) as Measured) : { skipped: reason };
    console.log(name.padEnd(20), JSON.stringify(results[name]));
  }
  const speed = (name: string): number | undefined => {
    const result = results[name];
    return result !== undefined && 'rowsPerCpuSecond' in result ? result.rowsPerCpuSecond : undefined;
  };
  const ratios = Object.fromEntries(
    Object.keys(CONTENDERS).flatMap((name) => {
      const other = speed(name);
      return name === 'ours' || other === undefined
        ? []
        : [[name, Number(((speed('ours') ?? 0) / other).toFixed(1))]];
    }),
  );
  console.log('ours is so many times faster:', ratios);
  const document = { date: new Date().toISOString(), node: process.version, scale: SCALE, results, ratios };
  writeFileSync(
    new URL('./results/generate.json', import.meta.url),
    `${JSON.stringify(document, null, 2)}\n`,
  );
}
