import { findEvery } from '../evidence/extent-words.ts';
import { fieldMentions } from '../evidence/mentions.ts';
import { polarityAt } from '../evidence/polarity.ts';
import { type Reading, readingOf, sentenceAt, spanOf } from '../evidence/reading.ts';
import { fieldWords } from '../evidence/spellings.ts';
import { findTopics } from '../evidence/topics.ts';
import { findVerbs, verbsOf } from '../evidence/verbs.ts';
import type { RuleFinding, TaskRule } from '../types.ts';
import { doneWrites, keyParameter, leaves, ownedRows, type ReachedRow } from './world.ts';

export const unnamedRow: TaskRule = {
  code: 'ambiguous-referent',
  sentence: 'The scenario says which of several rows it speaks of, also when the wish is to be refused',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    if (doneWrites(audited).length > 0) return [];
    const reading = readingOf(audited);
    const seen = new Set<string>();
    return context.domain.tools.flatMap((tool): RuleFinding[] => {
      const key = tool.effect === 'write' ? keyParameter(tool) : undefined;
      if (key === undefined || seen.has(key.table)) return [];
      const place = findVerbs(reading, verbsOf(tool)).find(
        (at) =>
          polarityAt(reading, { first: at, last: at + 1 }) === 'for' && namesTable(reading, at, key.table),
      );
      if (place === undefined) return [];
      const rows = ownedRows(audited, context, key.table);
      if (rows.length < 2 || findEvery(reading).length > 0) return [];
      if (rows.some((row) => describes(reading, row, rows))) return [];
      seen.add(key.table);
      const span = spanOf(reading, sentenceAt(reading, place));
      return [
        {
          message: `the user does not say which of ${rows.length} ${key.table} is meant, and has no words to tell them apart: "${span.text}"`,
          evidence: { spans: [{ ...span }], rows: rows.map((row) => row.key) },
          hint: `name the ${fieldWords(key.table)[0] ?? key.table} by its id, or by something only it has`,
        },
      ];
    });
  },
};

function namesTable(reading: Reading, at: number, table: string): boolean {
  const noun = fieldWords(table)[0];
  const sentence = reading.tokens[at]?.sentence;
  return reading.tokens.slice(at, at + 8).some((token) => token.sentence === sentence && token.stem === noun);
}

/** Whether the text names a row's key, or something that it has and not all others have. */
function describes(reading: Reading, row: ReachedRow, rows: readonly ReachedRow[]): boolean {
  if (reading.phrases.find(row.key).length > 0) return true;
  const others = rows.filter((other) => other !== row).map((other) => JSON.stringify(other.row));
  let told = false;
  leaves(row.row, (leaf, name) => {
    if (told || typeof leaf !== 'string' || leaf.length < 3) return;
    if (others.every((text) => text.includes(JSON.stringify(leaf)))) return;
    const hits =
      name === 'name'
        ? findTopics(reading, [leaf])
        : [...(fieldMentions(reading, [leaf], { name }).get(JSON.stringify(leaf)) ?? [])];
    told = hits.some((hit) => reading.text.slice(hit.start, hit.end).length > 2);
  });
  return told;
}
