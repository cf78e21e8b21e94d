import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/base/json/index.ts';
import { readPythonCall } from '../../src/formats/python-call.ts';
import { cleanNote, looksLikeTedSamples, readTedSamples } from '../../src/formats/ted-dataset.ts';
import { describeWithShared, readShared } from '../shared.ts';

const sample = (goals: readonly unknown[], metadata: object = {}): JsonValue =>
  JSON.parse(
    JSON.stringify([
      {
        id: 's',
        domain: 'd',
        input: [{ content: 'Get tea.', terminating_condition: 'When served.' }],
        metadata: { subgoals: goals, ...metadata },
      },
    ]),
  ) as JsonValue;

describe('readTedSamples', () => {
  it('makes a task with notes, their kinds, and the expected calls', () => {
    const calls = ["[{'tool_code': 'pour(cup=c1, sugar=2)', 'output': '$AnyValue'}]", 'no call at all'];
    const [task] = readTedSamples(
      sample(
        [
          { details: 'Agent pours tea.' },
          { details: "Agent doesn't spill." },
          { details: '"Agent should stir after pouring",' },
        ],
        { expectedTools: calls },
      ),
      'x',
    );
    expect(task?.notes.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'milestone: Agent pours tea.',
      "forbidden: Agent doesn't spill.",
      'order: Agent should stir after pouring',
    ]);
    expect(task?.goldActions).toEqual([{ tool: 'pour', args: { cup: 'c1', sugar: 2 } }]);
    expect(task?.source?.extra).toEqual({ unreadCalls: ['no call at all'] });
    expect(task?.scenario).toEqual({ instruction: 'Get tea.', fallback: 'When served.' });
  });

  it.each<[string, JsonValue]>([
    ['not a list', {}],
    ['no sub-goals', [{ id: 'a' }]],
    ['no "details"', sample([{ details: ' ' }])],
  ])('refuses a document with %s', (message, document) => {
    expect(() => readTedSamples(document, 'x')).toThrow(message);
  });

  it.each([
    ['"Agent calls \\"a\\".",', 'Agent calls "a".'],
    [' plain  text ', 'plain text'],
    ['Agent says "hello"', 'Agent says "hello"'],
  ])('cleans %j', (details, text) => {
    expect(cleanNote(details)).toBe(text);
  });
});

describe('readPythonCall', () => {
  it.each([
    [
      "f(a='x, y', b=[1, 'two', {'k': None}])",
      { tool: 'f', args: { a: 'x, y', b: [1, 'two', { k: null }] } },
    ],
    ['f()', { tool: 'f', args: {} }],
    ['f(a=True, b=word_1)', { tool: 'f', args: { a: true, b: 'word_1' } }],
    ['f(a)', undefined],
    ['f(a=[1)', undefined],
    ["f(a='x)", undefined],
    ['text', undefined],
  ])('%s', (text, call) => {
    expect(readPythonCall(text)).toEqual(call);
  });
});

describeWithShared("TED's data sets", () => {
  it.each([
    ['tau2bench_dataset', 21, 63],
    ['tau2bench_dataset_easy', 5, null],
    ['tau2bench_dataset_hard', 16, null],
    ['tau2bench_dataset_small', null, null],
    ['toolsandbox_dataset', 37, 109],
    ['sample', null, null],
  ])('%s is read: %s samples, %s notes', (file, samples, notes) => {
    const document = JSON.parse(readShared(`oracles/ted/datasets/${file}.json`)) as JsonValue;
    expect(looksLikeTedSamples(document)).toBe(true);
    const tasks = readTedSamples(document, file);
    if (samples !== null) expect(tasks).toHaveLength(samples);
    const all = tasks.flatMap((task) => task.notes);
    if (notes !== null) expect(all).toHaveLength(notes);
    expect(all.every(({ text }) => !/^"|,$|\\/.test(text))).toBe(true);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
  });

  it('all expected calls of the τ²-bench set are read, and its one negative note is forbidden', () => {
    const tasks = readTedSamples(JSON.parse(readShared('oracles/ted/datasets/tau2bench_dataset.json')), 'x');
    expect(tasks.flatMap(({ source }) => source?.extra?.unreadCalls ?? [])).toEqual([]);
    expect(tasks.flatMap(({ goldActions }) => goldActions)).toHaveLength(77);
    expect(tasks.flatMap((task) => task.notes).filter(({ kind }) => kind === 'forbidden')).toHaveLength(1);
  });
});
