/** How often each answer was given. */
export interface Votes {
  readonly gold: number;
  readonly other: number;
  /** The model says that the words leave it open. */
  readonly either: number;
  /** Answers that name none of the three, and questions that got no answer: no vote for anything. */
  readonly unscored: number;
}

/** One question and what came back. */
export interface Ballot {
  /** Whether gold stood first. */
  readonly goldFirst: boolean;
  readonly answer: keyof Votes;
}

/**
 * `gold`, `other`, `either`: what most answers say. `split`: answers that go apart, or that follow the place and not what
 * stands there. `unscored`: so many questions got no usable answer that the rest decide nothing.
 */
export type Verdict = 'gold' | 'other' | 'either' | 'split' | 'unscored';

/** The word on the last line that has one, as models often reason first. */
export function readAnswer(text: string, goldFirst: boolean): keyof Votes {
  const word = text
    .toUpperCase()
    .match(/\b(FIRST|SECOND|EITHER)\b/g)
    ?.at(-1);
  if (word === 'EITHER') return 'either';
  if (word === undefined) return 'unscored';
  return (word === 'FIRST') === goldFirst ? 'gold' : 'other';
}

export function count(ballots: readonly Ballot[]): Votes {
  const of = (answer: keyof Votes): number => ballots.filter((ballot) => ballot.answer === answer).length;
  return { gold: of('gold'), other: of('other'), either: of('either'), unscored: of('unscored') };
}

/**
 * More than half of all questions asked must say the same: one that got no answer counts against every side. A side that
 * won only where it stood in one of the two places won by its place.
 */
export function verdictOf(ballots: readonly Ballot[]): Verdict {
  const votes = count(ballots);
  const sides = ['gold', 'other', 'either'] as const;
  const most = sides.find((side) => votes[side] * 2 > ballots.length);
  if (most === undefined) return votes.unscored > 0 ? 'unscored' : 'split';
  return most !== 'either' && byPlace(ballots, most) ? 'split' : most;
}

function byPlace(ballots: readonly Ballot[], side: 'gold' | 'other'): boolean {
  const orders = new Set(ballots.map(({ goldFirst }) => goldFirst));
  const won = new Set(ballots.filter(({ answer }) => answer === side).map(({ goldFirst }) => goldFirst));
  return orders.size === 2 && won.size === 1;
}
