import { describe, expect, it } from 'vitest';
import type { ReplayedTask } from '../../src/annotate/index.ts';
import { NO_USAGE } from '../../src/base/model/usage.ts';
import type { PastAction, Turn } from '../../src/define/index.ts';
import { differenceToGold } from '../../src/diagnose/difference.ts';
import { firstDivergenceBetween } from '../../src/diagnose/divergence.ts';
import { describeDifference, faultOf } from '../../src/diagnose/fault.ts';
import { Environment } from '../../src/environment/index.ts';
import type { StopReason, Trial } from '../../src/simulate/index.ts';
import { verdictOf } from '../../src/simulate/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';
import { replayedShopTask as replayed } from '../fixtures/shop-task.ts';

type Step = string | { readonly say: string } | { readonly tool: string; readonly args: PastAction['args'] };

/** A graded trial from user messages (texts), agent messages (`say`) and calls. */
function trialOf(
  task: ReplayedTask,
  steps: readonly Step[],
  stop: StopReason = 'user-stop',
  trial = 0,
): Trial {
  const environment = new Environment(shop, shopDatabase());
  const transcript: Turn[] = [];
  const actions: PastAction[] = [];
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'string') {
      const text = step.replace('###', '').trim();
      transcript.push({ role: 'user', text, ...(step.includes('###') && { stop: 'stop' as const }) });
    } else if ('say' in step) transcript.push({ role: 'agent', text: step.say });
    else {
      const { observation, wrote } = environment.call(step);
      const id = `c${index}`;
      transcript.push({ role: 'agent', calls: [{ id, ...step }] });
      transcript.push({ role: 'tool', call: id, tool: step.tool, observation, changed: wrote });
      actions.push({ ...step, observation, effect: shop.tool(step.tool)?.effect ?? 'unknown' });
    }
  }
  const run = {
    task: task.id,
    trial,
    seed: 1,
    agent: 'a',
    user: 'u',
    persona: null,
    transcript,
    actions,
    outcome: environment.outcome(),
    violations: [],
    stop,
    mistakes: {},
    usage: { agent: NO_USAGE, user: NO_USAGE },
  };
  return { run: 'r', ...run, verdict: verdictOf(task, run) };
}

const close = (charge: number, purchase = 'p100') => ({ tool: 'close_purchase', args: { purchase, charge } });
const open = (sku: string) => ({ tool: 'open_purchase', args: { customer: 'ada', sku } });
const handOver = { tool: 'hand_over', args: {} };
const done = { say: 'Your credit is 95.' };

describe('differenceToGold', () => {
  const task = replayed();

  it('is empty for a trial that ends as gold does', () => {
    expect(differenceToGold(shop, task, trialOf(task, ['hi', close(5), open('pen'), done]))).toEqual([]);
    expect(faultOf(shop, task, trialOf(task, ['hi', close(5), open('pen'), done]))).toBeUndefined();
  });

  it.each<[string, Step[], StopReason, string[], string, string]>([
    ['a write left out', ['hi', close(5), done], 'user-stop', ['missing'], 'agent', 'partial-resolution'],
    [
      'nothing done',
      ['hi', { say: 'Hello.' }],
      'user-stop',
      ['missing', 'missing', 'not-told'],
      'agent',
      'goal-not-achieved',
    ],
    [
      'a wrong argument',
      ['hi', close(6), open('pen'), done],
      'user-stop',
      ['wrong-argument'],
      'agent',
      'wrong-argument',
    ],
    [
      'a write nobody asked for',
      ['hi', close(5), open('pen'), open('cup'), done],
      'user-stop',
      ['extra'],
      'agent',
      'wrong-decision',
    ],
    [
      'a value not told',
      ['hi', close(5), open('pen'), { say: 'Done.' }],
      'user-stop',
      ['not-told'],
      'agent',
      'partial-resolution',
    ],
    [
      'another value told',
      ['hi', close(5), open('pen'), { say: 'Your balance is 94.' }],
      'user-stop',
      ['told-wrong'],
      'agent',
      'partial-resolution',
    ],
    [
      'handing over',
      ['hi', handOver],
      'transfer',
      ['missing', 'missing', 'not-told', 'gave-up'],
      'agent',
      'wrong-decision',
    ],
    [
      'refusing',
      ['hi', { say: 'I am unable to do that.' }],
      'user-stop',
      ['missing', 'missing', 'not-told', 'gave-up'],
      'agent',
      'wrong-decision',
    ],
    [
      'refusing first and acting then',
      ['hi', { say: 'I cannot do that.' }, 'please', close(5), done],
      'user-stop',
      ['missing'],
      'agent',
      'partial-resolution',
    ],
    [
      'a write the tool refuses',
      ['hi', close(5000), open('pen'), done],
      'user-stop',
      ['refused'],
      'agent',
      'partial-resolution',
    ],
    [
      'being cut off',
      ['hi', close(5), open('pen'), done],
      'move-cap',
      ['cut-off'],
      'agent',
      'partial-resolution',
    ],
  ])('%s', (_, steps, stop, kinds, author, type) => {
    const trial = trialOf(task, steps, stop);
    const differences = differenceToGold(shop, task, trial);
    expect(differences.map(({ kind }) => kind)).toEqual(kinds);
    expect(differences.map(describeDifference).every((text) => text.length > 10)).toBe(true);
    expect(faultOf(shop, task, trial)).toMatchObject({ author, type });
  });

  it('writes in an order that ends elsewhere', () => {
    const ordered = replayed({ goldActions: [open('pen'), open('cup')], outputs: [] });
    const trial = trialOf(ordered, ['hi', open('cup'), open('pen')]);
    expect(differenceToGold(shop, ordered, trial).map(({ kind }) => kind)).toEqual(['wrong-order']);
  });

  it('not handing over where gold does', () => {
    const refusing = replayed({ goldActions: [handOver], outputs: [] });
    const trial = trialOf(refusing, ['hi', close(5)]);
    expect(differenceToGold(shop, refusing, trial).map(({ kind }) => kind)).toEqual([
      'extra',
      'not-handed-over',
    ]);
    expect(faultOf(shop, refusing, trial)?.type).toBe('wrong-decision');
  });
});

describe('faultOf', () => {
  const task = replayed();

  it.each<[string, Step[], string]>([
    [
      'ends the talk with the yes the agent waits for',
      ['hi', { say: 'Shall I close p100 for 5? Please confirm.' }, 'Yes, go ahead. ###'],
      'stopped-while-asked',
    ],
    [
      'ends the talk without an answer',
      ['hi', { say: 'Would you like me to close p100 for 5?' }, '###'],
      'stopped-while-asked',
    ],
    ['talks as the agent', ['How can I help you today?', { say: 'Hm.' }], 'spoke-as-agent'],
  ])('a user that %s', (_, steps, code) => {
    const fault = faultOf(shop, task, trialOf(task, steps));
    expect(fault).toMatchObject({ author: 'user', userFaults: [{ code }] });
  });

  it('a user that asks for another value than the scenario fixes', () => {
    const fault = faultOf(
      shop,
      task,
      trialOf(task, ['Close p100 for 30, and buy a pen.', close(30), open('pen'), done]),
    );
    expect(fault).toMatchObject({
      author: 'user',
      type: 'wrong-argument',
      userFaults: [{ code: 'said-otherwise' }],
    });
  });

  it('what the user did after the agent had gone wrong is not why it failed', () => {
    const steps = ['hi', close(6), open('pen'), done, 'How can I help you today?'];
    expect(faultOf(shop, task, trialOf(task, steps))).toMatchObject({
      author: 'agent',
      type: 'wrong-argument',
      turn: 1,
    });
  });

  it('a change no rule forbids leaves a doubt', () => {
    const fault = faultOf(shop, task, trialOf(task, ['hi', close(5), open('pen'), open('cup'), done]));
    expect(fault?.doubt).toContain('no policy rule forbids open_purchase');
  });

  it('void and passing trials have no fault', () => {
    const trial = trialOf(task, ['hi', close(6)]);
    const verdict = { kind: 'void', reason: 'infrastructure', message: 'down' } as const;
    expect(faultOf(shop, task, { ...trial, verdict })).toBeUndefined();
  });
});

describe('firstDivergenceBetween', () => {
  const task = replayed();
  const passing = trialOf(task, ['hi', close(5), 'and a pen', open('pen'), done], 'user-stop', 1);

  it('is the first write that parts, with its turn', () => {
    const failing = trialOf(task, ['hi', close(5), 'and a pen', open('cup'), done]);
    expect(firstDivergenceBetween(failing, [passing])).toMatchObject({
      passing: 1,
      shared: 1,
      turn: 2,
      usersAlike: true,
      passed: { args: { sku: 'pen' } },
      failed: { args: { sku: 'cup' } },
    });
  });

  it('takes the passing trial that goes along longest, and sees users that differ', () => {
    const other = trialOf(task, ['hi', open('pen'), close(5), done], 'user-stop', 2);
    const failing = trialOf(task, ['good day', close(5), 'and a pen', done]);
    expect(firstDivergenceBetween(failing, [other, passing])).toMatchObject({
      passing: 1,
      failed: null,
      usersAlike: false,
    });
  });

  it('is nothing without a passing trial', () => {
    expect(firstDivergenceBetween(passing, [])).toBeUndefined();
  });
});
