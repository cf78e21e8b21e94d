import { describe, expect, it } from 'vitest';
import { type Ballot, readAnswer, verdictOf } from '../../../src/audit/judge/votes.ts';

/** Answers in turn, gold first in every other question. */
const ballots = (...answers: readonly Ballot['answer'][]): Ballot[] =>
  answers.map((answer, index) => ({ answer, goldFirst: index % 2 === 0 }));

describe('the verdict', () => {
  it.each([
    ['gold', ['gold', 'gold', 'other']],
    ['other', ['other', 'other', 'either']],
    ['either', ['either', 'either', 'gold']],
    ['split', ['gold', 'other', 'either']],
    ['unscored', ['gold', 'other', 'unscored']],
    ['unscored', ['gold', 'unscored', 'unscored']],
    ['gold', ['gold', 'gold', 'unscored']],
    ['gold', ['gold']],
  ] as const)('is %s for %j', (verdict, answers) => {
    expect(verdictOf(ballots(...answers))).toBe(verdict);
  });

  it('goes to no side that won in one place alone', () => {
    expect(verdictOf(ballots('gold', 'other', 'gold'))).toBe('split');
    expect(verdictOf(ballots('gold', 'either', 'gold'))).toBe('split');
  });
});

describe('an answer', () => {
  it.each([
    ['FIRST', true, 'gold'],
    ['FIRST', false, 'other'],
    ['The first looks odd.\nsecond.', true, 'other'],
    ['**EITHER**', true, 'either'],
    ['', true, 'unscored'],
    ['neither of them', true, 'unscored'],
  ] as const)('%j with gold first %s is %s', (text, goldFirst, answer) => {
    expect(readAnswer(text, goldFirst)).toBe(answer);
  });
});
