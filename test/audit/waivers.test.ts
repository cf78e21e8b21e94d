import { describe, expect, it } from 'vitest';
import { applyWaivers, auditTasks, readWaivers } from '../../src/audit/index.ts';
import { lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';
import { OPEN } from './fixtures/rule-cases.ts';

const domain = lending();
const database = lendingDatabase(domain);
const task = lendingTask({ outputs: ['42'], criteria: ['database'] });
const result = auditTasks(domain, database, [task]);
const WAIVER = {
  code: 'ungraded-requirement',
  task: 'one',
  reason: 'graded by hand',
  author: 'Kim',
  expires: '2030-06-30',
};
const IN_TIME = { today: '2030-06-30', all: true };
const codes = (found: typeof result) =>
  found.tasks.flatMap(({ findings }) => findings.map(({ code }) => code));

describe('waivers', () => {
  it('take a finding out until their day', () => {
    const applied = applyWaivers(result, readWaivers([WAIVER], 'waivers.json'), IN_TIME);
    expect(codes(applied.result)).not.toContain('ungraded-requirement');
    expect(applied.waived).toHaveLength(1);
  });

  it('fail after their day, and the finding is back', () => {
    const late = { ...IN_TIME, today: '2030-07-01' };
    const applied = applyWaivers(result, readWaivers([WAIVER], 'waivers.json'), late);
    expect(codes(applied.result)).toContain('ungraded-requirement');
    expect(applied.result.findings).toContainEqual(
      expect.objectContaining({ code: 'waiver-expired', severity: 'error', at: 'waivers.json [0]' }),
    );
  });

  it.each([
    ['a code that no rule has', { code: 'ungraded-requirment' }, 'did you mean "ungraded-requirement"?'],
    ['a task that is not there', { task: 'two' }, 'there is no task "two"'],
    ['a finding that is mended', { code: 'tie' }, 'take the waiver away'],
  ])('say so when they name %s', (_what, other, hint) => {
    const [told] = applyWaivers(result, [{ ...WAIVER, ...other }], IN_TIME).result.findings;
    expect(told).toMatchObject({ code: 'waiver-unneeded', severity: 'note' });
    expect(told?.hint).toContain(hint);
  });

  it('of tasks that were not audited are left alone', () => {
    const elsewhere = [{ ...WAIVER, task: 'two', expires: '2020-01-01' }];
    expect(applyWaivers(result, elsewhere, { ...IN_TIME, all: false }).result.findings).toEqual(
      result.findings,
    );
  });

  it('close the alternatives that a waived finding rests on', () => {
    const open = auditTasks(domain, database, [lendingTask()], { evidence: OPEN });
    const finding = open.tasks[0]?.findings.find(({ evidence }) => evidence?.alternative !== undefined);
    const { code = '', argument } = finding ?? {};
    const waiver = { ...WAIVER, code, ...(argument !== undefined && { argument }) };
    const { result: left } = applyWaivers(open, [waiver], IN_TIME);
    const ids = left.tasks[0]?.open.map(({ alternative }) => alternative.id);
    expect(open.tasks[0]?.open.map(({ alternative }) => alternative.id)).toContain(
      finding?.evidence?.alternative,
    );
    expect(ids).not.toContain(finding?.evidence?.alternative);
  });

  it.each([['reason'], ['author'], ['expires'], ['code']])('must name %s', (name) => {
    const { [name as keyof typeof WAIVER]: _left, ...rest } = WAIVER;
    expect(() => readWaivers([rest], 'waivers.json')).toThrow(`Cannot read waiver: "${name}" is missing`);
  });

  it.each([
    ['a misspelt field', { arguments: 'reason' }, 'did you mean "argument"?'],
    ['a day that no month has', { expires: '2030-06-31' }, '"expires" is no day'],
    ['a task that is no text', { task: 3 }, '"task" is no text'],
  ])('refuse %s', (_what, other, told) => {
    expect(() => readWaivers([{ ...WAIVER, ...other }], 'waivers.json')).toThrow(told);
  });
});
