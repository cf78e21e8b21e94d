import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../../src/define/index.ts';
import { FAULT_RULES, findTranscriptFault, lmAgent, lmUser, verdictOf } from '../../../src/simulate/index.ts';
import { openStage, play, replayed } from '../cast.ts';

const scenario = {
  instruction:
    'You are Mia Ortiz (mia_ortiz_4412), born 1990-04-12, zip 60601. You want to change reservation K7QP2X and take your sister Ana Ortiz along. Pay with the card ending in 7731.',
};

const user = (text: string, stop?: 'stop') => ({ role: 'user' as const, text, ...(stop && { stop }) });
const agent = (text: string) => ({ role: 'agent' as const, text });
const asked = agent('I will cancel K7QP2X. Do you confirm (yes/no)?');
const long = 'I already told you that I want to change the flight of my reservation.';

/** Conversations with a fault, by its code. */
const FAULTY: Readonly<Record<string, readonly Transcript[]>> = {
  'empty-turn': [[user('  ')], [user('hello'), agent('Yes?'), user('')]],
  'repeated-turn': [[user(long), agent('a'), user(long), agent('b'), user(long.toUpperCase())]],
  'role-swap': [
    [user('Hello! How can I help you today?')],
    [user('hi'), agent('Hi'), user('Your reservation has been successfully updated.')],
    [user('Could you please provide your user ID and zip?')],
  ],
  'early-stop': [
    [user('Cancel K7QP2X'), asked, user('Yes, please go ahead.', 'stop')],
    [user('x'), agent('The refund is $20. Would you like to proceed?'), user('Sure, thanks!', 'stop')],
  ],
  'invented-fact': [
    [user('My email is mia@example.com.')],
    [user('hi'), agent('Your order number?'), user('It is #W1234567.')],
    [user('Please add a passenger named Kevin Smith.')],
    [user('My zip code is 60602.')],
    [user('I was born on April 13, 1991.')],
  ],
};

/** Conversations that only look like faults. */
const SOUND: readonly (readonly [string, Transcript])[] = [
  [
    'a paraphrase of known facts',
    [user('Hi, Mia here, zip 60601. My sister Ana Ortiz comes along to K7QP2X.')],
  ],
  ['a date said in another form', [user('I was born on April 12, 1990.')]],
  [
    'a value the agent told',
    [user('hi'), agent('Flight HAT204 at 18:30 costs $1,204.'), user('Take HAT204 for 1204.')],
  ],
  ['a user id with blanks', [user('My user id is mia ortiz 4412')]],
  ['yes said often', [user('Yes.'), agent('a?'), user('Yes.'), agent('b?'), user('Yes.')]],
  ['the same twice', [user(long), agent('What is your zip?'), user(long)]],
  ['an agreement that goes on', [user('Cancel'), asked, user('Yes, please.')]],
  ['a refusal that stops', [user('Cancel'), asked, user('No, leave it then.', 'stop')]],
  [
    'thanks and a stop after the deed',
    [user('x'), agent('It is cancelled. Anything else?'), user('No, thank you.', 'stop')],
  ],
  ['a bare stop', [user('x'), agent('Done.'), user('', 'stop')]],
];

describe('faults of a simulated user', () => {
  const cases = Object.entries(FAULTY).flatMap(([code, list]) => list.map((talk) => [code, talk] as const));

  it.each(cases)('finds %s', (code, talk) => {
    const fault = findTranscriptFault(talk, scenario);
    expect(fault).toMatchObject({ code, turn: talk.length - 1 });
    expect(fault?.message).not.toMatch(/\.$/);
  });

  it.each(SOUND)('lets %s pass', (_, talk) => {
    expect(findTranscriptFault(talk, scenario)).toBeUndefined();
  });

  it('has a failing conversation for every rule', () => {
    expect(Object.keys(FAULTY).sort()).toEqual(FAULT_RULES.map(({ code }) => code).sort());
  });

  it.each([
    ['invented-fact', 'Please close p100 for 5. My email is eve.adams@example.org.'],
    ['role-swap', 'Hello! How can I help you today?'],
  ])('makes a trial void with its reason: %s', async (code, text) => {
    const stage = await openStage([{ role: 'user', answer: { text } }]);
    const run = await play(
      lmAgent({ model: stage.model, strategy: 'tool-calling' }),
      lmUser({ model: stage.model, strategy: 'lm' }),
    );
    await stage.close();
    expect(run).toMatchObject({ stop: 'user-fault', fault: { code } });
    expect(verdictOf(replayed(), run)).toMatchObject({ kind: 'void', reason: 'simulator-fault' });
  });

  it('keeps text that is glued to a stop token, and stops', async () => {
    const stage = await openStage([
      { role: 'user', turn: 0, answer: { text: 'Close p100.' } },
      { role: 'user', answer: { text: 'Never mind.###STOP###' } },
      { role: 'agent', answer: { text: 'Who are you?' } },
    ]);
    const run = await play(
      lmAgent({ model: stage.model, strategy: 'tool-calling' }),
      lmUser({ model: stage.model, strategy: 'lm' }),
    );
    await stage.close();
    expect(run.transcript.at(-1)).toEqual({ role: 'user', text: 'Never mind.', stop: 'stop' });
    expect(run.stop).toBe('user-stop');
  });

  it('says a pinned opening word for word, without asking the model', async () => {
    const stage = await openStage([
      { role: 'user', answer: { text: '###STOP###' } },
      { role: 'agent', answer: { text: 'Sure.' } },
    ]);
    const run = await play(
      lmAgent({ model: stage.model, strategy: 'tool-calling' }),
      lmUser({ model: stage.model, strategy: 'lm' }),
      { scenario: { reason: 'r', opening: 'Good evening, it is me.' } },
    );
    await stage.close();
    expect(run.transcript[0]).toMatchObject({ role: 'user', text: 'Good evening, it is me.' });
    expect(run.usage.user.calls).toBe(1);
  });
});
