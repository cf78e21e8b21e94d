import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/base/json/index.ts';
import { checkTau2Folder, readDocument, type Tau2Folder } from '../../src/formats/index.ts';
import { describeWithShared, sharedPath } from '../shared.ts';

/** A task with every field of the published data model. */
const TASK: JsonObject = {
  id: 't1',
  description: { purpose: 'a', relevant_policies: 'b', notes: 'c' },
  user_scenario: {
    persona: 'calm',
    instructions: {
      domain: 'retail',
      reason_for_call: 'a',
      known_info: 'b',
      unknown_info: 'c',
      task_instructions: 'd',
    },
  },
  ticket: 'a',
  initial_state: {
    initialization_data: { agent_data: { users: {} }, user_data: { phone: {} } },
    initialization_actions: [{ env_type: 'user', func_name: 'f', arguments: { a: 1 } }],
    message_history: [
      {
        role: 'assistant',
        content: 'a',
        tool_calls: [{ id: 'c1', name: 'f', arguments: {}, requestor: 'assistant' }],
        turn_idx: 1,
        timestamp: '2025-01-01',
        cost: 0.5,
        usage: { tokens: 1 },
        raw_data: {},
      },
      {
        id: 'c1',
        role: 'tool',
        content: 'a',
        requestor: 'assistant',
        error: false,
        turn_idx: 2,
        timestamp: '2025-01-01',
      },
    ],
  },
  evaluation_criteria: {
    actions: [
      { action_id: 'a1', requestor: 'user', name: 'f', arguments: {}, info: 'a', compare_args: ['x'] },
    ],
    env_assertions: [
      { env_type: 'assistant', func_name: 'f', arguments: {}, assert_value: true, message: 'a' },
    ],
    communicate_info: ['5'],
    nl_assertions: ['a'],
    reward_basis: ['DB', 'ENV_ASSERTION', 'NL_ASSERTION', 'ACTION', 'COMMUNICATE'],
  },
  issues: [
    {
      id: 'i1',
      title: 'a',
      description: 'b',
      status: 'open',
      resolution: 'c',
      created_at: '2025-01-01',
      resolved_at: '2025-01-02',
      author_email: 'a@example.com',
      pr_link: 'd',
      simulation_file: 'e',
    },
  ],
  required_documents: ['a'],
  user_tools: ['f'],
};

const ADDRESS = { address1: 'a', address2: '', city: 'b', country: 'c', state: 'd', zip: '1' };
const NAME = { first_name: 'Ada', last_name: 'Moss' };

/** Rows with every field of each published database. */
const DATABASES: Readonly<Record<string, JsonObject>> = {
  retail: {
    products: {
      p1: {
        name: 'Cup',
        product_id: 'p1',
        variants: { v1: { item_id: 'v1', options: { size: 's' }, available: true, price: 5 } },
      },
    },
    users: {
      u1: {
        user_id: 'u1',
        name: NAME,
        address: ADDRESS,
        email: 'a@example.com',
        payment_methods: {
          c: { source: 'credit_card', id: 'c', brand: 'visa', last_four: '1234' },
          g: { source: 'gift_card', id: 'g', balance: 5 },
          p: { source: 'paypal', id: 'p' },
        },
        orders: ['#W1'],
      },
    },
    orders: {
      '#W1': {
        order_id: '#W1',
        user_id: 'u1',
        address: ADDRESS,
        items: [{ name: 'Cup', product_id: 'p1', item_id: 'v1', price: 5, options: { size: 's' } }],
        status: 'pending',
        fulfillments: [{ tracking_id: ['1'], item_ids: ['v1'] }],
        payment_history: [{ transaction_type: 'payment', amount: 5, payment_method_id: 'c' }],
        cancel_reason: 'no longer needed',
        exchange_items: ['v1'],
        exchange_new_items: ['v1'],
        exchange_payment_method_id: 'c',
        exchange_price_difference: 0.5,
        return_items: ['v1'],
        return_payment_method_id: 'c',
      },
    },
  },
  airline: {
    flights: {
      F1: {
        flight_number: 'F1',
        origin: 'JFK',
        destination: 'SEA',
        scheduled_departure_time_est: '06:00:00',
        scheduled_arrival_time_est: '09:00:00',
        dates: {
          '2024-05-10': { status: 'available', available_seats: { economy: 1 }, prices: { economy: 90 } },
          '2024-05-11': { status: 'landed', actual_departure_time_est: 'a', actual_arrival_time_est: 'b' },
          '2024-05-12': { status: 'cancelled' },
          '2024-05-13': {
            status: 'delayed',
            estimated_departure_time_est: 'a',
            estimated_arrival_time_est: 'b',
          },
          '2024-05-14': { status: 'flying', actual_departure_time_est: 'a', estimated_arrival_time_est: 'b' },
          '2024-05-15': {
            status: 'on time',
            estimated_departure_time_est: 'a',
            estimated_arrival_time_est: 'b',
          },
        },
      },
    },
    users: {
      u1: {
        user_id: 'u1',
        name: NAME,
        address: ADDRESS,
        email: 'a@example.com',
        dob: '1990-01-01',
        payment_methods: {
          c: { source: 'credit_card', id: 'c', brand: 'visa', last_four: '1234' },
          g: { source: 'gift_card', id: 'g', amount: 5 },
          d: { source: 'certificate', id: 'd', amount: 5 },
        },
        saved_passengers: [{ ...NAME, dob: '1990-01-01' }],
        membership: 'gold',
        reservations: ['R1'],
      },
    },
    reservations: {
      R1: {
        reservation_id: 'R1',
        user_id: 'u1',
        origin: 'JFK',
        destination: 'SEA',
        flight_type: 'one_way',
        cabin: 'economy',
        flights: [{ flight_number: 'F1', origin: 'JFK', destination: 'SEA', date: '2024-05-10', price: 90 }],
        passengers: [{ ...NAME, dob: '1990-01-01' }],
        payment_history: [{ payment_id: 'c', amount: 90 }],
        created_at: 'a',
        total_baggages: 1,
        nonfree_baggages: 0,
        insurance: 'no',
        status: 'cancelled',
      },
    },
  },
};

const folder = (changes: Partial<Tau2Folder> = {}): Tau2Folder => ({
  domain: 'retail',
  tasks: [TASK],
  splits: { base: ['t1'] },
  database: DATABASES.retail as JsonValue,
  policy: 'Be kind.',
  ...changes,
});

type Path = readonly (string | number)[];

/** Paths of all members and items inside a value. */
function pathsIn(value: JsonValue, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsIn(member as JsonValue, path)];
  });
}

/** A copy with the value at a path replaced, or taken out. */
function changed(
  value: JsonValue,
  path: Path,
  replace: (before: JsonValue) => JsonValue | undefined,
): JsonValue {
  const copy = JSON.parse(JSON.stringify(value)) as never;
  let place = copy as Record<string | number, JsonValue>;
  for (const step of path.slice(0, -1)) place = place[step] as never;
  const last = path.at(-1) as string | number;
  const after = replace(place[last] as JsonValue);
  if (after === undefined) delete place[last];
  else place[last] = after;
  return copy;
}

/** A value of a kind that the field cannot have. */
function wrong(before: JsonValue): JsonValue {
  if (typeof before === 'string') return 5;
  return typeof before === 'object' ? 7 : { of: 'another kind' };
}

const textOf = (path: Path): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');

/** Fields whose content is free: what lies inside them is not the data model's. */
const FREE = /(^|\.)(arguments|agent_data|user_data|usage|raw_data)[.[]/;
const TASK_FIELDS = pathsIn(TASK).filter((path) => !FREE.test(textOf(path).slice(1)));

/** Fields of a task that have to be there; all others may be absent. */
const REQUIRED = [
  '.id',
  '.user_scenario',
  '.user_scenario.instructions',
  '.user_scenario.instructions.domain',
  '.user_scenario.instructions.reason_for_call',
  '.user_scenario.instructions.task_instructions',
  '.initial_state.initialization_actions[0].env_type',
  '.initial_state.initialization_actions[0].func_name',
  '.initial_state.initialization_actions[0].arguments',
  '.initial_state.message_history[0].role',
  '.initial_state.message_history[0].tool_calls[0].name',
  '.initial_state.message_history[0].tool_calls[0].arguments',
  '.initial_state.message_history[1].id',
  '.initial_state.message_history[1].role',
  '.evaluation_criteria.actions[0].action_id',
  '.evaluation_criteria.actions[0].name',
  '.evaluation_criteria.actions[0].arguments',
  '.evaluation_criteria.env_assertions[0].env_type',
  '.evaluation_criteria.env_assertions[0].func_name',
  '.evaluation_criteria.env_assertions[0].arguments',
  '.issues[0].id',
  '.issues[0].title',
];

describe('the checker of a τ²-bench folder', () => {
  it('accepts a task with every field, and each database with every field', () => {
    expect(checkTau2Folder(folder())).toEqual([]);
    expect(checkTau2Folder(folder({ domain: 'airline', database: DATABASES.airline as JsonValue }))).toEqual(
      [],
    );
  });

  it.each(TASK_FIELDS.map((path) => [textOf(path), path] as const))(
    'refuses a value of another kind in task%s',
    (text, path) => {
      const findings = checkTau2Folder(folder({ tasks: [changed(TASK, path, wrong)] }));
      const errors = findings.filter(({ code }) => code === 'tau2-shape');
      expect(errors.length).toBeGreaterThan(0);
      // A message whose role is wrong is none of the known kinds, so that the whole message is named.
      if (!text.endsWith('.role')) expect(errors.map(({ at }) => at)).toContainEqual(`tasks.json[0]${text}`);
    },
  );

  it.each(
    TASK_FIELDS.filter((path) => typeof path.at(-1) === 'string').map(
      (path) => [textOf(path), path] as const,
    ),
  )('knows whether task%s may be absent', (text, path) => {
    const findings = checkTau2Folder(folder({ tasks: [changed(TASK, path, () => undefined)] }));
    expect(findings.some(({ code }) => code === 'tau2-shape')).toBe(REQUIRED.includes(text));
  });

  it.each(
    Object.entries(DATABASES).flatMap(([domain, tables]) =>
      pathsIn(tables).map((path) => [domain, textOf(path), path] as const),
    ),
  )('refuses a value of another kind in db.json of %s at %s', (domain, _text, path) => {
    const database = changed(DATABASES[domain] as JsonValue, path, wrong);
    const errors = checkTau2Folder(folder({ domain, database })).filter(
      ({ severity }) => severity === 'error',
    );
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]?.at?.startsWith(`db.json.${path[0]}`)).toBe(true);
  });

  it.each<[string, Partial<Tau2Folder>, string]>([
    ['tasks that are no list', { tasks: {} }, 'expected a list of tasks'],
    [
      'a part of the reward there is none of',
      { tasks: [changed(TASK, ['evaluation_criteria', 'reward_basis'], () => ['LUCK'])] },
      'reward_basis[0]',
    ],
    ['a task id that occurs twice', { tasks: [TASK, TASK] }, '"t1" occurs twice'],
    [
      'an action id that occurs twice',
      {
        tasks: [
          changed(TASK, ['evaluation_criteria', 'actions'], (actions) => [
            ...(actions as []),
            ...(actions as []),
          ]),
        ],
      },
      '"a1" occurs twice',
    ],
    ['a split with a task there is none of', { splits: { base: ['t1', 't2'] } }, 'no task has the id "t2"'],
    ['splits without the default one', { splits: { train: ['t1'] } }, 'split "base"'],
    ['splits that are no lists', { splits: { base: 't1' } }, 'split_tasks.json.base'],
    ['an empty policy', { policy: ' ' }, 'policy.md'],
    ['a missing database', { database: undefined }, 'expected an object of tables'],
    ['a table of another name', { database: { ...DATABASES.retail, stock: {} } }, 'no such table'],
    ['a missing table', { database: { users: {}, orders: {} } }, 'db.json.products'],
  ])('refuses %s', (_title, changes, message) => {
    const errors = checkTau2Folder(folder(changes)).filter(({ severity }) => severity === 'error');
    expect(errors.map((finding) => finding.message).join('\n')).toContain(message);
  });

  it('names what the reader drops, and a database it knows nothing of', () => {
    expect(checkTau2Folder(folder({ tasks: [{ ...TASK, annotations: null }] }))).toMatchObject([
      { code: 'tau2-dropped', severity: 'note', at: 'tasks.json[0].annotations' },
    ]);
    expect(checkTau2Folder(folder({ domain: 'zoo', database: { lions: {} } }))).toMatchObject([
      { code: 'tau2-unknown-database', severity: 'note' },
    ]);
  });

  it('says of many rows with one fault how many there are', () => {
    const user = (DATABASES.retail as { users: JsonObject }).users.u1 as JsonObject;
    const { email: _, ...rest } = user;
    const database = { ...DATABASES.retail, users: { a: rest, b: rest, c: rest } };
    const findings = checkTau2Folder(folder({ database }));
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toContain('(and 2 times more)');
  });
});

describeWithShared('the published τ²-bench folders', () => {
  it.each([
    ['retail', 'db.json.gz', ''],
    ['airline', 'db.json.gz', ''],
    ['telecom', 'db.toml', '.gz'],
  ])('of %s are accepted', (domain, database, packed) => {
    const at = (file: string): string => sharedPath(`oracles/tau2/${domain}/${file}`);
    const findings = checkTau2Folder({
      domain,
      tasks: readDocument(at(`tasks.json${packed}`)),
      splits: readDocument(at(`split_tasks.json${packed}`)),
      database: readDocument(at(database)),
      policy: 'Be kind.',
    });
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(new Set(findings.map(({ at: place }) => place?.split('.').at(-1)))).toEqual(
      new Set(domain === 'airline' ? ['annotations'] : []),
    );
  });
});
