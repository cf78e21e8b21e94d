import { UserError } from '../../base/finding/index.ts';

/** One judge run's answer to one question. */
export type Ballot =
  | { readonly kind: 'vote'; readonly completed: boolean; readonly explanation?: string }
  /** No usable answer: never counted as a vote. */
  | { readonly kind: 'unscored'; readonly reason: string; readonly explanation?: string };

/** What a majority made of several ballots. */
export type Decision =
  | { readonly kind: 'decided'; readonly completed: boolean; readonly tally: Tally }
  | { readonly kind: 'unscored'; readonly reason: string; readonly tally: Tally };

export interface Tally {
  readonly yes: number;
  readonly no: number;
  /** Calls made, unusable answers included. */
  readonly calls: number;
  /** How many calls were made at a time. */
  readonly waves: readonly number[];
  /** Answers that carried any text. */
  readonly explanations: number;
  /** 1 and 0 for each usable answer, in order. */
  readonly votes: readonly (0 | 1)[];
}

export interface VoteOptions {
  /** Judge runs: a positive odd number. */
  readonly runs: number;
  /** Ask only as many as can still change the majority. */
  readonly earlyStop: boolean;
  /** Rounds in which unusable answers are asked again (without early stop, as in TED); 5 when absent. */
  readonly retryRounds?: number;
}

/**
 * Asks a judge several times and takes the majority.
 * With early stop: a bare majority first, then only as many as can still decide; unusable answers use up the runs.
 * Without: all runs, unusable answers asked again for some rounds. Either way a question that stays open is `unscored`.
 * Source: TED (arXiv 2603.15483), judge runs.
 * @param ask asks once; called for several runs at the same time
 * @throws UserError unless `runs` is a positive odd number
 */
export async function majorityOf(
  ask: (run: number) => Promise<Ballot>,
  { runs, earlyStop, retryRounds = 5 }: VoteOptions,
): Promise<Decision> {
  if (!Number.isInteger(runs) || runs < 1 || runs % 2 === 0) {
    throw new UserError(`Cannot take a majority of ${runs} judge runs: the number must be odd and positive`);
  }
  const count = new Counter(ask);
  if (earlyStop) {
    const needed = Math.floor(runs / 2) + 1;
    await count.wave(needed);
    while (count.yes < needed && count.no < needed) {
      const left = runs - count.calls;
      if (left === 0 || Math.max(count.yes, count.no) + left < needed) {
        return { kind: 'unscored', reason: `no majority of ${runs}: ${count.reason}`, tally: count.tally() };
      }
      await count.wave(Math.min(left, needed - count.yes, needed - count.no));
    }
    return { kind: 'decided', completed: count.yes >= needed, tally: count.tally() };
  }
  let open = await count.wave(runs);
  for (let round = 0; open > 0 && round < retryRounds; round += 1) open = await count.wave(open);
  if (open > 0) {
    return { kind: 'unscored', reason: `${open} of ${runs} answers: ${count.reason}`, tally: count.tally() };
  }
  return { kind: 'decided', completed: count.yes > count.no, tally: count.tally() };
}

class Counter {
  yes = 0;
  no = 0;
  calls = 0;
  reason = 'too few usable answers';
  readonly #ask: (run: number) => Promise<Ballot>;
  readonly #waves: number[] = [];
  readonly #votes: (0 | 1)[] = [];
  #explanations = 0;

  constructor(ask: (run: number) => Promise<Ballot>) {
    this.#ask = ask;
  }

  /** Asks this many times at once; returns how many answers were unusable. */
  async wave(size: number): Promise<number> {
    const first = this.calls;
    this.calls += size;
    this.#waves.push(size);
    const ballots = await Promise.all(Array.from({ length: size }, (_, at) => this.#ask(first + at)));
    let unusable = 0;
    for (const ballot of ballots) {
      if (ballot.explanation !== undefined && ballot.explanation !== '') this.#explanations += 1;
      if (ballot.kind === 'unscored') {
        unusable += 1;
        this.reason = ballot.reason;
        continue;
      }
      if (ballot.completed) this.yes += 1;
      else this.no += 1;
      this.#votes.push(ballot.completed ? 1 : 0);
    }
    return unusable;
  }

  tally(): Tally {
    const { yes, no, calls } = this;
    return { yes, no, calls, waves: this.#waves, explanations: this.#explanations, votes: this.#votes };
  }
}
