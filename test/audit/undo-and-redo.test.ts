import { describe, expect, it } from 'vitest';
import type { GoldAction } from '../../src/annotate/index.ts';
import { auditContext, auditTasks } from '../../src/audit/index.ts';
import type { AnyTool } from '../../src/define/index.ts';
import { lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';
import { deleteLoan, reserveLoan, withdrawLoan } from './fixtures/reserving.ts';

const PLAN: GoldAction = { tool: 'set_plan', args: { loan_id: 'L100', place: 'south', day: 'friday' } };
const LIKE_L100 = { member_id: 'ann_1', copies: ['drill_a', 'saw_a'], place: 'south', day: 'friday' };
const WITHDRAWN: GoldAction = { tool: 'withdraw_loan', args: { loan_id: 'L100' } };
const RESERVED: GoldAction = { tool: 'reserve_loan', args: LIKE_L100 };

const YOU = 'You are Ann, postcode 10115.';

function othersOf(goldActions: readonly GoldAction[], tools: readonly AnyTool[]) {
  const domain = lending({ tools });
  const [audited] = auditContext(domain, lendingDatabase(domain), [lendingTask({ goldActions })]).tasks;
  return (audited?.alternatives ?? [])
    .filter(({ path }) => path === 'undo-and-redo')
    .map(({ otherValue }) => otherValue);
}

function findingsOf(wish: string, goldActions: readonly GoldAction[]) {
  const domain = lending({ tools: [reserveLoan, withdrawLoan] });
  const task = lendingTask({ scenario: { reason: `${YOU} ${wish}` }, goldActions });
  const [audited] = auditTasks(domain, lendingDatabase(domain), [task]).tasks;
  return (audited?.findings ?? []).filter(
    ({ code, message }) => code === 'state-depends-on-path' && message.includes('lead to the same'),
  );
}

describe('a row undone and made anew', () => {
  it('stands for a change in place where a tool is declared to undo what another makes', () => {
    expect(othersOf([PLAN], [reserveLoan, withdrawLoan])).toEqual([[WITHDRAWN, RESERVED]]);
  });

  it('stands for a change in place where a tool deletes the row, which needs no declaration', () => {
    expect(othersOf([PLAN], [reserveLoan, deleteLoan])).toEqual([
      [{ tool: 'delete_loan', args: { loan_id: 'L100' } }, RESERVED],
    ]);
  });

  it('is changed in place where gold undoes and makes it', () => {
    expect(othersOf([WITHDRAWN, RESERVED], [reserveLoan, withdrawLoan])).toEqual([[PLAN]]);
  });

  it('stands for all changes of the row together', () => {
    const north: GoldAction = { tool: 'set_plan', args: { loan_id: 'L100', place: 'north', day: 'sunday' } };
    expect(othersOf([north, PLAN], [reserveLoan, withdrawLoan])).toEqual([[WITHDRAWN, RESERVED]]);
  });

  it('is no way where a tool refuses to undo, where nothing makes such rows, or where another owner gets the row', () => {
    const out: GoldAction = { tool: 'set_plan', args: { loan_id: 'L300', place: 'south', day: 'friday' } };
    expect(othersOf([out], [reserveLoan, withdrawLoan])).toEqual([]);
    expect(othersOf([PLAN], [withdrawLoan])).toEqual([]);
    const bobs: GoldAction = { tool: 'reserve_loan', args: { ...LIKE_L100, member_id: 'bob_2' } };
    expect(othersOf([WITHDRAWN, bobs], [reserveLoan, withdrawLoan])).toEqual([]);
  });
});

describe('the way the user calls for', () => {
  it('is open where only the result is asked for', () => {
    const [finding] = findingsOf('Your loan L100 is to be at the south place on friday.', [PLAN]);
    expect(finding).toMatchObject({ severity: 'warning', action: 0 });
    expect(finding?.message).toContain('withdraw_loan then reserve_loan');
    expect(finding?.hint).toBe('add: "You want to set plan, not to withdraw loan and reserve loan."');
  });

  it('is that of gold where its verb is said', () => {
    expect(findingsOf('You want to change loan L100 to the south place on friday.', [PLAN])).toEqual([]);
  });

  it('is that of gold where the other is wanted only if something fails', () => {
    expect(
      findingsOf(
        'You want to change loan L100 to the south place on friday. If that is not possible, withdraw it.',
        [PLAN],
      ),
    ).toEqual([]);
  });

  it('is an error where the verb of the other alone is said', () => {
    const wish = 'You want to withdraw loan L100 and have a new one at the south place on friday.';
    expect(findingsOf(wish, [PLAN])).toMatchObject([{ severity: 'error' }]);
  });
});
