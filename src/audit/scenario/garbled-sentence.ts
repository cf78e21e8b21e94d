import { readingOf, sentenceAt, spanOf } from '../evidence/reading.ts';
import type { RuleFinding, TaskRule } from '../types.ts';

/** Words after which a sentence cannot end. */
const DANGLING = new Set([
  'the',
  'a',
  'an',
  'of',
  'your',
  'my',
  'their',
  'and',
  'or',
  'with',
  'because',
  'than',
]);

export const garbledSentence: TaskRule = {
  code: 'garbled-sentence',
  sentence: 'Every sentence of the scenario is whole',
  severity: 'warning',
  scope: 'task',
  check(audited) {
    const reading = readingOf(audited);
    return reading.tokens.flatMap((token, at): RuleFinding[] => {
      const next = reading.tokens[at + 1];
      if (next === undefined || !DANGLING.has(token.lower)) return [];
      const restarts =
        /^(?:You|I)$/.test(next.text) &&
        next.text !== 'I' &&
        ['the', 'a', 'an', 'of', 'your', 'my', 'with'].includes(token.lower);
      const stops = /[.!?]/.test(next.text) && next.joined;
      if (!restarts && !stops) return [];
      const span = spanOf(reading, sentenceAt(reading, at));
      return [
        {
          message: `a sentence breaks off after "${reading.text.slice(Math.max(0, token.start - 24), token.end).trim()}", so that a wish may be lost`,
          evidence: { spans: [{ ...span }] },
          hint: 'finish the sentence or delete it',
        },
      ];
    });
  },
};
