import type { FaultRule } from './fault.ts';

export const emptyTurn: FaultRule = {
  code: 'empty-turn',
  sentence: 'the user says nothing and does not stop',
  check: ({ text, stopped }) => (!stopped && text.trim() === '' ? 'the user said nothing' : undefined),
};
