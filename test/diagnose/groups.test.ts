import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeGroups, groupByWords } from '../../src/diagnose/group.ts';
import { groupByModel } from '../../src/diagnose/group-by-model.ts';
import { JudgeJournal } from '../../src/diagnose/judge/journal.ts';
import type { LowLevelError } from '../../src/diagnose/low-level-error.ts';
import { remediesByCode, remediesByModel } from '../../src/diagnose/remedies.ts';
import { adjustedRand, groupingStability } from '../../src/diagnose/stability.ts';
import { termVectors, wordsOf } from '../../src/diagnose/tf-idf.ts';
import { findingsOfNotes, judgeAgreement } from '../../src/diagnose/worded-badly.ts';
import { replying } from './judge/scripted-judge.ts';

function error(id: string, label: string, tool?: string): LowLevelError {
  const [task = '', trial = '0'] = id.split('/');
  const base = {
    id,
    task,
    trial: Number(trial),
    persona: null,
    note: 'n',
    label,
    explanation: label,
    turns: [1],
  };
  return { ...base, ...(tool !== undefined && { tool }), by: 'code' };
}

const LABELS = [
  'close_purchase: wrong charge',
  'close_purchase: not called',
  'open_purchase: wrong sku',
  'open_purchase: not called',
  'value not told to the user',
  'policy broken: confirmed-before-write',
];
const errors = Array.from({ length: 30 }, (_, index) => {
  const label = LABELS[index % LABELS.length]!;
  return error(`t${index % 7}/${index}`, label, label.includes(':') ? label.split(':')[0] : undefined);
});

describe('groupByWords', () => {
  it('puts every error into exactly one group, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(errors, { minLength: 1 }), (some) => {
        const groups = groupByWords(some);
        expect([...groups.keys()].sort()).toEqual(some.map(({ id }) => id).sort());
        const again = groupByWords([...some].reverse());
        const order = some.map(({ id }) => id);
        expect(
          adjustedRand(
            order.map((id) => groups.get(id)!),
            order.map((id) => again.get(id)!),
          ),
        ).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps errors of different tools apart and joins those of one', () => {
    const groups = groupByWords(errors);
    const of = (label: string) => groups.get(errors.find((item) => item.label === label)!.id);
    expect(of('close_purchase: wrong charge')).toBe(of('close_purchase: not called'));
    expect(of('close_purchase: wrong charge')).not.toBe(of('open_purchase: wrong sku'));
    expect(of('value not told to the user')).not.toBe(of('open_purchase: wrong sku'));
  });

  it('makes no more groups than asked for', () => {
    expect(new Set(groupByWords(errors, { apart: 0, most: 3 }).values()).size).toBe(3);
  });

  it('of nothing is nothing', () => {
    expect(groupByWords([])).toEqual(new Map());
    expect(describeGroups([], new Map(), 0)).toEqual([]);
  });

  it('groups come with counts of trials, intervals, exemplars, tools and tasks', () => {
    const [first] = describeGroups(errors, groupByWords(errors), 30);
    expect(first?.trials).toBe(10);
    expect(first?.interval.low).toBeLessThan(10 / 30);
    expect(first?.interval.high).toBeGreaterThan(10 / 30);
    expect(first?.exemplars).toHaveLength(3);
    expect(first?.tools).toHaveLength(1);
    expect(first?.tasks.length).toBeGreaterThan(1);
  });

  it('is stable when a fifth of the errors is left out', () => {
    expect(groupingStability(errors).mean).toBeGreaterThan(0.9);
  });
});

describe('adjustedRand', () => {
  it.each([
    [[0, 0, 1, 1], [1, 1, 0, 0], 1],
    [[0, 0, 0, 0], [0, 0, 0, 0], 1],
    // Hand-computed: 2 pairs together in both, expected 4·4/15, most 4.
    [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], 0.2424],
  ])('of %j and %j is %d', (left, right, value) => {
    expect(adjustedRand(left, right)).toBeCloseTo(value, 4);
  });
});

describe('termVectors', () => {
  it('have length 1 and leave values out', () => {
    const [vector] = termVectors([wordsOf('wrong charge "p100" 55 wrong'), wordsOf('other words')]);
    expect([...vector!.keys()].sort()).toEqual(['charge', 'wrong']);
    expect([...vector!.values()].reduce((sum, weight) => sum + weight ** 2, 0)).toBeCloseTo(1);
  });
});

describe('groupByModel', () => {
  const labels = [...new Set(errors.map(({ label }) => label))].sort();
  const ask = (groups: unknown) =>
    groupByModel(errors, { model: replying(JSON.stringify({ groups })), journal: JudgeJournal.inMemory() });

  it('takes the groups of the model', async () => {
    const found = await ask([
      { label: 'one', members: ['e1', 'e2', 'e3'] },
      { label: 'two', members: ['e4', 'e5', 'e6'] },
    ]);
    expect(found).toMatchObject({
      by: 'model',
      labels: ['one', 'two'],
      repaired: { omitted: 0, doubled: 0, unknown: 0 },
    });
    expect(new Set(found.groupOf.keys()).size).toBe(errors.length);
  });

  it('repairs what is left out, doubled and made up, so that each error has one group', async () => {
    const found = await ask([
      { label: 'one', members: ['e1', 'e2', 'e99'] },
      { label: 'two', members: ['e2', 'e3'] },
    ]);
    expect(found.repaired).toEqual({ omitted: labels.length - 3, doubled: 1, unknown: 1 });
    expect(new Set(found.groupOf.keys()).size).toBe(errors.length);
    expect([...found.groupOf.values()].every((group) => group === 0 || group === 1)).toBe(true);
  });

  it.each(['', 'no json', '```json\n{"groups":[]}\n```', '{"groups":[]}'])(
    'falls back to words on %j',
    async (text) => {
      const found = await groupByModel(errors, { model: replying(text), journal: JudgeJournal.inMemory() });
      expect(found.by).toBe('words');
      expect(new Set(found.groupOf.keys()).size).toBe(errors.length);
    },
  );
});

describe('remedies', () => {
  const groups = describeGroups(errors, groupByWords(errors), 30);

  it('by code name the tool and what to do', () => {
    const remedies = remediesByCode(groups, errors);
    expect(remedies).toHaveLength(groups.length);
    expect(remedies.every(({ text, by }) => text.length > 30 && by === 'code')).toBe(true);
    expect(remedies.some(({ text }) => text.includes('close_purchase'))).toBe(true);
  });

  it('by a model, and by code for the categories it leaves out', async () => {
    const text = JSON.stringify({ remedies: [{ group: 'g1', text: 'Work amounts out anew.' }] });
    const remedies = await remediesByModel(groups, errors, {
      model: replying(text),
      journal: JudgeJournal.inMemory(),
    });
    expect(remedies.map(({ by }) => by)).toEqual(['model', ...groups.slice(1).map(() => 'code')]);
    const broken = await remediesByModel(groups, errors, {
      model: replying(''),
      journal: JudgeJournal.inMemory(),
    });
    expect(broken.every(({ by }) => by === 'code')).toBe(true);
  });
});

describe('findingsOfNotes', () => {
  const vote = (note: string, trial: number, votes: (0 | 1)[]) => ({
    task: 't',
    note,
    trial,
    votes,
    verdict: votes.length === 0 ? ('unscored' as const) : ('true' as const),
  });

  it('reports notes that judges split on, and those they cannot answer, and no others', () => {
    const votes = [0, 1, 2].flatMap((trial) => [
      vote('split', trial, [1, 0, 1]),
      vote('clear', trial, [1, 1]),
      vote('vague', trial, []),
    ]);
    expect(findingsOfNotes(votes).map(({ message }) => message)).toEqual([
      'judges disagree on note "split" (0.22 of at most 0.25)',
      'judges cannot answer note "vague" in 100 % of the trials',
    ]);
    expect(judgeAgreement(votes)).toBeLessThan(1);
  });
});
