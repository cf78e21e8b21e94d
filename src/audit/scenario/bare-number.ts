import { readingOf, spanOf } from '../evidence/reading.ts';
import type { RuleFinding, TaskRule } from '../types.ts';
import { leaves, rowsInReach } from './world.ts';

export const bareNumber: TaskRule = {
  code: 'bare-number',
  sentence: 'A number in the scenario says what it is',
  severity: 'note',
  scope: 'task',
  check(audited, context) {
    if (!/\(\d{4,6}\)/.test(audited.text)) return [];
    const reading = readingOf(audited);
    const kinds = new Map<string, string>();
    for (const { row } of rowsInReach(audited, context)) {
      leaves(row, (leaf, name) => {
        if (typeof leaf === 'string' && /^\d{4,6}$/.test(leaf)) kinds.set(leaf, name);
      });
    }
    return reading.tokens.flatMap((token, at): RuleFinding[] => {
      const kind = kinds.get(token.text);
      if (kind === undefined) return [];
      const [before, mark] = [reading.tokens[at - 1], reading.tokens[at + 1]];
      if (before?.text !== '(' || mark?.text !== ')') return [];
      return [
        {
          message: `"(${token.text})" does not say that it is the user's ${kind.replaceAll('_', ' ')}`,
          evidence: { spans: [{ ...spanOf(reading, token) }] },
          hint: `write "${kind.replaceAll('_', ' ')} ${token.text}"`,
        },
      ];
    });
  },
};
