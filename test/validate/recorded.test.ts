import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/base/json/index.ts';
import { loadDatabase, loadDomain } from '../../src/formats/index.ts';
import { readRecorded } from '../../src/formats/read-recorded.ts';
import { readMessages } from '../../src/formats/recorded-messages.ts';
import { readTau2Results, readTauResults } from '../../src/formats/recorded-results.ts';
import { RecordingImporter } from '../../src/validate/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';
import { describeWithShared, sharedPath } from '../shared.ts';

const call = (id: string, args: JsonValue): JsonValue => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, function: { name: 'close_purchase', arguments: args } }],
});

describe('recorded messages', () => {
  it('keep calls whose ids repeat apart, and join answers in order', () => {
    const turns = readMessages([
      call('x', '{"purchase":"p100","charge":1}'),
      { role: 'tool', tool_call_id: 'x', content: 'first' },
      call('x', '{"purchase":"p200","charge":1}'),
      { role: 'tool', tool_call_id: 'x', content: 'Error: second' },
    ]);
    const answers = turns.flatMap((turn) =>
      turn.role === 'tool' ? [[turn.call, turn.observation.failed]] : [],
    );
    expect(answers).toEqual([
      ['x', false],
      ['x-2', true],
    ]);
  });

  it('keep arguments that are no JSON as text', () => {
    const [turn] = readMessages([call('x', "{'purchase': 1}")]);
    expect(turn).toMatchObject({ calls: [{ args: {}, unreadable: "{'purchase': 1}" }] });
  });

  it('read calls of text-protocol agents and their answers', () => {
    const turns = readMessages([
      {
        role: 'assistant',
        content: 'Thought: ok\nAction:\n{"name": "get_purchase", "arguments": {"purchase": "p100"}}',
      },
      { role: 'user', content: 'API output: {}' },
      { role: 'assistant', content: 'Action: {"name": "respond", "arguments": {"content": "Bye"}}' },
    ]);
    expect(turns.map(({ role }) => role)).toEqual(['agent', 'tool', 'agent']);
    expect(turns[2]).toEqual({ role: 'agent', text: 'Bye' });
  });
});

describe('recorded results', () => {
  const actions = [{ name: 'close_purchase', kwargs: { purchase: 'p100', charge: 5 } }];
  const traj = [
    { role: 'user', content: 'Close it.' },
    call('1', '{"purchase":"p100","charge":5}'),
    { role: 'tool', tool_call_id: '1', content: 'ok' },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Thanks ###STOP###' },
  ];
  const importAll = (recordings: ReturnType<typeof readTauResults>) => {
    const importer = new RecordingImporter({
      run: 'r',
      domain: shop,
      databases: [{ name: 'shop', database: shopDatabase() }],
      options: () => ({}),
    });
    for (const recording of recordings) importer.learn(recording);
    importer.choose();
    return recordings.map((recording) => importer.import(recording).trial);
  };

  it('of τ-bench are replayed and graded; a crashed trial is void', () => {
    const document = [
      { task_id: 0, reward: 0, info: { task: { instruction: 'x', actions, outputs: [] } }, traj, trial: 0 },
      { task_id: 0, reward: 0, info: { error: 'boom' }, traj: [], trial: 1 },
    ] as unknown as JsonValue[];
    const [first, second] = importAll(readTauResults(document, 'shop', 'file'));
    expect(first).toMatchObject({ task: '0', trial: 0, stop: 'user-stop', verdict: { kind: 'pass' } });
    expect(second).toMatchObject({ trial: 1, verdict: { kind: 'void', reason: 'infrastructure' } });
  });

  it('of τ²-bench are replayed and graded', () => {
    const document = {
      info: { environment_info: { domain_name: 'shop' }, agent_info: { llm: 'm' } },
      tasks: [
        {
          id: 'a',
          user_scenario: { instructions: { reason_for_call: 'x' } },
          evaluation_criteria: {
            actions: [{ name: 'close_purchase', arguments: { purchase: 'p100', charge: 5 } }],
            reward_basis: ['DB'],
          },
        },
      ],
      simulations: [
        {
          task_id: 'a',
          termination_reason: 'user_stop',
          messages: [
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'c', name: 'close_purchase', arguments: { purchase: 'p100', charge: 6 } }],
            },
            { role: 'tool', id: 'c', content: 'ok' },
          ],
          reward_info: { reward: 1, db_check: { db_match: true } },
        },
      ],
    } as unknown as JsonValue;
    const [trial] = importAll(readTau2Results(document as never, 'file'));
    expect(trial).toMatchObject({ task: 'a', agent: 'm', stop: 'user-stop', verdict: { kind: 'fail' } });
  });
});

describeWithShared('recordings of real models', () => {
  // [file, domain, databases, trials, countable, compared, agreeing]
  const cases = [
    ['tau1-airline-sierra-gpt4o', 'airline', ['tau1/airline/db', 'tau1/airline/db-2024'], 200, 200, 200],
    ['tau1-retail-shahabeddin-gpt41mini', 'retail', ['tau1/retail/db'], 115, 115, 115],
  ] as const;
  it.each(cases)(
    '%s: our database verdict is the recorded replay’s',
    async (file, name, paths, trials, countable, agreeing) => {
      const domain = await loadDomain(name);
      const databases = paths.map((path) => ({
        name: path,
        database: loadDatabase(domain, sharedPath(`oracles/${path}`)),
      }));
      const importer = new RecordingImporter({
        run: 'r',
        domain,
        databases,
        options: (dialect) => ({ dialect }),
      });
      const path = sharedPath(`trajectories/${file}.jsonl.gz`);
      for await (const recording of readRecorded(path)) importer.learn(recording);
      importer.choose();
      const outcomes = new Map<string, Set<string>>();
      let counted = 0;
      let agree = 0;
      let all = 0;
      for await (const recording of readRecorded(path)) {
        const { trial, comparison } = importer.import(recording);
        all += 1;
        if (trial.verdict.kind !== 'void') counted += 1;
        if (comparison !== null && comparison.ours === comparison.recorded) agree += 1;
        outcomes.set(trial.task, (outcomes.get(trial.task) ?? new Set()).add(trial.outcome.hash));
      }
      expect({ all, counted, agree }).toEqual({ all: trials, counted: countable, agree: agreeing });
      if (!file.includes('gpt4o')) return;
      const sizes = [...outcomes.values()].map(({ size }) => size);
      expect([1, 2, 3, 4].map((size) => sizes.filter((each) => each === size).length)).toEqual([
        11, 19, 12, 8,
      ]);
    },
  );
});
