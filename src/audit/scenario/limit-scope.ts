import { readingOf, spanOf } from '../evidence/reading.ts';
import { topicsOf } from '../evidence/topics.ts';
import { findVerbs, verbsOf } from '../evidence/verbs.ts';
import type { RuleFinding, TaskRule } from '../types.ts';

const LIMIT =
  /\b(?:budget of|up ?to|above (?:your|my) budget|no more than|at most|less than|under|maximum of|limit of)\s+\$\s?\d+/i;
const SCOPE =
  /\b(?:total|altogether|in all|overall|each|per|combined|sum|for that|for the change|for the upgrade|for everything)\b/i;

/** Words between a thing and the limit on its price. */
const REACH = 5;

export const limitScope: TaskRule = {
  code: 'unclear-limit',
  sentence: 'A limit on cost says whether it holds for each change or for all of them',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    const reading = readingOf(audited);
    const limit = LIMIT.exec(reading.text);
    if (limit === null) return [];
    const extent = { start: limit.index, end: limit.index + limit[0].length };
    const sentence = reading.tokens.find((token) => token.end >= extent.end)?.sentence;
    const inside = reading.tokens.filter((token) => token.sentence === sentence);
    const text = reading.text.slice(inside[0]?.start ?? 0, inside.at(-1)?.end ?? 0);
    // "A speaker for less than $100" limits what a thing costs.
    const at = reading.tokens.findIndex((token) => token.end > extent.start);
    const limited = topicsOf(audited, context).some(({ last }) => last <= at && last > at - REACH);
    if (SCOPE.test(text) || limited) return [];
    const priced = context.domain.tools.filter(
      (tool) => tool.effect === 'write' && JSON.stringify(tool.parameters).includes('payment'),
    );
    const asked = new Set(
      priced
        .flatMap((tool) =>
          findVerbs(reading, verbsOf(tool)).filter((at) => reading.tokens[at]?.sentence !== sentence),
        )
        .map((at) => reading.tokens[at]?.sentence),
    );
    if (asked.size < 2) return [];
    const finding: RuleFinding = {
      message: `"${spanOf(reading, extent).text}" does not say whether the limit holds for each of the changes asked for or for all together`,
      evidence: { spans: [{ ...spanOf(reading, extent) }] },
      hint: 'add "in total" or "for each change", and what the user gives up first',
    };
    return [finding];
  },
};
