import { describe, expect, it } from 'vitest';
import {
  AUDIT_RULES,
  adjudicate,
  applyWaivers,
  auditTasks,
  baselineOf,
  newFindings,
  readBaseline,
  readWaivers,
  repairTask,
  toMarkdown,
  toSarif,
  withJudgements,
} from '../../src/audit/index.ts';
import type { LanguageModel, ModelRequest } from '../../src/base/model/index.ts';
import { NO_USAGE } from '../../src/base/model/index.ts';
import { CANCEL_L100, lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';
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
const codes = (found: typeof result) =>
  found.tasks.flatMap(({ findings }) => findings.map(({ code }) => code));

describe('waivers', () => {
  it('take a finding out until their day', () => {
    const applied = applyWaivers(result, readWaivers([WAIVER], 'waivers.json'), '2030-06-30');
    expect(codes(applied.result)).not.toContain('ungraded-requirement');
    expect(applied.waived).toHaveLength(1);
  });

  it('fail after their day, and the finding is back', () => {
    const applied = applyWaivers(result, readWaivers([WAIVER], 'waivers.json'), '2030-07-01');
    expect(codes(applied.result)).toContain('ungraded-requirement');
    expect(applied.result.findings).toContainEqual(
      expect.objectContaining({ code: 'waiver-expired', severity: 'error' }),
    );
  });

  it('are noted when they match nothing', () => {
    const applied = applyWaivers(result, [{ ...WAIVER, code: 'tie' }], '2030-01-01');
    expect(applied.result.findings.map(({ code }) => code)).toContain('waiver-unneeded');
  });

  it.each([['reason'], ['author'], ['expires'], ['code']])('must name %s', (name) => {
    const { [name as keyof typeof WAIVER]: _left, ...rest } = WAIVER;
    expect(() => readWaivers([rest], 'waivers.json')).toThrow(`Cannot read waiver: "${name}" is missing`);
  });
});

describe('baseline', () => {
  it('knows the findings it was made of and no others', () => {
    const findings = result.tasks.flatMap((each) => each.findings);
    const baseline = readBaseline(JSON.parse(JSON.stringify(baselineOf(findings))), 'baseline.json');
    expect(newFindings(findings, baseline).filter(({ severity }) => severity !== 'note')).toEqual([]);
    const moved = {
      ...(findings.find(({ severity }) => severity !== 'note') as (typeof findings)[0]),
      task: 'two',
    };
    expect(newFindings([moved], baseline)).toEqual([moved]);
  });
});

describe('documents', () => {
  it('SARIF names each finding by its rule and place', () => {
    const findings = result.tasks.flatMap((each) => each.findings);
    const sarif = toSarif(findings, AUDIT_RULES, () => 'tasks/lending/one.json') as unknown as {
      readonly version: string;
      readonly runs: readonly [
        {
          readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
          readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
        },
      ];
    };
    expect(sarif.version).toBe('2.1.0');
    const [{ results, tool }] = sarif.runs;
    expect(results).toHaveLength(findings.length);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('Markdown lists each finding of a task under it', () => {
    const text = toMarkdown(result);
    expect(text).toContain('## Task one');
    expect(text).toContain('**warning ungraded-requirement**');
  });
});

describe('repairs', () => {
  it('add the suggested sentence, and the audit is quiet about it afterwards', () => {
    const open = lendingTask({
      scenario: { reason: 'You are Ann, postcode 10115. You want to cancel loan L100.' },
    });
    const before = auditTasks(domain, database, [open]);
    expect(codes(before)).toContain('argument-undetermined');
    const { task: repaired, applied } = repairTask(open, before.tasks[0]?.findings ?? []);
    expect(applied.map(({ code }) => code)).toContain('argument-undetermined');
    expect(codes(auditTasks(domain, database, [repaired]))).not.toContain('argument-undetermined');
  });

  it('take a gold action out that does nothing', () => {
    const twice = lendingTask({
      goldActions: [
        { tool: 'set_note', args: { loan_id: 'L100', note: 'a' } },
        { tool: 'set_note', args: { loan_id: 'L100', note: 'a' } },
        CANCEL_L100,
      ],
    });
    const found = auditTasks(domain, database, [twice]).tasks[0]?.findings ?? [];
    const { task: repaired } = repairTask(
      twice,
      found.filter(({ code }) => code === 'gold-no-effect'),
    );
    expect(repaired.goldActions.map(({ tool }) => tool)).toEqual(['set_note', 'cancel_loan']);
  });

  it('leave a task alone that has nothing to apply', () => {
    expect(repairTask(task, []).task).toBe(task);
  });
});

describe('adjudication', () => {
  const asked: ModelRequest[] = [];
  const open = auditTasks(domain, database, [lendingTask()], { evidence: OPEN });

  /** Answers by what stands under the two headings. */
  function model(choose: (first: string, second: string) => 'FIRST' | 'SECOND' | 'EITHER'): LanguageModel {
    return {
      name: 'scripted',
      model: 'scripted',
      complete: async (request) => {
        asked.push(request);
        const text = request.messages.at(-1)?.content ?? '';
        const [, first = '', second = ''] = /First:\n([\s\S]*)\n\nSecond:\n([\s\S]*)$/.exec(text) ?? [];
        return {
          text: `I think so.\n${choose(first, second)}`,
          calls: [],
          finish: 'stop',
          usage: NO_USAGE,
          temperature: 0,
          recorded: false,
          attempts: 1,
        };
      },
    };
  }

  it('keeps what a model picks by content, whatever the order shown', async () => {
    const judgements = await adjudicate(
      open,
      [lendingTask()],
      domain,
      model((first) => (first.includes('L200 status: "cancelled"') ? 'SECOND' : 'FIRST')),
      { perTask: 99 },
    );
    const row = judgements.find(({ alternative }) => alternative.startsWith('row'));
    expect(row?.verdict).toBe('gold');
    expect(row?.votes).toEqual({ gold: 3, other: 0, both: 0 });
    const judged = withJudgements(open, judgements);
    expect(judged.tasks[0]?.open.map(({ alternative }) => alternative.id)).not.toContain(row?.alternative);
  });

  it('shows the two in both orders and never marks gold', async () => {
    asked.length = 0;
    const judgements = await adjudicate(
      open,
      [lendingTask()],
      domain,
      model(() => 'FIRST'),
      { times: 9, perTask: 2 },
    );
    expect(asked).toHaveLength(18);
    // Whoever always says "first" is no witness for either side.
    for (const { votes } of judgements) {
      expect(votes.gold).toBeGreaterThan(0);
      expect(votes.other).toBeGreaterThan(0);
    }
    for (const { messages } of asked) expect(JSON.stringify(messages).toLowerCase()).not.toContain('gold');
  });

  it('refuses an even number of questions', async () => {
    await expect(
      adjudicate(
        open,
        [],
        domain,
        model(() => 'FIRST'),
        { times: 2 },
      ),
    ).rejects.toThrow('must be odd');
  });
});
