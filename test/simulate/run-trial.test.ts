import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/annotate/index.ts';
import { Environment } from '../../src/environment/index.ts';
import {
  type AgentKind,
  type AgentMove,
  goldAgent,
  noisyAgent,
  nullAgent,
  readStopToken,
  runTrial,
  scriptedUser,
  spamAgent,
  type TrialRun,
  type UserKind,
} from '../../src/simulate/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

const task: Task = {
  id: 't',
  scenario: { instruction: 'You are ada@example.com. Close purchase p100 for 5.' },
  goldActions: [
    { tool: 'find_customer', args: { email: 'ada@example.com' } },
    { tool: 'close_purchase', args: { purchase: 'p100', charge: 5 } },
  ],
  outputs: ['95'],
  notes: [],
  tags: [],
};
const knowledge = { domain: shop, tasks: [task] };

function run(agent: AgentKind, changes: Partial<Parameters<typeof runTrial>[0]> = {}): Promise<TrialRun> {
  return runTrial({
    task: 't',
    trial: 0,
    seed: 1,
    scenario: task.scenario,
    environment: new Environment(shop, shopDatabase()),
    agent,
    user: scriptedUser(),
    ...changes,
  });
}

/** An agent that makes the given moves, then says goodbye. */
function moves(...list: AgentMove[]): AgentKind {
  return {
    name: 'moves',
    deterministic: true,
    start: () => {
      const left = [...list];
      return { respond: () => left.shift() ?? { text: 'Goodbye.' } };
    },
  };
}
const call = (tool: string, args = {}, id = 'x') => ({ id, tool, args });

describe('runTrial', () => {
  it('lets the gold agent reach the gold outcome without breaking a rule', async () => {
    const trial = await run(goldAgent(knowledge));
    expect(trial.stop).toBe('user-stop');
    expect(trial.violations).toEqual([]);
    expect(trial.outcome.changes).toHaveLength(2);
    expect(trial.transcript.at(-2)).toMatchObject({ role: 'agent', text: expect.stringContaining('95') });
  });
  it('is the same trial for the same seed, and may differ for another', async () => {
    const noisy = noisyAgent(knowledge, { drop: 0.5, swap: 0.5, alter: 0.5 });
    expect(await run(noisy)).toEqual(await run(noisy));
    const hashes = new Set<string>();
    for (let seed = 0; seed < 20; seed += 1) hashes.add((await run(noisy, { seed })).outcome.hash);
    expect(hashes.size).toBeGreaterThan(1);
  });
  it('changes nothing when the agent does nothing', async () => {
    const trial = await run(nullAgent());
    expect(trial.outcome.changes).toEqual([]);
    expect(trial.actions).toEqual([]);
  });
  it('lets the spam agent read what the words of the user open, and write nothing', async () => {
    const trial = await run(spamAgent(shop));
    expect(trial.outcome.changes).toEqual([]);
    expect(
      trial.actions.some(({ tool, observation }) => tool === 'find_customer' && !observation.failed),
    ).toBe(true);
  });
  it('stops an agent that uses up its moves', async () => {
    const agent: AgentKind = {
      name: 'loop',
      deterministic: true,
      start: () => ({ respond: () => ({ calls: [call('nothing')] }) }),
    };
    const trial = await run(agent);
    expect(trial.stop).toBe('move-cap');
    expect(trial.actions).toHaveLength(30);
    expect(trial.mistakes).toEqual({ 'unknown-tool': 30 });
  });
  it('ends at the tool that hands over, even among other calls', async () => {
    const trial = await run(moves({ calls: [call('hand_over')] }));
    expect(trial.stop).toBe('transfer');
  });
  it('runs the first of several calls and counts the dropped ones, or all when asked', async () => {
    const agent = moves({
      calls: [
        call('get_purchase', { purchase: 'p100' }, 'a'),
        call('get_purchase', { purchase: 'p200' }, 'a'),
      ],
    });
    const first = await run(agent);
    expect(first.actions).toHaveLength(1);
    expect(first.mistakes).toEqual({ 'dropped-call': 1 });
    const all = await run(agent, { parallelCalls: 'all' });
    expect(all.actions).toHaveLength(2);
    expect(new Set(all.transcript.flatMap((turn) => (turn.role === 'tool' ? [turn.call] : []))).size).toBe(2);
  });
  it('answers unreadable arguments with an error the agent can read', async () => {
    const trial = await run(moves({ calls: [{ ...call('get_purchase'), unreadable: '{"purchase": ' }] }));
    expect(trial.actions[0]?.observation).toMatchObject({ failed: true, cause: 'arguments' });
    expect(trial.mistakes).toEqual({ 'unreadable-arguments': 1 });
  });
  it('keeps text beside a call from the user', async () => {
    const seen: string[] = [];
    const user: UserKind = {
      name: 'listener',
      persona: null,
      deterministic: true,
      start: () => ({
        respond: ({ transcript }) => {
          seen.push(...transcript.flatMap((turn) => (turn.role === 'agent' ? [turn.text ?? ''] : [])));
          return transcript.length === 0 ? { text: 'hello' } : { text: '', stop: 'stop' };
        },
      }),
    };
    await run(
      moves({ text: 'secret', calls: [call('get_purchase', { purchase: 'p100' })] }, { text: 'shown' }),
      { user },
    );
    expect(seen).toEqual(['shown']);
  });
  it('never shows the agent the scenario before the user says it, nor the user a tool call', async () => {
    const views: string[] = [];
    const spy: AgentKind = {
      name: 'spy',
      deterministic: true,
      start: () => ({
        respond: (view) => {
          views.push(JSON.stringify(view));
          return { text: 'Goodbye.' };
        },
      }),
    };
    const user: UserKind = {
      name: 'shy',
      persona: null,
      deterministic: true,
      start: () => ({
        respond: ({ transcript }) =>
          transcript.length === 0 ? { text: 'Hi.', thought: 'p100' } : { text: '', stop: 'stop' },
      }),
    };
    await run(spy, { user });
    expect(views.join()).not.toContain('p100');
  });
  it('records a failing model as void by infrastructure, with what was said until then', async () => {
    const agent: AgentKind = {
      name: 'broken',
      deterministic: true,
      start: () => ({
        respond: () => Promise.reject(Object.assign(new Error('no answer'), { code: 'deadline' })),
      }),
    };
    const trial = await run(agent);
    expect(trial).toMatchObject({
      stop: 'infrastructure',
      fault: { code: 'deadline', message: 'no answer' },
    });
    expect(trial.transcript).toHaveLength(1);
  });
  it('stops at once when the run is stopped', async () => {
    expect((await run(goldAgent(knowledge), { signal: AbortSignal.abort() })).stop).toBe('interrupted');
  });
});

describe('readStopToken', () => {
  it.each([
    ['###STOP###', '', 'stop'],
    ['Thanks, bye!###STOP###', 'Thanks, bye!', 'stop'],
    ['###TRANSFER### please', 'please', 'transfer'],
    ['That is odd ###OUT-OF-SCOPE###', 'That is odd', 'out-of-scope'],
    ['no token', 'no token', undefined],
  ])('reads %j as text %j with stop %s', (message, text, stop) => {
    expect(readStopToken(message)).toEqual(stop === undefined ? { text } : { text, stop });
  });
});
