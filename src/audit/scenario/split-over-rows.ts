import { readingOf, spanOf } from '../evidence/reading.ts';
import { fieldWords } from '../evidence/spellings.ts';
import { verbAt, verbsOf } from '../evidence/verbs.ts';
import type { RuleFinding, TaskRule } from '../types.ts';
import { doneWrites, keyParameter } from './world.ts';

const ONE = new Set(['a', 'an', 'one', 'the', 'your', 'my', 'that']);

/** Words that speak of rows in a certain state, which need not be those of the wish. */
const OTHER_STATE = new Set(['pending', 'delivered', 'cancelled', 'processed', 'another', 'other']);

export const splitOverRows: TaskRule = {
  code: 'inconsistent-fact',
  sentence: 'A scenario that speaks of one row is not served by writes on several',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    const reading = readingOf(audited);
    const writes = doneWrites(audited);
    return [...new Set(writes.map((step) => step.tool))].flatMap((name): RuleFinding[] => {
      const tool = context.domain.tool(name);
      const key = tool && keyParameter(tool);
      if (tool === undefined || key === undefined) return [];
      const rows = [
        ...new Set(writes.filter((step) => step.tool === name).map((step) => String(step.args[key.name]))),
      ];
      if (rows.length < 2 || rows.some((row) => reading.phrases.find(row).length > 0)) return [];
      const noun = fieldWords(key.table)[0] ?? key.table;
      const at = reading.tokens.findIndex((token, place) => {
        if (token.lower !== noun) return false;
        const before = reading.tokens.slice(Math.max(0, place - 4), place).map((other) => other.lower);
        if (before.some((word) => word === 'same' || OTHER_STATE.has(word))) return false;
        if (!['from', 'in'].some((word) => before.includes(word)) || !before.some((word) => ONE.has(word)))
          return false;
        const verb = verbAt(reading, Math.max(0, place - 4));
        return verb !== undefined && verbsOf(tool).has(verb);
      });
      if (at < 0) return [];
      const token = reading.tokens[at];
      if (token === undefined) return [];
      const span = spanOf(reading, {
        start: reading.tokens[Math.max(0, at - 3)]?.start ?? token.start,
        end: token.end,
      });
      return [
        {
          message: `the scenario speaks of one ${noun} ("${span.text}"), but gold does ${name} on ${rows.length}: ${rows.join(', ')}`,
          evidence: { spans: [{ ...span }], rows },
          hint: `say that the things lie in ${rows.length} ${key.table}`,
        },
      ];
    });
  },
};
