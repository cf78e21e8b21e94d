import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskwright } from './run.ts';

const USER = {
  name: { first_name: 'Ada', last_name: 'Ash' },
  address: { address1: '1 Elm', address2: '', city: 'Oslo', country: 'NO', state: 'OS', zip: '01234' },
  email: 'ada@example.com',
  payment_methods: { paypal_1: { source: 'paypal', id: 'paypal_1' } },
  orders: ['#W1'],
};
const LAMP = { item_id: '1001', options: { color: 'red' }, available: true, price: 10 };
const PRODUCT = { name: 'Lamp', product_id: '2001', variants: { '1001': LAMP } };
const ORDER = {
  order_id: '#W1',
  user_id: 'ada_1',
  address: USER.address,
  items: [{ name: 'Lamp', product_id: '2001', item_id: '1001', price: 10, options: { color: 'red' } }],
  fulfillments: [],
  status: 'pending',
  payment_history: [{ transaction_type: 'payment', amount: 10, payment_method_id: 'paypal_1' }],
};
const TASK = {
  instruction: 'You are Ada. Cancel #W1, you no longer need it.',
  actions: [{ name: 'cancel_pending_order', kwargs: { order_id: '#W1', reason: 'no longer needed' } }],
  outputs: [],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let counter = 0;
/** Writes a database and tasks, and gives the words that name them. */
function data(
  changes: { users?: unknown; orders?: unknown; tasks?: unknown; files?: Record<string, string> } = {},
): string[] {
  counter += 1;
  const database = join(folder, `case-${counter}`);
  mkdirSync(database);
  const files: Record<string, string> = {
    'users.json': text(changes.users ?? { ada_1: USER }),
    'products.json': text({ '2001': PRODUCT }),
    'orders.json': text(changes.orders ?? { '#W1': ORDER }),
    ...changes.files,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(database, name), content);
  const tasks = join(folder, `tasks-${counter}.json`);
  writeFileSync(tasks, text(changes.tasks ?? [TASK]));
  return ['--database', database, '--tasks', tasks];
}
const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

describe('taskwright annotate', () => {
  it('takes a good database and good tasks', async () => {
    const { status, stdout } = await taskwright('annotate', 'retail', ...data(), '--json');
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as { tasks: { id: string; outcome: { changes: unknown[] } }[] };
    expect(document.tasks[0]?.id).toBe('0');
    expect(document.tasks[0]?.outcome.changes.length).toBeGreaterThan(0);
  });

  it.each<[string, () => string[], string[]]>([
    ['an unknown domain', () => ['nowhere'], ['Cannot find domain "nowhere"']],
    [
      'an unknown table',
      () => ['retail', ...data({ files: { 'oders.json': '{}' } })],
      ['Cannot load table "oders"', 'did you mean "orders"?'],
    ],
    [
      'a missing folder',
      () => ['retail', '--database', join(folder, 'nothing'), '--tasks', join(folder, 'x')],
      ['there is no such file'],
    ],
    [
      'missing tasks',
      () => ['retail', ...data().slice(0, 2), '--tasks', join(folder, 'no-tasks.json')],
      ['Cannot read tasks', 'there is no such file'],
    ],
    [
      'malformed JSON, with its line',
      () => ['retail', ...data({ users: '{\n "ada_1": {,}\n}' })],
      ['Cannot read JSON', 'users.json:2:'],
    ],
    [
      'malformed tasks, with their line',
      () => ['retail', ...data({ tasks: '[\n{"instruction": "x",\n "actions": [}]' })],
      ['Cannot read JSON', '.json:3:'],
    ],
    [
      'a row that breaks its schema, with path and expectation',
      () => ['retail', ...data({ users: { ada_1: { ...USER, email: 7 } } })],
      ['row "ada_1" of table "users"', 'email must be string', 'found 7'],
    ],
    [
      'a reference to a row that does not exist',
      () => ['retail', ...data({ users: { ada_1: { ...USER, orders: ['#W9'] } } })],
      ['row "ada_1" of table "users"', '"#W9"', '"orders" does not have'],
    ],
    ['an empty list of tasks', () => ['retail', ...data({ tasks: [] })], ['the list is empty']],
    [
      'tasks of an unknown format',
      () => ['retail', ...data({ tasks: [{ question: '?' }] })],
      ['the format is not known'],
    ],
    [
      'a task without instruction among others',
      () => ['retail', ...data({ tasks: [TASK, { ...TASK, actions: [{}] }] })],
      ['action 0 has no "name"'],
    ],
    [
      '__proto__ in arguments',
      () => [
        'retail',
        ...data({
          tasks:
            '[{"instruction": "x", "outputs": [], "actions": [{"name": "cancel_pending_order", "kwargs": {"__proto__": {"a": 1}}}]}]',
        }),
      ],
      ['__proto__'],
    ],
    ['an unknown task', () => ['retail', ...data(), '--task', '99'], ['Cannot find task "99"']],
    [
      'an unknown option of the domain',
      () => ['retail', ...data(), '--option', 'dialekt=tau1'],
      ['Cannot set option "dialekt"', 'did you mean "dialect"?'],
    ],
    ['an option without value', () => ['retail', ...data(), '--option', 'dialect'], ['it has no "="']],
    ['an unknown flag', () => ['retail', '--databse', 'x'], ['databse']],
  ])('answers %s with a clear message and status 2', async (_title, words, messages) => {
    const before = readdirSync(folder).length;
    const given = words();
    const made = readdirSync(folder).length - before;
    const { status, stderr, stdout } = await taskwright('annotate', ...given, '--json');
    for (const message of messages) expect(stderr).toContain(message);
    expect(status).toBe(2);
    expect(stderr).not.toMatch(/\n\s+at .*\(/);
    expect(JSON.parse(stdout)).toHaveProperty('error');
    expect(readdirSync(folder).length).toBe(before + made);
  });

  it.each([
    ['an unknown tool', [{ ...TASK, actions: [{ name: 'cancel_order', kwargs: {} }] }], 'no tool is named'],
    [
      'a gold action that fails',
      [
        {
          ...TASK,
          actions: [
            { name: 'cancel_pending_order', kwargs: { order_id: '#W7', reason: 'no longer needed' } },
          ],
        },
      ],
      'order not found',
    ],
  ])('answers %s with a finding and status 1', async (_title, tasks, message) => {
    const { status, stdout } = await taskwright('annotate', 'retail', ...data({ tasks }), '--json');
    expect(status).toBe(1);
    const document = JSON.parse(stdout) as {
      tasks: { outcome: unknown; failures: { code: string; message: string }[] }[];
    };
    expect(document.tasks[0]?.outcome).toBeNull();
    expect(document.tasks[0]?.failures[0]).toMatchObject({
      code: 'gold-action-error',
      message: expect.stringContaining(message),
    });
  });
});

describe('the command line', () => {
  it('shows help with status 0 and examples for each command', async () => {
    const { status, stdout } = await taskwright('--help');
    expect(status).toBe(0);
    expect(stdout).toContain('taskwright annotate <domain>');
    expect((await taskwright('annotate', '--help')).stdout).toContain('Examples:');
  });
  it('offers the near miss of a command', async () => {
    const { status, stderr } = await taskwright('anotate', 'retail');
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean annotate?');
  });
});
