import { describe, expect, it } from 'vitest';
import { type ReplayedTask, replayTask, type Task } from '../../src/annotate/index.ts';
import type { Transcript } from '../../src/define/index.ts';
import { Environment } from '../../src/environment/index.ts';
import { gradeTrial, messagesToUser, toldOutput } from '../../src/grade/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

const close = (purchase: string, charge = 5) => ({ tool: 'close_purchase', args: { purchase, charge } });

function replayed(changes: Partial<Task>): ReplayedTask {
  const result = replayTask(shop, shopDatabase(), {
    id: 't',
    scenario: {},
    goldActions: [close('p100')],
    outputs: [],
    notes: [],
    tags: [],
    ...changes,
  });
  if (!result.ok) throw new Error('the fixture task does not replay');
  return result.task;
}

function trial(actions: ReturnType<typeof close>[], said: string[] = [], ended = true) {
  const environment = new Environment(shop, shopDatabase());
  for (const action of actions) environment.call(action);
  const transcript: Transcript = said.map((text) => ({ role: 'agent', text }));
  return { outcome: environment.outcome(), transcript, actions, violations: [], ended };
}

describe('toldOutput', () => {
  it.each([
    ['10', 'That makes 210.', true, false],
    ['10', 'It costs $10.50.', true, false],
    ['10', 'It costs $10.', true, true],
    ['10.5', 'It costs $10.50', true, true],
    ['1000', 'A total of 1,000 dollars', true, true],
    ['1,000', 'A total of 1,000 dollars', false, true],
    ['327', 'between 100, 327 and 5', true, true],
    ['54.04', 'you get 54.04 back', true, true],
    ['54.04', 'you get 154.04 back', true, false],
    ['Blue', 'it is blue.', true, true],
    ['blue', 'blueish', true, false],
    ['four', 'forty-four', true, true],
    ['-12', 'a refund of 12', false, true],
  ])('looks for %j in %j: τ-bench %s, strict %s', (output, message, tau, strict) => {
    expect(toldOutput(output, [message], 'tau')).toBe(tau);
    expect(toldOutput(output, [message], 'strict')).toBe(strict);
  });
  it('hears only messages to the user, not text beside calls', () => {
    const transcript: Transcript = [
      { role: 'agent', text: 'thinking 10', calls: [{ id: 'c', tool: 'x', args: {} }] },
      { role: 'user', text: '10' },
      { role: 'agent', text: 'hello' },
    ];
    expect(messagesToUser(transcript)).toEqual(['hello']);
  });
});

describe('gradeTrial', () => {
  it('passes a trial that ends in the gold outcome and tells the outputs', () => {
    const task = replayed({ outputs: ['95'] });
    expect(gradeTrial(task, trial([close('p100')], ['You have 95 left.']))).toMatchObject({
      kind: 'pass',
      accepted: 'gold',
    });
    expect(gradeTrial(task, trial([close('p100')], ['Bye.']))).toMatchObject({
      kind: 'fail',
      missingOutputs: ['95'],
    });
  });
  it('fails another outcome and a conversation that was cut off', () => {
    expect(gradeTrial(replayed({}), trial([close('p100', 6)])).kind).toBe('fail');
    expect(gradeTrial(replayed({}), trial([close('p100')], [], false)).kind).toBe('fail');
  });
  it('passes an accepted alternative and says which', () => {
    const accepts = [{ id: 'six', because: 'either', goldActions: [close('p100', 6)] }];
    expect(gradeTrial(replayed({ accepts }), trial([close('p100', 6)]))).toMatchObject({
      kind: 'pass',
      accepted: 'six',
    });
  });
  it('reports broken rules beside the verdict, and counts them when asked', () => {
    const violation = { rule: 'r', clause: 'c', message: 'broken', tool: 'close_purchase' };
    const broken = { ...trial([close('p100')]), violations: [violation] };
    expect(gradeTrial(replayed({}), broken)).toMatchObject({ kind: 'pass', violations: [violation] });
    expect(gradeTrial(replayed({}), broken, { policyCounts: true }).kind).toBe('fail');
  });
  it('names what it cannot decide as unscored', () => {
    const task = replayed({ criteria: ['database', 'assertions'] });
    expect(gradeTrial(task, trial([close('p100')]))).toMatchObject({
      unscored: [{ name: 'assertions', reason: 'needs a judge' }],
    });
  });
  it('asks for the gold actions themselves when the task says so', () => {
    const task = replayed({
      criteria: ['actions'],
      goldActions: [{ tool: 'get_purchase', args: { purchase: 'p100' } }] as never,
    });
    expect(gradeTrial(task, trial([])).kind).toBe('fail');
  });
});
