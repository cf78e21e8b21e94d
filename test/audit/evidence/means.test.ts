import { describe, expect, it } from 'vitest';
import { auditTasks } from '../../../src/audit/index.ts';
import { defineDomain, definePolicy, type TableSchema, toolsFor } from '../../../src/define/index.ts';
import { Database } from '../../../src/environment/index.ts';
import { lendingTask } from '../fixtures/lending.ts';

interface Member {
  member_id: string;
  means: Record<string, { kind: string; left: number }>;
  paid: string[];
}

const text = { type: 'string' } as const;
const members: TableSchema = {
  type: 'object',
  'x-key': 'member_id',
  properties: {
    member_id: text,
    means: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { kind: text, left: { type: 'number' } } },
    },
    paid: { type: 'array', items: text },
  },
};

const pay = toolsFor<{ members: Member }>()({
  name: 'pay_fee',
  effect: 'write',
  description: 'Pays the yearly fee of 30.',
  parameters: {
    type: 'object',
    properties: {
      member_id: { type: 'string', 'x-references': 'members' },
      payments: {
        type: 'array',
        'x-candidates': 'ways',
        items: {
          type: 'object',
          properties: {
            means: { type: 'string', 'x-references': 'members/means' },
            amount: { type: 'number' },
          },
          required: ['means', 'amount'],
        },
      },
    },
    required: ['member_id', 'payments'],
  },
  run(database, { member_id, payments }) {
    database.members.edit(member_id).paid = payments.map(({ means, amount }) => `${means} ${amount}`);
    return 'done';
  },
});

const way = (voucher: string, amount: number) => [
  { means: voucher, amount },
  { means: 'card_1', amount: 30 - amount },
];

const domain = defineDomain({
  name: 'fees',
  version: '1',
  description: 'Fees of a club.',
  tables: { members },
  tools: [pay],
  policy: definePolicy('# Fees\n'),
  rules: [],
  candidates: { ways: () => [way('voucher_1', 10), way('voucher_2', 20)] },
  now: '2030-01-01T09:00:00',
});

/** Codes of what stays open where gold uses the voucher of 20 first. */
function openIn(wish: string, second = 20): string[] {
  const means = {
    voucher_1: { kind: 'voucher', left: 10 },
    voucher_2: { kind: 'voucher', left: second },
    card_1: { kind: 'card', left: 0 },
  };
  const rows = { members: { ann_1: { member_id: 'ann_1', means, paid: [] } } };
  const task = lendingTask({
    scenario: { reason: `You are ann_1 and pay the fee. ${wish}` },
    goldActions: [{ tool: 'pay_fee', args: { member_id: 'ann_1', payments: way('voucher_2', 20) } }],
  });
  const [result] = auditTasks(domain, new Database(domain, rows as never), [task]).tasks;
  return (result?.findings ?? [])
    .map(({ code }) => code)
    .filter((code) => code === 'argument-undetermined' || code === 'tie');
}

describe('means that are used in turn', () => {
  it('are settled by a superlative over those of a kind, with the rest paid otherwise', () => {
    expect(openIn('You use the larger voucher first and pay the rest with your card.')).toEqual([]);
    expect(openIn('You use the smaller voucher first and pay the rest with your card.')).toEqual([
      'argument-undetermined',
    ]);
  });

  it('stay open where no word orders them, or where they are alike', () => {
    expect(openIn('You use a voucher first and pay the rest with your card.')).toEqual([
      'argument-undetermined',
    ]);
    expect(openIn('You use the larger voucher first and pay the rest with your card.', 10)).toEqual(['tie']);
  });
});
