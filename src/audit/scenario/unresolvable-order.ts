import { type Comparison, findComparisons } from '../evidence/comparisons.ts';
import { type Reading, readingOf, sentenceAt, spanOf } from '../evidence/reading.ts';
import { fieldWords } from '../evidence/spellings.ts';
import type { AuditContext, RuleFinding, TaskRule } from '../types.ts';
import { leaves, ownedRows, type ReachedRow } from './world.ts';

const IN_TIME = new Set(['old', 'new', 'recent', 'early', 'late']);

export const unresolvableOrder: TaskRule = {
  code: 'unresolvable-criterion',
  sentence: 'A criterion by which the user picks a row can be read off the rows',
  severity: 'error',
  scope: 'task',
  check(audited, context) {
    const reading = readingOf(audited);
    const seen = new Set<string>();
    return findComparisons(reading).flatMap((comparison): RuleFinding[] => {
      if (!IN_TIME.has(comparison.base)) return [];
      // "An older order" tells that it is past, not which of them it is.
      if (['a', 'an'].includes(reading.tokens[comparison.first - 1]?.lower ?? '')) return [];
      const table = tableMeant(reading, comparison, context);
      if (table === undefined || seen.has(table)) return [];
      const rows = ownedRows(audited, context, table);
      if (rows.length < 2 || rows.some(hasMoment)) return [];
      seen.add(table);
      const span = spanOf(reading, comparison);
      return [
        {
          message: `the user picks ${article(table)} by "${span.text}", but nothing in the ${rows.length} ${table} in reach tells which came first`,
          evidence: {
            spans: [{ ...span }, { ...spanOf(reading, sentenceAt(reading, comparison.first)) }],
            rows: rows.map((row) => row.key),
          },
          hint: `name the ${fieldWords(table)[0] ?? table} by its id or by what is in it, or give the rows a date`,
        },
      ];
    });
  },
};

/** The table whose noun stands right after the words, or right before them ("the order that you most recently placed"). */
function tableMeant(reading: Reading, comparison: Comparison, context: AuditContext): string | undefined {
  const near = reading.tokens
    .slice(comparison.last, comparison.last + 3)
    .concat(reading.tokens.slice(Math.max(0, comparison.first - 4), comparison.first));
  for (const token of near) {
    const table = Object.keys(context.domain.tables).find((name) => fieldWords(name)[0] === token.stem);
    if (table !== undefined) return table;
  }
  return undefined;
}

function hasMoment({ row }: ReachedRow): boolean {
  let found = false;
  leaves(row, (leaf, name) => {
    if (
      /date|time|created|placed|_at$/i.test(name) ||
      (typeof leaf === 'string' && /^\d{4}-\d{2}-\d{2}/.test(leaf))
    )
      found = true;
  });
  return found;
}

function article(table: string): string {
  const noun = fieldWords(table)[0] ?? table;
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
