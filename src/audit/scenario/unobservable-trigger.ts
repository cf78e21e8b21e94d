import type { Clause } from '../evidence/clauses.ts';
import { type Reading, readingOf, spanOf } from '../evidence/reading.ts';
import type { RuleFinding, TaskRule } from '../types.ts';

const ASKS = new Set(['ask', 'asks', 'asked', 'asking', 'wants', 'requests', 'needs', 'requires']);
const CONFIRM = new Set(['confirm', 'confirmation', 'confirms', 'confirming', 'reconfirm']);
/** Words after "confirmation" that do not say of what. */
const EMPTY = new Set([
  'first',
  'again',
  'or',
  'and',
  'from',
  'you',
  'before',
  'proceeding',
  'it',
  'this',
  'that',
  'final',
]);

export const unobservableTrigger: TaskRule = {
  code: 'unobservable-trigger',
  sentence: 'A turn of the user that hangs on what the agent asks says what the question must be about',
  severity: 'warning',
  scope: 'task',
  check(audited) {
    const reading = readingOf(audited);
    return reading.clauses.flatMap((clause): RuleFinding[] => {
      if (clause.role !== 'condition' || !asksToConfirm(reading, clause)) return [];
      const certain = reading.tokens
        .slice(clause.first, clause.first + 3)
        .some((token) => token.lower === 'when');
      const span = spanOf(reading, clause);
      const writes = audited.writes.length;
      return [
        {
          message: certain
            ? `the user's turn hangs on a question for confirmation, "${span.text}", and does not say of what`
            : `"${span.text}" does not say what is to be confirmed: an agent may never ask, or ask several times, and what the user then says depends on it`,
          severity: certain ? 'note' : 'warning',
          evidence: { spans: [{ ...span }], writes },
          hint: 'say what: "When the agent asks you to confirm the …, …", or let the user tell the wish at once',
        },
      ];
    });
  },
};

function asksToConfirm(reading: Reading, clause: Clause): boolean {
  const words = reading.tokens.slice(clause.first, clause.last);
  const confirm = words.findIndex((token) => CONFIRM.has(token.lower));
  if (confirm < 0 || !words.slice(0, confirm).some((token) => ASKS.has(token.lower))) return false;
  const after = words.slice(confirm + 1).filter((token) => token.kind === 'word' && !EMPTY.has(token.lower));
  return after.length === 0;
}
