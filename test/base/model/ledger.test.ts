import { describe, expect, it } from 'vitest';
import { Ledger, NO_USAGE, usageOf } from '../../../src/base/model/index.ts';

const price = { input: 2, output: 8, cachedInput: 1 };

describe('usageOf', () => {
  it('prices input, cached input and output apart', () => {
    expect(usageOf({ input: 1_000_000, output: 500_000, cachedInput: 400_000 }, price).costUsd).toBeCloseTo(
      5.6,
    );
  });

  it.each([
    ['without a price', { input: 10, output: 1 }, undefined],
    ['without a token count', undefined, price],
  ])('leaves the cost unknown %s', (_, tokens, known) => {
    expect(usageOf(tokens, known)).toMatchObject({ calls: 1, costUsd: 'unknown' });
  });
});

describe('Ledger', () => {
  it('lists each role and model on a line of its own, and one unknown price makes the total unknown', () => {
    const ledger = new Ledger();
    ledger.record('agent', 'a', usageOf({ input: 100, output: 10 }, price));
    ledger.record('agent', 'a', usageOf({ input: 100, output: 10 }, price));
    ledger.record('judge', 'b', usageOf({ input: 5, output: 5 }, undefined));
    expect(ledger.lines().map(({ role, model, usage }) => [role, model, usage.calls])).toEqual([
      ['agent', 'a', 2],
      ['judge', 'b', 1],
    ]);
    expect(ledger.total()).toMatchObject({ inputTokens: 205, costUsd: 'unknown' });
  });

  it('stops before the call that would run past the token budget, counting calls under way', () => {
    const ledger = new Ledger({ tokens: 100 });
    const one = usageOf({ input: 30, output: 10 }, price);
    const settle = ledger.reserve('agent', 'a', one);
    ledger.reserve('agent', 'a', one);
    expect(() => ledger.reserve('agent', 'a', one)).toThrow(/budget "100 tokens"/);
    settle(NO_USAGE);
    expect(() => ledger.reserve('agent', 'a', one)).not.toThrow();
  });

  it('stops before the call that would run past the money budget', () => {
    const ledger = new Ledger({ usd: 0.001 });
    ledger.record('agent', 'a', usageOf({ input: 400, output: 0 }, price));
    expect(() => ledger.reserve('agent', 'a', usageOf({ input: 400, output: 0 }, price))).toThrow(/\$0\.001/);
  });

  it('does not take an unknown price for a free one', () => {
    const ledger = new Ledger({ usd: 5 });
    const unknown = usageOf({ input: 1, output: 1 }, undefined);
    expect(() => ledger.reserve('agent', 'a', unknown)).toThrow(/price of model "a" is not known/);
  });
});
