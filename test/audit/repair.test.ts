import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/annotate/index.ts';
import { applyEdit, auditTasks, repairTask } from '../../src/audit/index.ts';
import type { Finding } from '../../src/base/finding/index.ts';
import { CANCEL_L100, lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';

const domain = lending();
const database = lendingDatabase(domain);
const audit = (task: Task): readonly Finding[] =>
  auditTasks(domain, database, [task]).tasks.flatMap(({ findings }) => findings);
const codes = (task: Task) => audit(task).map(({ code }) => code);

const OPEN_REASON = lendingTask({
  scenario: { reason: 'You are Ann, postcode 10115. You want to cancel loan L100.' },
});
const NOTE = { tool: 'set_note', args: { loan_id: 'L100', note: 'a' } };

describe('repairs', () => {
  it('add the suggested sentence, and the audit is quiet about it afterwards', () => {
    expect(codes(OPEN_REASON)).toContain('argument-undetermined');
    const { task, edits, tried } = repairTask(OPEN_REASON, audit);
    expect(edits).toEqual([{ kind: 'set-scenario', field: 'preferences', text: expect.any(String) }]);
    expect(tried.map(({ finding }) => finding.code)).toContain('argument-undetermined');
    expect(codes(task)).not.toContain('argument-undetermined');
  });

  it('change nothing the second time', () => {
    const { task } = repairTask(OPEN_REASON, audit);
    const again = repairTask(task, audit);
    expect(again.task).toBe(task);
    expect(again.edits).toEqual([]);
  });

  it('take a gold action out that does nothing', () => {
    const twice = lendingTask({ goldActions: [NOTE, NOTE, CANCEL_L100] });
    const { task } = repairTask(twice, (each) => audit(each).filter(({ code }) => code === 'gold-no-effect'));
    expect(task.goldActions.map(({ tool }) => tool)).toEqual(['set_note', 'cancel_loan']);
  });

  it('give the edits in the order in which they are to be made', () => {
    const twice = lendingTask({ goldActions: [NOTE, NOTE, NOTE, CANCEL_L100] });
    const { task, edits } = repairTask(twice, (each) =>
      audit(each).filter(({ code }) => code === 'gold-no-effect'),
    );
    expect(edits).toHaveLength(2);
    expect(edits.reduce(applyEdit, twice)).toEqual(task);
  });

  it('are not kept where the finding stays, and say so', () => {
    const deaf: Finding = {
      ...{ code: 'tie', severity: 'warning', message: 'm' },
      evidence: { repair: { addToScenario: 'add: "You want the red one."' } },
    };
    const { task, tried } = repairTask(OPEN_REASON, () => [deaf]);
    expect(task).toBe(OPEN_REASON);
    expect(tried).toEqual([expect.objectContaining({ finding: deaf, refused: 'the finding stays' })]);
  });

  it('are not kept where another finding would come in place of the first', () => {
    const first: Finding = {
      ...{ code: 'tie', severity: 'warning', message: 'm' },
      evidence: { repair: { addToScenario: 'add: "You want the red one."' } },
    };
    const mended = (task: Task): Finding[] =>
      task === OPEN_REASON ? [first] : [{ ...first, code: 'answer-leak', evidence: {} }];
    const [tried] = repairTask(OPEN_REASON, mended).tried;
    expect(tried?.refused).toBe('answer-leak would come in its place');
  });
});
