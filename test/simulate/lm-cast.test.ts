import { afterEach, describe, expect, it } from 'vitest';
import {
  AGENT_STRATEGIES,
  findPersona,
  lmAgent,
  lmUser,
  noUser,
  personas,
  promptMark,
  USER_STRATEGIES,
  verdictOf,
} from '../../src/simulate/index.ts';
import { shop } from '../fixtures/shop.ts';
import { CANARY, closeTask, openStage, play, replayed, type Stage } from './cast.ts';

let stage: Stage;
afterEach(() => stage.close());

const toolNames = shop.tools.map(({ name }) => name);

describe('agents and users behind a model', () => {
  const pairs = AGENT_STRATEGIES.flatMap((agent) => USER_STRATEGIES.map((user) => [agent, user] as const));

  it.each(pairs)(
    '%s with a %s user reaches gold, and each side reads only what it may',
    async (agent, user) => {
      stage = await openStage();
      const trial = await play(
        lmAgent({ model: stage.model, strategy: agent }),
        lmUser({ model: stage.model, strategy: user }),
      );
      expect(verdictOf(replayed(), trial)).toMatchObject({ kind: 'pass' });
      expect(trial.mistakes).toEqual({});

      const agents = stage.sent.filter(({ role }) => role === 'agent');
      const users = stage.sent.filter(({ role }) => role === 'user');
      expect([agents.length, users.length].every((count) => count >= 3)).toBe(true);
      for (const { system, body, text } of agents) {
        expect(system).toContain(shop.policy.text.trim());
        for (const name of toolNames) {
          expect(agent === 'tool-calling' ? JSON.stringify(body.tools) : system).toContain(name);
        }
        expect(body.temperature).toBe(0);
        expect(text).not.toContain('customer number');
      }
      for (const { text, body } of users) {
        expect(body.tools).toBeUndefined();
        for (const name of toolNames) expect(text).not.toContain(name);
        expect(text).not.toContain(shop.policy.clauses[0]?.text ?? 'no clause');
        expect(text).not.toContain('API output');
        expect(body.temperature).toBe(1);
      }
      for (const { text } of stage.sent) expect(text).not.toContain(CANARY);
    },
  );

  it('records wording, models, temperatures and response ids of both sides', async () => {
    stage = await openStage();
    const trial = await play(
      lmAgent({ model: stage.model, strategy: 'react' }),
      lmUser({ model: stage.model, strategy: 'verify', persona: findPersona('expert') }),
    );
    expect(trial.prompts?.map(({ name }) => name)).toEqual([
      'agent-react',
      'user-lm',
      'user-verify',
      'persona/expert',
    ]);
    expect(trial.prompts?.[0]).toEqual(promptMark('agent-react'));
    expect(trial.models).toMatchObject({
      agent: { model: 'm', temperature: 0, recorded: 0 },
      user: { model: 'm', temperature: 1, recorded: 0 },
    });
    expect(new Set(trial.models?.agent?.responseIds).size).toBe(trial.usage.agent.calls);
    expect(trial.usage.user.calls).toBeGreaterThan(trial.usage.agent.calls);
  });

  it('keeps thoughts of either side from the other', async () => {
    stage = await openStage();
    await play(
      lmAgent({ model: stage.model, strategy: 'react' }),
      lmUser({ model: stage.model, strategy: 'react' }),
    );
    for (const { role, text } of stage.sent) {
      expect(text).not.toContain(role === 'agent' ? 'User Response:' : 'next step');
    }
  });

  it('lets any persona play any scenario', async () => {
    for (const persona of Object.values(personas)) {
      stage = await openStage();
      const trial = await play(
        lmAgent({ model: stage.model, strategy: 'tool-calling' }),
        lmUser({ model: stage.model, strategy: 'lm', persona }),
      );
      expect([persona.name, trial.stop, trial.persona]).toEqual([persona.name, 'user-stop', persona.name]);
      await stage.close();
    }
    expect(Object.keys(personas).length).toBeGreaterThanOrEqual(6);
  });
});

describe('mistakes of form', () => {
  const user = (model: Stage['model']) => lmUser({ model, strategy: 'lm', faults: 'ignore' });

  it('are observations the agent reads, counted, and never a crash', async () => {
    stage = await openStage([
      { role: 'user', turn: 0, answer: { text: 'Please close p100.' } },
      { role: 'user', answer: { text: '###STOP###' } },
      { role: 'agent', says: 'reply was empty', answer: { text: 'I am sorry.' } },
      { role: 'agent', turn: 0, answer: { calls: [{ tool: 'no_tool', args: {} }] } },
      { role: 'agent', turn: 1, answer: { calls: [{ tool: 'get_purchase', args: { purchase: 'p999' } }] } },
      { role: 'agent', turn: 2, answer: {} },
    ]);
    const trial = await play(lmAgent({ model: stage.model, strategy: 'tool-calling' }), user(stage.model));
    expect(trial.stop).toBe('user-stop');
    expect(trial.mistakes).toEqual({ 'unknown-tool': 1, 'nonexistent-id': 1, 'empty-reply': 1 });
    const failed = trial.transcript.filter((turn) => turn.role === 'tool' && turn.observation.failed);
    expect(failed).toHaveLength(3);
  });

  it('of arguments that are no JSON are told, and sent back as an empty object', async () => {
    stage = await openStage([], {
      brain: {
        answer: ({ role, messages }) => {
          if (role === 'user') return { text: messages.length > 2 ? '###STOP###' : 'hello' };
          return messages.length > 3
            ? { text: 'sorry' }
            : { text: null, calls: [{ id: 'a', name: 'get_purchase', arguments: '{"purchase": p100' }] };
        },
      },
    });
    const trial = await play(lmAgent({ model: stage.model, strategy: 'tool-calling' }), user(stage.model));
    expect(trial.mistakes).toEqual({ 'unreadable-arguments': 1 });
    const call = trial.transcript.find((turn) => turn.role === 'agent');
    expect(call).toMatchObject({ calls: [{ unreadable: '{"purchase": p100' }] });
    expect(stage.sent.filter(({ role }) => role === 'agent').at(-1)?.text).toContain('"arguments":"{}"');
  });

  it('drops all but the first of parallel calls, or runs them all when asked', async () => {
    const calls = [
      { tool: 'get_purchase', args: { purchase: 'p100' } },
      { tool: 'find_customer', args: { email: 'ada@example.com' } },
    ];
    const rules = [
      { role: 'user', turn: 0, answer: { text: 'hi' } },
      { role: 'user', answer: { text: '###STOP###' } },
      { role: 'agent', turn: 0, answer: { calls } },
      { role: 'agent', answer: { text: 'There.' } },
    ];
    stage = await openStage(rules);
    const agent = lmAgent({ model: stage.model, strategy: 'tool-calling' });
    const first = await play(agent, user(stage.model));
    expect([first.actions.length, first.mistakes]).toEqual([1, { 'dropped-call': 1 }]);
    const all = await play(agent, user(stage.model), { parallelCalls: 'all' });
    expect([all.actions.length, all.mistakes]).toEqual([2, {}]);
  });

  it('stops a text agent that never says anything at the cap of thirty moves', async () => {
    stage = await openStage([
      { role: 'user', answer: { text: 'hi' } },
      { role: 'agent', answer: { text: 'Action:\n{"name": "get_purchase", "arguments": ' } },
    ]);
    const trial = await play(lmAgent({ model: stage.model, strategy: 'act' }), user(stage.model));
    expect([trial.stop, trial.mistakes]).toEqual(['move-cap', { 'unreadable-arguments': 30 }]);
  });
});

describe('ablations', () => {
  it('without policy: the agent reads none', async () => {
    stage = await openStage();
    await play(
      lmAgent({ model: stage.model, strategy: 'tool-calling' }),
      lmUser({ model: stage.model, strategy: 'lm' }),
      { policy: '' },
    );
    const agents = stage.sent.filter(({ role }) => role === 'agent');
    for (const { text } of agents) expect(text).not.toContain('<policy>');
  });

  it('without user: the agent reads the scenario, and nobody answers', async () => {
    stage = await openStage([
      { role: 'agent', says: 'Nobody can answer', answer: { text: 'Done.' } },
      { role: 'agent', answer: { text: 'May I?' } },
    ]);
    const trial = await play(lmAgent({ model: stage.model, strategy: 'tool-calling' }), noUser());
    expect(trial.stop).toBe('user-stop');
    expect(stage.sent[0]?.text).toContain('You want purchase p100 closed for 5.');
    expect(stage.sent.every(({ text }) => !text.includes(CANARY))).toBe(true);
  });

  it('with the plan: the agent reads the gold actions and outputs', async () => {
    stage = await openStage();
    const agent = lmAgent({
      model: stage.model,
      strategy: 'tool-calling',
      plan: () => ({ actions: closeTask.goldActions, outputs: ['42'] }),
    });
    await play(agent, lmUser({ model: stage.model, strategy: 'lm' }));
    expect(agent.name).toBe('tool-calling+plan');
    expect(stage.sent.find(({ role }) => role === 'agent')?.system).toMatch(
      /close_purchase \{"purchase":"p100","charge":5\}[\s\S]*Tell the user: 42/,
    );
  });
});
