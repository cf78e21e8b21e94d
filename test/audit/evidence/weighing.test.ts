import { describe, expect, it } from 'vitest';
import type { GoldAction } from '../../../src/annotate/index.ts';
import { auditTasks } from '../../../src/audit/index.ts';
import { CANCEL_L100, CANCEL_L200, lending, lendingDatabase, lendingTask } from '../fixtures/lending.ts';

const library = lending();
const database = lendingDatabase(library);

/** Findings on what one scenario leaves open, as `code argument`. */
function openIn(wish: string, goldActions: readonly GoldAction[]): string[] {
  const task = lendingTask({ scenario: { reason: `You are Ann, postcode 10115. ${wish}` }, goldActions });
  return auditTasks(library, database, [task]).tasks.flatMap(({ findings }) =>
    findings
      .filter(({ severity }) => severity !== 'note')
      .map(({ code, argument }) => `${code} ${argument ?? ''}`.trim()),
  );
}

const WRONG_TOOL: GoldAction = { tool: 'cancel_loan', args: { loan_id: 'L200', reason: 'wrong tool' } };
const RETURN_DRILL: GoldAction = { tool: 'return_copies', args: { loan_id: 'L100', copy_ids: ['drill_a'] } };
const SWAP_DRILL: GoldAction = {
  tool: 'swap_copies',
  args: { loan_id: 'L100', copy_ids: ['drill_a'], new_copy_ids: ['drill_b'] },
};

describe('weighing of alternatives', () => {
  it('takes words for those of the row whose key stands before them', () => {
    const wish = 'Cancel loan L100, it is not needed. Cancel loan L200 because it was the wrong tool.';
    expect(openIn(wish, [CANCEL_L100, WRONG_TOOL])).toEqual([]);
    expect(
      openIn('Cancel loan L100, it is not needed. Cancel loan L200 too.', [CANCEL_L100, WRONG_TOOL]),
    ).toContain('argument-undetermined reason');
  });

  it('reads fields written as data', () => {
    const wish = "For loan L100, swap drill {'color': 'red'} for {'color': 'blue'}.";
    expect(openIn(wish, [SWAP_DRILL])).toEqual([]);
    const other = "For loan L100, swap drill {'color': 'red'} for {'color': 'green'}.";
    expect(openIn(other, [SWAP_DRILL])).toEqual(['argument-undetermined new_copy_ids']);
  });

  it('does not take a question for a wish', () => {
    const wish = 'Return the drill of loan L100, and ask whether the saw could be returned too.';
    expect(openIn(wish, [RETURN_DRILL])).toEqual([]);
  });

  it('takes what follows "the same except" for what is to change', () => {
    const wish = 'Swap the drill of loan L100 for exactly the same one except that it is blue.';
    expect(openIn(wish, [SWAP_DRILL])).toEqual([]);
  });

  it('leaves what was wished before a change of mind', () => {
    const wish =
      'Swap the drill of loan L100: initially you ask for a green one, but then change your mind and swap it for a blue one.';
    expect(openIn(wish, [SWAP_DRILL])).toEqual([]);
  });

  it('names both readings as open where one word may serve two writes', () => {
    const wish = 'You took the wrong tool and want to cancel the loan of the blue drill, and loan L100 too.';
    const [finding] = auditTasks(library, database, [
      lendingTask({
        scenario: { reason: `You are Ann, postcode 10115. ${wish}` },
        goldActions: [CANCEL_L100, WRONG_TOOL],
      }),
    ]).tasks.flatMap(({ findings }) => findings.filter(({ argument }) => argument === 'reason'));
    expect(finding).toMatchObject({ severity: 'warning', message: expect.stringContaining('gold action 2') });
  });

  it('hears a wish in "two changes"', () => {
    const wish =
      'You want two changes to loan L100: the drill should be the blue one, and the note should say gift.';
    const note: GoldAction = { tool: 'set_note', args: { loan_id: 'L100', note: 'gift' } };
    expect(openIn(wish, [SWAP_DRILL, note])).not.toContain('action-undetermined');
  });

  it('lets two cancellations of one reason be', () => {
    expect(openIn('Cancel loans L100 and L200, both are not needed.', [CANCEL_L100, CANCEL_L200])).toEqual(
      [],
    );
  });

  it('takes a list in the order in which its items are named, and proves a fault where more than the order differs', () => {
    const listed: GoldAction = {
      tool: 'swap_copies',
      args: { loan_id: 'L100', copy_ids: ['drill_a', 'saw_a'], new_copy_ids: ['drill_b', 'saw_b'] },
    };
    const task = lendingTask({
      scenario: {
        reason:
          'You are Ann, postcode 10115. Swap the drill of loan L100 for the blue one and the saw for the white one.',
      },
      goldActions: [listed],
    });
    const [found] = auditTasks(library, database, [task]).tasks.flatMap(({ findings }) =>
      findings.filter(({ code }) => code === 'gold-order-sensitive'),
    );
    expect(found?.severity).toBe('error');
  });
});

describe('a gold that does nothing', () => {
  const outside = (wish: string) =>
    auditTasks(library, database, [
      lendingTask({
        scenario: { reason: `You are Ann, postcode 10115. ${wish}` },
        goldActions: [],
        source: { format: 'tau-bench', id: '1' },
      }),
    ]).tasks.flatMap(({ findings }) => findings.filter(({ code }) => code === 'null-agent-passes'));

  it('is only noted where policy refuses what the user asks', () => {
    expect(outside('You want to cancel loan L300.')).toMatchObject([
      { severity: 'note', message: expect.stringContaining('cancel.reserved-only') },
    ]);
  });

  it('is doubted where tools and policy accept it', () => {
    expect(outside('You want to cancel loan L100.')).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('cancel_loan') },
    ]);
  });
});
