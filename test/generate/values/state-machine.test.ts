import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random/index.ts';
import { stateMachine } from '../../../src/generate/index.ts';

describe('state machine', () => {
  const life = stateMachine('open', {
    open: { paid: 3, dropped: 1 },
    paid: { sent: 1, dropped: 1 },
    sent: { paid: 1 },
    dropped: {},
  });
  const random = new RandomStream(9);

  it('gives a history of allowed moves that ends in the status', () => {
    expect(life.pathTo('open', random)).toEqual(['open']);
    expect(life.pathTo('sent', random)).toEqual(['open', 'paid', 'sent']);
    expect(life.pathTo('dropped', random)).toEqual(['open', 'dropped']);
  });

  it('a state without a way to it, and a move to no state, are refused', () => {
    expect(() => stateMachine('a', { a: {}, b: {} })).toThrow('Cannot reach state "b": no moves lead there');
    expect(() => stateMachine('a', { a: { c: 1 } } as never)).toThrow('Cannot move to state "c"');
  });
});
