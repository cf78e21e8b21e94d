import { describe, expect, it } from 'vitest';
import { checkTasks, TASK_RULES, type Task } from '../../src/annotate/index.ts';
import { shop } from '../fixtures/shop.ts';

const good: Task = {
  id: 't',
  scenario: { instruction: 'Close p100.' },
  goldActions: [{ tool: 'close_purchase', args: { purchase: 'p100', charge: 5 } }],
  outputs: [],
  notes: [],
  tags: [],
};

/** One way to break each rule, by the rule's code. */
const BROKEN: Record<string, Partial<Task>> = {
  'gold-unknown-tool': { goldActions: [{ tool: 'close_purchases', args: {} }] },
  'gold-wrong-arguments': {
    goldActions: [{ tool: 'close_purchase', args: { purchase: 'p100', charge: -5 } }],
  },
  'empty-scenario': { scenario: { instruction: ' ' } },
  'nothing-to-grade': { goldActions: [{ tool: 'get_purchase', args: { purchase: 'p100' } }] },
  'unknown-clause': { refusal: { clause: 'charge.limits', evidence: 'the agent says why' } },
  'duplicate-alternative': { accepts: [{ id: 'gold', because: 'x', goldActions: [] }] },
  'empty-output': { outputs: [' '] },
};

describe('checkTasks', () => {
  it('finds nothing in a task that is well formed', () => {
    expect(checkTasks(shop, [good])).toEqual([]);
  });
  it.each(TASK_RULES.map((rule) => [rule.sentence, rule] as const))('%s', (_sentence, { code, severity }) => {
    expect(BROKEN[code], `no fixture breaks "${code}"`).toBeDefined();
    expect(checkTasks(shop, [{ ...good, ...BROKEN[code] }])).toContainEqual(
      expect.objectContaining({ code, severity, task: 't' }),
    );
  });
});
