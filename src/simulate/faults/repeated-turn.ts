import type { FaultRule } from './fault.ts';

/** Shorter turns ("Yes, please.") are rightly said more than once. */
const LONG = 40;

export const repeatedTurn: FaultRule = {
  code: 'repeated-turn',
  sentence: 'the user says the same long turn for the third time in a row',
  check: ({ text, said }) => {
    const now = normalize(text);
    if (now.length < LONG || said.length < 2) return undefined;
    return said.slice(-2).every((before) => normalize(before) === now)
      ? `the user said the same for the third time: "${text.trim().slice(0, 60)}"`
      : undefined;
  },
};

function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
