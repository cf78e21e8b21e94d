import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/annotate/index.ts';
import { auditTasks, isTested } from '../../src/audit/index.ts';
import { CANCEL_L200, lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';

const BREAKING = { tool: 'cancel_loan', args: { loan_id: 'L300', reason: 'not needed' } };

function coverageOf(changes: readonly Partial<Task>[]) {
  const domain = lending();
  const tasks = changes.map((change, at) => lendingTask({ id: `t${at}`, ...change }));
  return auditTasks(domain, lendingDatabase(domain), tasks).coverage;
}

describe('coverage of clauses', () => {
  it('lists each clause with each tool that its rules judge, and the tasks that put it to the test', () => {
    const refusal = { clause: 'cancel.reserved-only', evidence: 'the agent looks loan L300 up' };
    const coverage = coverageOf([
      {},
      { goldActions: [BREAKING] },
      { goldActions: [], refusal },
      { goldActions: [{ tool: 'set_note', args: { loan_id: 'L100', note: 'x' } }] },
    ]);
    expect(coverage).toEqual([
      {
        clause: 'cancel.reserved-only',
        tool: 'cancel_loan',
        asked: 'gold',
        called: ['t0', 't1'],
        broken: ['t1'],
        // Cancelling L300 instead of L100 is what the rule refuses.
        nearMiss: expect.arrayContaining(['t0']),
        refused: ['t2'],
      },
    ]);
    expect(coverage.every(isTested)).toBe(true);
  });

  it('takes a call that nothing close to it breaks for no test', () => {
    const bob = { reason: 'You are Bob, postcode 20095. You want to cancel loan L900, which is not needed.' };
    const [pair] = coverageOf([
      {
        scenario: bob,
        goldActions: [{ tool: 'cancel_loan', args: { loan_id: 'L900', reason: 'not needed' } }],
      },
    ]);
    expect(pair).toMatchObject({ called: ['t0'], broken: [], nearMiss: [], refused: [] });
    expect(pair && isTested(pair)).toBe(false);
    expect(coverageOf([{ goldActions: [CANCEL_L200] }]).every(isTested)).toBe(true);
  });
});
