import { describe, expect, it } from 'vitest';
import { adjudicate, auditTasks, withJudgements } from '../../../src/audit/index.ts';
import {
  type LanguageModel,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
  NO_USAGE,
} from '../../../src/base/model/index.ts';
import { lending, lendingDatabase, lendingTask } from '../fixtures/lending.ts';
import { OPEN } from '../fixtures/rule-cases.ts';

const domain = lending();
const database = lendingDatabase(domain);
const task = lendingTask();
const open = auditTasks(domain, database, [task], { evidence: OPEN });
type Choose = (first: string, second: string, call: number) => string;

/** Answers by what stands under the two headings. */
function model(choose: Choose, asked: ModelRequest[] = []): LanguageModel {
  return {
    name: 'scripted',
    model: 'scripted',
    complete: async (request) => {
      asked.push(request);
      const text = request.messages.at(-1)?.content ?? '';
      const [, first = '', second = ''] = /First:\n([\s\S]*)\n\nSecond:\n([\s\S]*)$/.exec(text) ?? [];
      return {
        ...{ text: choose(first, second, asked.length), calls: [], finish: 'stop', usage: NO_USAGE },
        ...{ temperature: 0, recorded: false, attempts: 1 },
      };
    },
  };
}

const judge = (choose: Choose, options: Parameters<typeof adjudicate>[4] = {}, asked: ModelRequest[] = []) =>
  adjudicate(open, [task], domain, model(choose, asked), { perTask: 99, ...options });
/** A model that cannot be asked. */
function failing(code: ModelErrorCode): Choose {
  return () => {
    throw new ModelError(code, `Cannot ask: ${code}`);
  };
}
const GOLD: Choose = (first) => (first.includes('L200 status: "cancelled"') ? 'Hm.\nSECOND' : 'Hm.\nFIRST');

describe('adjudication', () => {
  it('keeps what a model picks by content, whatever the order shown', async () => {
    const judgements = await judge(GOLD);
    const row = judgements.find(({ alternative }) => alternative.startsWith('row'));
    expect(row).toMatchObject({ verdict: 'gold', votes: { gold: 3, other: 0, either: 0, unscored: 0 } });
    const judged = withJudgements(open, judgements);
    expect(judged.tasks[0]?.open.map(({ alternative }) => alternative.id)).not.toContain(row?.alternative);
  });

  it('shows the two in both orders and never marks gold', async () => {
    const asked: ModelRequest[] = [];
    await judge(GOLD, { times: 5, perTask: 1 }, asked);
    expect(asked).toHaveLength(5);
    expect(new Set(asked.map(({ messages }) => messages.at(-1)?.content)).size).toBe(2);
    for (const { messages } of asked) expect(JSON.stringify(messages).toLowerCase()).not.toContain('gold');
  });

  it('finds out a model that goes by the place', async () => {
    for (const { verdict } of await judge(() => 'FIRST', { times: 3 })) expect(verdict).toBe('split');
  });

  it('raises a finding to an error when the model wants another outcome', async () => {
    const judgements = await judge((first) =>
      first.includes('L200 status: "cancelled"') ? 'FIRST' : 'SECOND',
    );
    const row = judgements.find(({ verdict }) => verdict === 'other');
    const finding = withJudgements(open, judgements).tasks[0]?.findings.find(
      ({ evidence }) => evidence?.alternative === row?.alternative,
    );
    expect(finding).toMatchObject({ severity: 'error', message: expect.stringContaining('3 for the other') });
  });

  it.each<[string, Choose]>([
    ['an answer that names none of the choices', () => 'I cannot say.'],
    ['a server that fails', failing('server-error')],
    ['a budget that is used up', failing('budget')],
  ])('leaves what got %s unscored, and the finding as it was', async (_what, choose) => {
    const judgements = await judge(choose);
    expect(judgements.length).toBeGreaterThan(0);
    for (const { verdict, votes, because } of judgements) {
      expect([verdict, votes.unscored]).toEqual(['unscored', 3]);
      expect(because).toBeDefined();
    }
    const judged = withJudgements(open, judgements);
    expect(judged.tasks[0]?.open).toEqual(open.tasks[0]?.open);
    expect(judged.tasks[0]?.findings.map(({ severity }) => severity)).toEqual(
      open.tasks[0]?.findings.map(({ severity }) => severity),
    );
  });

  it('stops at a key that does not work', async () => {
    await expect(judge(failing('bad-key'))).rejects.toThrow('Cannot ask: bad-key');
  });

  it.each([[2], [0], [1.5]])('refuses to ask %d times', async (times) => {
    await expect(judge(GOLD, { times })).rejects.toThrow('must be odd');
  });
});
