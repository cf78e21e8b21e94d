import { beforeAll, expect, it } from 'vitest';
import { type RecordedRun, recordedTrials } from '../../bench/recorded-trials.ts';
import { type DiagnosisReport, diagnoseTrials } from '../../src/diagnose/index.ts';
import { draftNotes, noteCode, tryNotes } from '../../src/grade/notes/index.ts';
import { describeWithShared } from '../shared.ts';

describeWithShared('the 200 recorded gpt-4o airline trials', () => {
  let run: RecordedRun;
  let report: DiagnosisReport;
  beforeAll(async () => {
    run = await recordedTrials('airline', 'tau1-airline-sierra-gpt4o');
    report = await diagnoseTrials(run);
  }, 240_000);

  it('end as the recording says', () => {
    expect(run.agree).toEqual({ equal: 200, of: 200 });
    expect(report).toMatchObject({ trials: 200, failed: 116, void: 0 });
  });

  it('have one author and one type of fault each where they fail', () => {
    const count = (list: readonly { readonly count: number }[]) =>
      list.reduce((sum, item) => sum + item.count, 0);
    expect(count(report.authors)).toBe(116);
    expect(count(report.types)).toBe(116);
    expect(
      report.perTrial.every(({ verdict, fault }) => (fault !== undefined) === (verdict === 'fail')),
    ).toBe(true);
    // The user gave its yes and ended the talk in one message.
    const early = report.perTrial.find(({ task, trial }) => task === '45' && trial === 1);
    expect(early?.fault).toMatchObject({ author: 'user', userFaults: [{ code: 'stopped-while-asked' }] });
  });

  it('have notes that code decides, but for a few, and progress from them', () => {
    expect(report.notes.needJudge / report.notes.total).toBeLessThan(0.03);
    expect(report.notes.decided).toMatchObject({ judge: 0, person: 0 });
    expect(report.progress?.meanProgress.estimate?.units).toBe(43);
  });

  it('fall into few groups that stay when a fifth of the errors is left out', () => {
    const grouped = report.groups.flatMap(({ errors }) => errors);
    expect([...grouped].sort()).toEqual(report.errors.map(({ id }) => id).sort());
    expect(report.groups.length).toBeLessThanOrEqual(12);
    expect(report.stability?.mean).toBeGreaterThan(0.95);
  });

  it('have tasks whose notes gold meets, nothing does not, and mistakes do not pass', () => {
    for (const task of run.tasks.values()) {
      const start = run.startOf(task);
      const notes = draftNotes(run.domain, task, start);
      const tried = tryNotes(run.domain, task, notes, start);
      expect(tried.findings, task.id).toEqual([]);
      const coded = notes.some((note) => note.kind !== 'forbidden' && noteCode(note) !== undefined);
      expect([tried.gold, tried.nothing], task.id).toEqual(coded ? [1, 0] : [null, null]);
    }
  }, 240_000);
});
