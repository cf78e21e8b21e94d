import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/annotate/index.ts';
import { auditContext, auditTasks, openAlternatives } from '../../src/audit/index.ts';
import { CANCEL_L100, CANCEL_L200, lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';
import { OPEN } from './fixtures/rule-cases.ts';

const domain = lending();
const database = lendingDatabase(domain);

function alternativesOf(change: Partial<Task>) {
  const [audited] = auditContext(domain, database, [lendingTask(change)], { evidence: OPEN }).tasks;
  if (audited === undefined) throw new Error('no task');
  return audited.alternatives;
}

function others(change: Partial<Task>, kind: string, argument?: string) {
  return alternativesOf(change)
    .filter((alternative) => alternative.kind === kind && alternative.argument === argument)
    .map(({ otherValue }) => otherValue);
}

const swap = (copies: string[], others_: string[]) => ({
  goldActions: [{ tool: 'swap_copies', args: { loan_id: 'L100', copy_ids: copies, new_copy_ids: others_ } }],
});

describe('alternatives', () => {
  it('take other values of an enum', () => {
    expect(others({}, 'argument', 'reason')).toEqual(['wrong tool']);
  });

  it('take other rows that the user has, and leave out what policy refuses and what belongs to others', () => {
    // L300 is out, L900 is Bob's.
    expect(others({}, 'row', 'loan_id')).toEqual(['L200']);
    expect(others({}, 'extra-write', 'loan_id')).toEqual(['L200']);
  });

  it('take the other items of the collection that a value stands in', () => {
    expect(others(swap(['drill_a'], ['drill_c']), 'argument', 'new_copy_ids')).toEqual([
      'drill_a',
      'drill_b',
    ]);
  });

  it('name the fields by which two items differ', () => {
    const [first] = alternativesOf(swap(['drill_a'], ['drill_c'])).filter(
      ({ argument, otherValue }) => argument === 'new_copy_ids' && otherValue === 'drill_b',
    );
    expect(first?.differing.map(({ path, gold, other }) => [path.join('.'), gold, other])).toEqual([
      ['copy_id', 'drill_c', 'drill_b'],
      ['color', 'green', 'blue'],
      ['price', 7, 6],
    ]);
  });

  it('leave items out of paired lists together', () => {
    expect(others(swap(['drill_a', 'saw_a'], ['drill_c', 'saw_c']), 'subset', 'copy_ids')).toEqual([
      ['saw_a'],
      ['drill_a'],
    ]);
  });

  it('add items to paired lists together', () => {
    expect(others(swap(['drill_a'], ['drill_c']), 'superset', 'copy_ids')).toEqual([['drill_a', 'saw_a']]);
  });

  it('refill the arguments that hang on a row with items of the same parent', () => {
    const moved = alternativesOf(swap(['drill_a'], ['drill_c'])).find(
      ({ kind, otherValue }) => kind === 'row' && otherValue === 'L200',
    );
    expect(moved?.actions.at(-1)?.args).toEqual({
      loan_id: 'L200',
      copy_ids: ['drill_b'],
      new_copy_ids: ['drill_c'],
    });
  });

  it('list the same items in another order, and tell when that gives another state', () => {
    const paths = alternativesOf(swap(['drill_a', 'saw_a'], ['drill_c', 'saw_c'])).map(({ path }) => path);
    expect(paths).toContain('list-order');
    const returned = alternativesOf({
      goldActions: [{ tool: 'return_copies', args: { loan_id: 'L100', copy_ids: ['drill_a', 'saw_a'] } }],
    });
    expect(returned.map(({ path }) => path)).not.toContain('list-order');
  });

  it('do one call in two where each sets another member of the row', () => {
    const plan = { tool: 'set_plan', args: { loan_id: 'L100', place: 'south', day: 'friday' } };
    const split = alternativesOf({ goldActions: [plan] }).find(({ path }) => path === 'split');
    expect(split?.actions.map(({ args }) => args)).toEqual([
      { loan_id: 'L100', place: 'south', day: 'monday' },
      { loan_id: 'L100', place: 'south', day: 'friday' },
    ]);
  });

  it('drop each gold write', () => {
    const dropped = alternativesOf({ goldActions: [CANCEL_L100, CANCEL_L200] }).filter(
      ({ kind }) => kind === 'dropped-write',
    );
    expect(dropped.map(({ actions }) => actions)).toEqual([[CANCEL_L200], [CANCEL_L100]]);
  });

  it('add single writes where gold writes nothing', () => {
    const added = others({ goldActions: [] }, 'extra-write');
    expect(added).toContainEqual({ loan_id: 'L100', reason: 'not needed' });
    expect(added).not.toContainEqual({ loan_id: 'L300', reason: 'not needed' });
  });

  it('never end where gold ends, and replay to the outcome they tell', () => {
    for (const change of [{}, swap(['drill_a', 'saw_a'], ['drill_c', 'saw_c'])]) {
      const task = lendingTask(change);
      const [audited] = auditContext(domain, database, [task], { evidence: OPEN }).tasks;
      for (const alternative of audited?.alternatives ?? []) {
        expect(alternative.outcome.hash).not.toBe(audited?.gold.outcome.hash);
        const [again] = auditContext(domain, database, [{ ...task, goldActions: alternative.actions }]).tasks;
        expect(again?.gold.outcome.hash).toBe(alternative.outcome.hash);
      }
    }
  });

  it('are handed on by task where the scenario leaves them open', () => {
    const open = openAlternatives(auditTasks(domain, database, [lendingTask()], { evidence: OPEN }));
    expect(open.get('one')?.length).toBeGreaterThan(0);
  });
});
