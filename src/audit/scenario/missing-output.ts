import { readingOf, spanOf } from '../evidence/reading.ts';
import type { TaskRule } from '../types.ts';
import { asksForNumber, asksToKnow } from './questions.ts';

export const missingOutput: TaskRule = {
  code: 'missing-output',
  sentence: 'What the user asks to know is expected as an output or looked for by a note',
  severity: 'note',
  scope: 'task',
  check(audited) {
    const { outputs, notes } = audited.task;
    if (outputs.length > 0 || notes.length > 0) return [];
    const reading = readingOf(audited);
    const question = reading.clauses.find(
      (clause) =>
        clause.role !== 'condition' &&
        asksToKnow(reading, clause) &&
        asksForNumber(reading.text.slice(clause.start, clause.end)),
    );
    if (question === undefined) return [];
    const span = spanOf(reading, question);
    return [
      {
        message: `the user asks for something that no output checks: "${span.text}"`,
        evidence: { spans: [{ ...span }] },
        hint: 'add the expected answer to outputs, or a note',
      },
    ];
  },
};
