import { describe, expect, it } from 'vitest';
import { Environment } from '../../src/environment/index.ts';
import type { Trial } from '../../src/simulate/index.ts';
import {
  decide,
  firstDivergence,
  gradeEvidence,
  type KnownAlternative,
  labelOutcome,
  type OutcomeKind,
  sequentialFor,
  symbolicOutcome,
} from '../../src/validate/index.ts';
import { shop } from '../fixtures/shop.ts';
import { database, gold, maker, tasks } from './fixture-run.ts';

const two = tasks.find(({ id }) => id === 'two')!;
const base = await maker(gold)({ task: 'two', persona: null, trial: 0 });

/** A trial that makes these calls and no others. */
function trialOf(calls: readonly (readonly [string, Record<string, string | number>])[]): Trial {
  const environment = new Environment(shop, database);
  const actions = calls.map(([tool, args]) => ({
    tool,
    args,
    observation: environment.call({ tool, args }).observation,
    effect: 'write' as const,
  }));
  return { ...base, actions, outcome: environment.outcome() };
}

const close = (purchase: string, charge: number) => ['close_purchase', { purchase, charge }] as const;

describe('labelOutcome', () => {
  const open: KnownAlternative = {
    id: 'a',
    outcome: symbolicOutcome(trialOf([close('p100', 9), close('p200', 3)]).outcome).hash,
    open: true,
    certain: false,
    reason: 'nothing names the charge',
  };
  const cases: readonly [
    string,
    OutcomeKind,
    boolean,
    Trial,
    readonly string[],
    readonly KnownAlternative[],
  ][] = [
    ['gold’s own writes', 'gold', true, trialOf([close('p100', 5), close('p200', 3)]), [], []],
    ['gold’s writes in another order', 'gold', true, trialOf([close('p200', 3), close('p100', 5)]), [], []],
    ['no writes', 'null', true, trialOf([]), [], []],
    ['one write of two', 'partial', true, trialOf([close('p200', 3)]), [], []],
    ['a broken rule', 'policy-violating', true, trialOf([close('p100', 60)]), ['charge.limit'], []],
    [
      'an open alternative',
      'legal-alternative',
      false,
      trialOf([close('p100', 9), close('p200', 3)]),
      [],
      [open],
    ],
    [
      'an alternative the scenario rules out',
      'unknown',
      true,
      trialOf([close('p100', 9), close('p200', 3)]),
      [],
      [{ ...open, open: false }],
    ],
    ['another charge', 'unknown', false, trialOf([close('p100', 9), close('p200', 3)]), [], []],
  ];
  it.each(cases)('tells %s: %s', (_title, kind, explained, example, broken, known) => {
    const outcome = symbolicOutcome(example.outcome).hash;
    expect(labelOutcome({ task: two, example, outcome, broken, known })).toMatchObject({ kind, explained });
  });

  it('says the smallest difference as rows and in words, and the first diverging write', () => {
    const example = trialOf([close('p100', 9), close('p200', 3)]);
    const label = labelOutcome({ task: two, example, outcome: 'x', broken: [], known: [] });
    expect(label.difference?.words).toEqual(['customers ada credit becomes 91 instead of 95']);
    expect(label.difference?.places).toMatchObject([{ table: 'customers', key: 'ada', gold: 95, found: 91 }]);
    expect(label.divergence?.words).toBe('write 1: close_purchase with charge 9 instead of 5');
  });
});

describe('outcomes with made-up ids', () => {
  it('are alike whatever the ids and the order they were made in', () => {
    const one = trialOf([
      ['open_purchase', { customer: 'ada', sku: 'tea' }],
      ['open_purchase', { customer: 'bob', sku: 'cup' }],
    ]);
    const other = trialOf([
      ['open_purchase', { customer: 'bob', sku: 'cup' }],
      ['open_purchase', { customer: 'ada', sku: 'tea' }],
    ]);
    expect(one.outcome.hash).not.toBe(other.outcome.hash);
    expect(symbolicOutcome(one.outcome).hash).toBe(symbolicOutcome(other.outcome).hash);
    const third = trialOf([['open_purchase', { customer: 'ada', sku: 'cup' }]]);
    expect(symbolicOutcome(third.outcome).hash).not.toBe(symbolicOutcome(one.outcome).hash);
  });
});

describe('firstDivergence', () => {
  it('is null when the writes are alike, and names a missing or further write', () => {
    const { steps } = two.gold;
    expect(firstDivergence(trialOf([close('p100', 5), close('p200', 3)]).actions, steps)).toBeNull();
    expect(firstDivergence(trialOf([close('p100', 5)]).actions, steps)?.words).toBe(
      'write 2: none, where gold calls close_purchase',
    );
    expect(
      firstDivergence(
        trialOf([close('p100', 5), close('p200', 3), ['open_purchase', { customer: 'ada', sku: 'x' }]])
          .actions,
        steps,
      )?.words,
    ).toBe('write 3: open_purchase, where gold has no more writes');
  });
});

describe('gradeEvidence', () => {
  const outcome = (kind: OutcomeKind, count: number, explained = true, clean = count) => ({
    kind,
    count,
    explained,
    clean,
    passed: kind === 'gold' ? count : 0,
    alternative: null,
  });
  const known: KnownAlternative = { id: 'a', outcome: 'h', open: true, certain: false, reason: 'r' };
  const cases = [
    ['unique', 40, [outcome('gold', 38), outcome('partial', 2)], []],
    ['ambiguous', 40, [outcome('gold', 38), outcome('legal-alternative', 2, false)], []],
    ['suspect', 40, [outcome('gold', 39), outcome('legal-alternative', 1, false)], []],
    ['suspect', 40, [outcome('gold', 37), outcome('unknown', 3, false)], []],
    ['unique', 40, [outcome('gold', 39), outcome('unknown', 1, false)], []],
    ['ambiguous', 40, [outcome('gold', 40)], [{ ...known, certain: true }]],
    ['suspect', 40, [outcome('gold', 40)], [known]],
    ['too-hard', 40, [outcome('null', 40)], []],
    ['suspect', 40, [outcome('null', 40)], [known]],
    ['insufficient', 4, [outcome('gold', 4)], []],
    ['insufficient', 0, [], []],
  ] as const;
  it.each(cases)('says %s after %i trials (case %#)', (grade, countable, outcomes, alternatives) => {
    expect(gradeEvidence({ countable, outcomes, known: alternatives }).grade).toBe(grade);
  });

  it('certifies no task that nobody passed, though gold’s database was reached', () => {
    const untold = [{ ...outcome('gold', 40), passed: 0 }];
    expect(gradeEvidence({ countable: 40, outcomes: untold, known: [] })).toMatchObject({
      grade: 'too-hard',
      because: 'none of 40 trials passed, though gold’s database was reached',
    });
  });

  const legal = [outcome('gold', 20), outcome('legal-alternative', 20, false)];

  it('takes alternatives the audit led the agent to for no proof, and a certain one for proof all the same', () => {
    const led = gradeEvidence({ countable: 40, outcomes: legal, known: [known], led: true });
    expect(led).toMatchObject({ grade: 'suspect', because: expect.stringContaining('no proof') });
    const certain = [{ ...known, certain: true }];
    expect(gradeEvidence({ countable: 40, outcomes: legal, known: certain, led: true }).grade).toBe(
      'ambiguous',
    );
  });

  describe('with a waiver', () => {
    const waived = { ...known, waived: 'waived by Kim until 2030-06-30: both are fine' };
    const stood = (clean: number) => ({ ...outcome('legal-alternative', clean), alternative: waived });

    it.each([
      ['an open alternative', [outcome('gold', 40)], waived],
      ['a certain one', [outcome('gold', 40)], { ...waived, certain: true }],
      ['one that a single trial reached', [outcome('gold', 39), stood(1)], waived],
    ] as const)('does not count %s against the task', (_what, outcomes, alternative) => {
      expect(gradeEvidence({ countable: 40, outcomes, known: [alternative] }).grade).toBe('unique');
    });

    it('is in doubt where independent trials reached it, and says who let it stand', () => {
      const outcomes = [outcome('gold', 30), stood(10)];
      expect(gradeEvidence({ countable: 40, outcomes, known: [waived] })).toMatchObject({
        grade: 'suspect',
        because: '10 trials reached an outcome that is waived by Kim until 2030-06-30: both are fine',
      });
      expect(gradeEvidence({ countable: 40, outcomes, known: [waived], led: true }).grade).toBe('unique');
    });
  });

  it('certifies a sound task with an agent that knew the annotation, and says what that rests on', () => {
    const evidence = gradeEvidence({ countable: 40, outcomes: [outcome('gold', 40)], known: [], led: true });
    expect(evidence).toMatchObject({
      grade: 'unique',
      because: expect.stringContaining('rests on the audit'),
    });
    expect(evidence.bound).toBeCloseTo(0.0722, 4);
  });

  it('neither proves nor certifies by trials that are not independent', () => {
    const dependent = [{ code: 'no-randomness' as const, message: '40 of 40 trials ran cold', trials: 40 }];
    const sound = gradeEvidence({ countable: 40, outcomes: [outcome('gold', 40)], known: [], dependent });
    expect(sound).toMatchObject({ grade: 'insufficient', because: expect.stringContaining('ran cold') });
    expect(gradeEvidence({ countable: 40, outcomes: legal, known: [known], dependent }).grade).toBe(
      'suspect',
    );
  });

  it('does not certify a task whose gold the audit finds wrong; a warning alone changes nothing', () => {
    const finding = { code: 'gold-violates-policy', message: 'gold breaks r', task: 'two' };
    const grade = (severity: 'error' | 'warning') =>
      gradeEvidence({
        countable: 40,
        outcomes: [outcome('gold', 40)],
        known: [],
        findings: [{ ...finding, severity }],
      });
    expect(grade('error')).toMatchObject({
      grade: 'suspect',
      because: expect.stringContaining('gold breaks r'),
    });
    expect(grade('warning').grade).toBe('unique');
  });

  it('gives the bound of unexplained outcomes', () => {
    expect(gradeEvidence({ countable: 40, outcomes: [outcome('gold', 40)], known: [] }).bound).toBeCloseTo(
      0.0722,
      4,
    );
  });
});

describe('the sequential decision', () => {
  const options = sequentialFor(0.1, 0.05);

  it('looks after 8, 16, 32 and 60 trials for a bound of 10 %', () => {
    expect(options.looks.map(({ trials }) => trials)).toEqual([8, 16, 32, 60]);
  });

  const cases = [
    ['go-on', { countable: 8, unexplained: 0, legal: 0 }],
    ['ambiguous', { countable: 8, unexplained: 2, legal: 2 }],
    ['unique', { countable: 32, unexplained: 0, legal: 0 }],
    ['go-on', { countable: 32, unexplained: 1, legal: 1 }],
    ['unique', { countable: 60, unexplained: 1, legal: 1 }],
    ['exhausted', { countable: 60, unexplained: 2, legal: 0 }],
  ] as const;
  it.each(cases)('is %s (case %#)', (decision, seen) => {
    expect(decide(seen, options)).toBe(decision);
  });
});
