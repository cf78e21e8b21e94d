import { UserError } from '../../base/finding/index.ts';
import type { LanguageModel } from '../../base/model/language-model.ts';
import type { JudgeJournal } from './journal.ts';
import {
  type JudgedNote,
  type JudgePrompt,
  makeQuestion,
  PROMPT_VERSION,
  renderQuestion,
} from './question.ts';
import { type NoteBallot, readReply } from './read-reply.ts';
import type { Line } from './render.ts';

/** One seat of a panel: a model with a prompt. Different models or prompts err differently; repeats of one hardly do. */
export interface JudgeSeat {
  readonly model: LanguageModel;
  readonly prompt: JudgePrompt;
}

export interface PanelOptions {
  /** An odd number of seats, asked in this order. */
  readonly seats: readonly JudgeSeat[];
  readonly journal: JudgeJournal;
  /** How often a seat is asked again after an unusable reply; 1 when absent. */
  readonly repeats?: number;
  readonly maxTokens?: number;
  readonly scope?: string;
  readonly signal?: AbortSignal;
}

/** What a panel says of one note. */
export interface PanelVerdict {
  readonly note: string;
  readonly verdict: 'true' | 'false' | 'unscored';
  /** Usable votes in the order they came: 1 for true. */
  readonly votes: readonly (0 | 1)[];
  /** Turn of the evidence: the earliest among votes for the verdict. */
  readonly turn?: number;
  readonly quote?: string;
  /** Why it is unscored. */
  readonly reason?: string;
}

/**
 * Puts notes to a panel: every reply judges all notes that are still open, a bare majority of seats is asked first, and only
 * notes without a majority go on to the next seat. Votes that cannot be used count for nothing.
 * @param lines the conversation up to the turn that is asked about
 * @throws UserError unless the number of seats is odd
 */
export async function askPanel(
  notes: readonly JudgedNote[],
  lines: readonly Line[],
  task: string,
  options: PanelOptions,
): Promise<PanelVerdict[]> {
  const { seats } = options;
  if (seats.length % 2 === 0) {
    throw new UserError(`Cannot ask a panel of ${seats.length} judges: the number must be odd and positive`);
  }
  const needed = (seats.length + 1) / 2;
  const ballots = new Map(notes.map(({ id }) => [id, [] as NoteBallot[]]));
  const isOpen = ({ id }: JudgedNote): boolean => {
    const votes = votesOf(ballots.get(id) ?? []);
    const yes = votes.filter((vote) => vote === 1).length;
    return yes < needed && votes.length - yes < needed;
  };
  let asked = 0;
  while (asked < seats.length) {
    const open = notes.filter(isOpen);
    if (open.length === 0) break;
    const wave = asked === 0 ? seats.slice(0, needed) : seats.slice(asked, asked + 1);
    const replies = await Promise.all(
      wave.map((seat, at) => askSeat(seat, asked + at, open, lines, task, options)),
    );
    asked += wave.length;
    for (const reply of replies) for (const [id, ballot] of reply) ballots.get(id)?.push(ballot);
  }
  return notes.map(({ id }) => verdictOf(id, ballots.get(id) ?? [], needed));
}

async function askSeat(
  seat: JudgeSeat,
  index: number,
  notes: readonly JudgedNote[],
  lines: readonly Line[],
  task: string,
  { journal, repeats = 1, maxTokens = 2000, scope, signal }: PanelOptions,
): Promise<ReadonlyMap<string, NoteBallot>> {
  const merged = new Map<string, NoteBallot>();
  let open = notes;
  for (let attempt = 0; attempt <= repeats && open.length > 0; attempt += 1) {
    const question = makeQuestion(open, lines, task);
    const { system, user } = renderQuestion(question, seat.prompt);
    const reply = await journal.ask(
      seat.model,
      {
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        temperature: 0,
        maxTokens,
      },
      {
        seat: `${PROMPT_VERSION}/${seat.prompt}/${index}/${attempt}`,
        ...(scope !== undefined && { scope }),
        ...(signal && { signal }),
      },
    );
    for (const [id, ballot] of readReply(reply, question, open)) merged.set(id, ballot);
    open = open.filter(({ id }) => merged.get(id)?.kind === 'unscored');
  }
  return merged;
}

function verdictOf(note: string, ballots: readonly NoteBallot[], needed: number): PanelVerdict {
  const votes = votesOf(ballots);
  const yes = votes.filter((vote) => vote === 1).length;
  const decided = yes >= needed ? true : votes.length - yes >= needed ? false : undefined;
  if (decided === undefined) {
    const reason = ballots.find((ballot) => ballot.kind === 'unscored');
    return {
      note,
      verdict: 'unscored',
      votes,
      reason: reason?.kind === 'unscored' ? reason.reason : 'the judges are split',
    };
  }
  const [evidence] = ballots
    .flatMap((ballot) =>
      ballot.kind === 'vote' && ballot.completed === decided && ballot.turn !== undefined
        ? [{ turn: ballot.turn, quote: ballot.quote }]
        : [],
    )
    .sort((left, right) => left.turn - right.turn);
  return {
    note,
    verdict: decided ? 'true' : 'false',
    votes,
    ...(evidence && { turn: evidence.turn, ...(evidence.quote !== undefined && { quote: evidence.quote }) }),
  };
}

function votesOf(ballots: readonly NoteBallot[]): (0 | 1)[] {
  return ballots.flatMap((ballot) => (ballot.kind === 'vote' ? [ballot.completed ? 1 : 0] : []));
}
