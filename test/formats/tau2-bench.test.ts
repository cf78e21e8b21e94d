import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/base/json/index.ts';
import {
  readTau2Splits,
  readTau2Tasks,
  tasksOfSplit,
  tau2CriteriaFindings,
  writeTau2Tasks,
} from '../../src/formats/index.ts';
import { describeWithShared, readShared } from '../shared.ts';

const TASK: JsonObject = {
  id: 'bags-1',
  description: { purpose: 'adding a bag', relevant_policies: null, notes: null },
  user_scenario: {
    persona: 'In a hurry.',
    instructions: {
      task_instructions: 'Take the cheaper one.',
      domain: 'airline',
      reason_for_call: 'You want one more bag.',
      known_info: 'You are Ada Moss.',
      unknown_info: null,
    },
  },
  ticket: 'kept as it is',
  initial_state: {
    initialization_data: {
      agent_data: { users: { ada_moss_1: { membership: 'gold', name: { last_name: 'Mosse' } } } },
      user_data: { phone: { on: true } },
    },
    initialization_actions: [{ env_type: 'user', func_name: 'switch_off', arguments: {} }],
    message_history: [
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        tool_calls: [{ id: '1', name: 'think', arguments: { thought: 'x' }, requestor: 'assistant' }],
      },
    ],
  },
  evaluation_criteria: {
    actions: [
      { action_id: 'a', name: 'think', arguments: { thought: 'y' }, info: null, compare_args: ['thought'] },
      { action_id: 'b', requestor: 'user', name: 'switch_on', arguments: {}, info: 'so that it works' },
    ],
    communicate_info: ['50'],
    nl_assertions: ['Agent says goodbye.'],
    reward_basis: ['DB', 'ACTION'],
  },
};

const withCriteria = (criteria: JsonValue): JsonObject => ({ ...TASK, evaluation_criteria: criteria });

describe('τ²-bench tasks', () => {
  it('become scenario, gold actions, outputs, notes, criteria and a start', () => {
    const [task] = readTau2Tasks([TASK]);
    expect(task).toMatchObject({
      id: 'bags-1',
      scenario: {
        reason: 'You want one more bag.',
        known: 'You are Ada Moss.',
        preferences: 'Take the cheaper one.',
        persona: 'In a hurry.',
      },
      goldActions: [
        { tool: 'think', args: { thought: 'y' }, compareArgs: ['thought'] },
        { tool: 'switch_on', args: {}, requestor: 'user', because: 'so that it works' },
      ],
      outputs: ['50'],
      notes: [{ text: 'Agent says goodbye.' }],
      criteria: ['database', 'actions'],
      initialState: {
        rows: { users: { ada_moss_1: { membership: 'gold', name: { last_name: 'Mosse' } } } },
        actions: [
          { tool: 'switch_off', args: {}, requestor: 'user' },
          { tool: 'think', args: { thought: 'x' } },
        ],
      },
    });
  });

  it('are graded on database and outputs where they do not say', () => {
    expect(readTau2Tasks([withCriteria(null)])[0]?.criteria).toEqual(['database', 'outputs']);
  });

  it('are written back without a difference', () => {
    for (const task of [TASK, withCriteria(null), withCriteria({ actions: null })]) {
      expect(writeTau2Tasks(readTau2Tasks([task]))).toEqual([task]);
    }
  });

  it('show a change and nothing else when one part was changed', () => {
    const [task] = readTau2Tasks([TASK]);
    const written = writeTau2Tasks([{ ...task!, outputs: ['75'] }]) as readonly JsonObject[];
    const criteria = TASK.evaluation_criteria as JsonObject;
    expect(written).toEqual([withCriteria({ ...criteria, communicate_info: ['75'] })]);
  });

  it('can be made from a task of our own and read again', () => {
    const own = {
      id: 'own',
      scenario: { reason: 'Cancel my trip.', known: 'I am Ada.', preferences: 'Be quick.' },
      goldActions: [{ tool: 'think', args: { thought: 'z' } }],
      outputs: ['1'],
      notes: [],
      tags: [],
    };
    const [read] = readTau2Tasks(writeTau2Tasks([own], { domain: 'airline' }));
    expect(read).toMatchObject({ ...own, criteria: ['database', 'outputs'] });
  });

  it.each([
    [{ id: 'x' }, '"user_scenario" is no object'],
    [withCriteria({ actions: 'none' }), '"actions" is no list'],
    [withCriteria({ actions: [{ arguments: {} }] }), 'action 0 has no "name"'],
    [withCriteria({ reward_basis: ['LUCK'] }), '"LUCK" is no part of a reward'],
    [{ ...TASK, initial_state: 'fresh' }, '"initial_state" is no object'],
    [{ ...TASK, initial_state: { initialization_data: { agent_data: [] } } }, 'holds no rows by table'],
  ])('of another shape are refused: %#', (task, message) => {
    expect(() => readTau2Tasks([task as JsonValue])).toThrow(message);
  });
});

describe('empty criteria of τ²-bench tasks', () => {
  const codesOf = (criteria: JsonValue): string[] =>
    tau2CriteriaFindings(readTau2Tasks([withCriteria(criteria)])[0]!).map(({ code }) => code);

  it('are an error where nothing decides a pass', () => {
    expect(codesOf(null)).toContain('no-criteria');
    expect(codesOf({ actions: [], communicate_info: [], nl_assertions: ['Agent refuses.'] })).toEqual([
      'no-criteria',
      'empty-criterion',
      'uncounted-criterion',
    ]);
  });

  it('are none where a criterion that counts has something to check', () => {
    expect(codesOf({ actions: [{ name: 'think', arguments: {} }] })).toEqual([]);
    expect(codesOf({ actions: null, communicate_info: ['4'], reward_basis: ['COMMUNICATE'] })).toEqual([]);
  });
});

describe('τ²-bench splits', () => {
  it('choose tasks by id, in the order of the split', () => {
    const tasks = readTau2Tasks([TASK, { ...TASK, id: 'bags-2' }]);
    const splits = readTau2Splits({ train: ['bags-2', 'bags-1'] });
    expect(tasksOfSplit(tasks, splits, 'train').map(({ id }) => id)).toEqual(['bags-2', 'bags-1']);
    expect(() => tasksOfSplit(tasks, splits, 'tain')).toThrow('the file has no such split');
    expect(() => tasksOfSplit(tasks, { all: ['3'] }, 'all')).toThrow('no task has the id "3"');
    expect(() => readTau2Splits({ train: '1' })).toThrow('not lists of task ids');
  });
});

describeWithShared('τ²-bench files', () => {
  const cases = [
    ['airline/tasks.json', 50],
    ['retail/tasks.json', 114],
    ['telecom/tasks.json.gz', 2285],
  ] as const;

  it.each(cases)('%s is read and written back without a difference', (path, count) => {
    const document = JSON.parse(readShared(`oracles/tau2/${path}`)) as JsonValue;
    const tasks = readTau2Tasks(document, path);
    expect(tasks).toHaveLength(count);
    expect(writeTau2Tasks(tasks)).toEqual(document);
  });

  it('of the first release leave 7 airline tasks and 1 retail task without anything to check', () => {
    const unchecked = ['airline', 'retail'].map((domain) => {
      const tasks = readTau2Tasks(JSON.parse(readShared(`oracles/tau2/${domain}/tasks.json`)) as JsonValue);
      return tasks.filter((task) => tau2CriteriaFindings(task).some(({ code }) => code === 'no-criteria'))
        .length;
    });
    expect(unchecked).toEqual([7, 1]);
  });
});
