import type { Ballot } from './vote.ts';

// The last line holds the grade: the word in any case, then C or I in upper case; what follows on that line is free.
const GRADE = /grade[ \t\f\v]*\s*:\s*([CPIcpi])[^\n]*\n?$/i;

/**
 * Reads the free-text grade of TED's judge prompt: `GRADE: C` (completed) or `GRADE: I` (incomplete) on the last line.
 * Anything else is unscored. Source: TED (arXiv 2603.15483), judge output.
 */
export function readTedGrade(text: string): Ballot {
  const letter = GRADE.exec(text)?.[1];
  if (letter === 'C' || letter === 'I') {
    return { kind: 'vote', completed: letter === 'C', explanation: text };
  }
  const reason =
    text.trim() === ''
      ? 'the answer is empty'
      : letter === undefined
        ? 'the answer ends without a grade'
        : `"${letter}" is no grade`;
  return { kind: 'unscored', reason, explanation: text };
}
