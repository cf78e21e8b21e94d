import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random/index.ts';
import { lmAgent, lmUser } from '../../../src/simulate/index.ts';
import {
  DisclosureLedger,
  findPersona,
  personas,
  splitScenario,
} from '../../../src/simulate/personas/index.ts';
import { openStage, play } from '../cast.ts';

const scenario = {
  reason: 'You want to return the lamp of your order.',
  known: 'Your e-mail address is mia@example.com.\nYour order is #W4411772.\nYour zip code is 60601.',
  preferences: 'You prefer a refund to the card.',
};
const { facts } = splitScenario(scenario);
const random = () => new RandomStream(1, 'test');
const ledger = (name: string) => new DisclosureLedger(facts, findPersona(name), random());

describe('splitScenario', () => {
  it('takes known facts apart and leaves wishes where they are', () => {
    const split = splitScenario(scenario);
    expect(split.facts.map(({ text }) => text)).toEqual(scenario.known.split('\n'));
    expect(split.situation).toBe(`${scenario.reason}\n${scenario.preferences}`);
  });

  it('finds the identifying sentences of a free instruction', () => {
    const split = splitScenario({
      instruction:
        'You are Mia in zip 60601. You want to return a lamp. Your order is #W4411772. You are calm.',
    });
    expect(split.facts.map(({ text }) => text)).toEqual([
      'You are Mia in zip 60601.',
      'Your order is #W4411772.',
    ]);
    expect(split.situation).toBe('You want to return a lamp. You are calm.');
  });
});

describe('DisclosureLedger', () => {
  it('gives an open persona everything at once', () => {
    expect(ledger('expert').told()).toHaveLength(3);
  });

  it('releases to a persona that has to be asked only what was asked for', () => {
    const keeper = ledger('non-expert');
    expect(keeper.told()).toEqual([]);
    keeper.hear('Hello there.');
    expect(keeper.told()).toEqual([]);
    keeper.hear('Could you give me your e-mail, please?');
    expect(keeper.told()).toEqual(['Your e-mail address is mia@example.com.']);
    keeper.hear('And the order number?');
    expect(keeper.told()).toHaveLength(2);
    expect(keeper.releases.map(({ reason }) => reason)).toEqual(['asked', 'asked']);
  });

  it('makes an agent ask a reluctant persona twice', () => {
    const keeper = ledger('reluctant');
    keeper.hear('What is your zip code?');
    expect(keeper.told()).toEqual([]);
    keeper.hear('I need your zip code to go on.');
    expect(keeper.told()).toEqual(['Your zip code is 60601.']);
  });

  it('tells one number wrong first and right after, for a forgetful persona', () => {
    const keeper = ledger('forgetful');
    keeper.hear('Please give me your email, order number and zip code.');
    const first = keeper.told().join('\n');
    const [wrong = ''] = keeper.slips;
    expect(first).toContain(wrong);
    keeper.hear('I cannot find that.');
    expect(keeper.told().join('\n')).toMatch(new RegExp(`first said ${wrong}.*is right`));
  });

  it('releases everything in the end, whatever the agent asks: every task stays solvable', () => {
    const words = ['What do you mean?', 'Please tell me more.', 'Which one?', 'I need your zip.', 'Confirm?'];
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(personas)),
        fc.array(fc.constantFrom(...words), { minLength: 12, maxLength: 12 }),
        (name, messages) => {
          const keeper = ledger(name);
          for (const message of messages) keeper.hear(message);
          expect(keeper.told()).toHaveLength(facts.length);
        },
      ),
    );
  });
});

describe('disclosure in a trial', () => {
  it('keeps a fact out of every request until it is released, and records when it was', async () => {
    const stage = await openStage([
      { role: 'user', turn: 0, answer: { text: 'I want to return a lamp.' } },
      { role: 'user', turn: 1, answer: { text: 'It is a lamp.' } },
      { role: 'user', answer: { text: '###STOP###' } },
      { role: 'agent', turn: 0, answer: { text: 'What do you want to return?' } },
      { role: 'agent', answer: { text: 'Could you share your order number?' } },
    ]);
    const run = await play(
      lmAgent({ model: stage.model, strategy: 'tool-calling' }),
      lmUser({ model: stage.model, strategy: 'lm', persona: findPersona('non-expert') }),
      { scenario },
    );
    await stage.close();
    const users = stage.sent.filter(({ role }) => role === 'user');
    expect(users.map(({ text }) => text.includes('W4411772'))).toEqual([false, false, true]);
    expect(stage.sent.every(({ text }) => !text.includes('60601'))).toBe(true);
    expect(run.disclosures).toEqual([{ turn: 2, facts: ['fact-2'] }]);
  });
});
