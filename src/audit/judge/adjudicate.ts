import PQueue from 'p-queue';
import type { Task } from '../../annotate/index.ts';
import { UserError } from '../../base/finding/index.ts';
import { type LanguageModel, ModelError, type ModelErrorCode } from '../../base/model/index.ts';
import { RandomStream } from '../../base/random/index.ts';
import type { Domain } from '../../define/index.ts';
import type { AuditResult, WeighedAlternative } from '../types.ts';
import { questionFor } from './question.ts';
import { type Ballot, count, readAnswer, type Verdict, type Votes, verdictOf } from './votes.ts';

/** What a model made of one open alternative. */
export interface Judgement {
  readonly task: string;
  /** Id of the alternative. */
  readonly alternative: string;
  readonly votes: Votes;
  readonly verdict: Verdict;
  /** Why questions got no answer, where some did not. */
  readonly because?: string;
}

export interface AdjudicateOptions {
  /** Times each question is asked: an odd number (default 3). */
  readonly times?: number;
  readonly seed?: number;
  /** Alternatives asked about per task, strongest doubt first (default 4). */
  readonly perTask?: number;
  /** Questions under way at once (default 4). */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  /** Called as judgements are made, in any order. */
  readonly onJudgement?: (judgement: Judgement) => void;
}

/** Tokens an answer may take: a few sentences and the word. */
const ANSWER_TOKENS = 400;

/** Errors that every further question would meet as well: the user must fix something. */
const FATAL: readonly ModelErrorCode[] = ['bad-key', 'wrong-url', 'no-model', 'aborted'];

/**
 * Asks a model, for each open alternative, which of two end states the user of the scenario wants. The two are shown in
 * both orders and gold is not marked, so that the answer rests on the scenario alone. A question without a usable answer
 * is unscored and decides nothing; once the budget is used up, so is every question left.
 * @throws UserError for an even number of times; ModelError for a key, an address or a model that does not work
 */
export async function adjudicate(
  result: AuditResult,
  tasks: readonly Task[],
  domain: Domain,
  model: LanguageModel,
  options: AdjudicateOptions = {},
): Promise<Judgement[]> {
  const { times = 3, perTask = 4, concurrency = 4, signal, onJudgement } = options;
  if (!Number.isInteger(times) || times % 2 === 0 || times < 1)
    throw new UserError(`Cannot ask "${times}" times: the number must be odd, so that there is a majority`);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const queue = new PQueue({ concurrency });
  const asked = result.tasks.flatMap(({ id, open }) => {
    const task = byId.get(id);
    return task === undefined ? [] : open.slice(0, perTask).map((weighed) => ({ task, weighed }));
  });
  const judgements = Promise.all(
    asked.map(async ({ task, weighed }) => {
      const ask = asker({ task, domain, model, weighed, options });
      const answers = await Promise.all(
        Array.from({ length: times }, (_, time) => queue.add(() => ask(time), { ...(signal && { signal }) })),
      );
      const judgement = judge(task, weighed, answers);
      onJudgement?.(judgement);
      return judgement;
    }),
  );
  return await judgements.finally(() => queue.clear());
}

interface Answer extends Ballot {
  readonly because?: string;
}

interface Asking {
  readonly task: Task;
  readonly domain: Domain;
  readonly model: LanguageModel;
  readonly weighed: WeighedAlternative;
  readonly options: AdjudicateOptions;
}

function asker({ task, domain, model, weighed, options }: Asking): (time: number) => Promise<Answer> {
  const { seed = 1, signal } = options;
  const { alternative } = weighed;
  // The first order is drawn, the rest take turns: a model that goes by the place is found out.
  const drawn = new RandomStream(seed, 'adjudicate', task.id, alternative.id).chance(0.5);
  return async (time) => {
    const goldFirst = drawn === (time % 2 === 0);
    const request = {
      messages: questionFor(task, domain, alternative, goldFirst),
      temperature: 0,
      maxTokens: ANSWER_TOKENS,
    };
    const scope = `${task.id} ${alternative.id} ${time}`;
    try {
      const { text, finish } = await model.complete(request, {
        role: 'judge',
        scope,
        ...(signal && { signal }),
      });
      const answer = readAnswer(text ?? '', goldFirst);
      if (answer !== 'unscored') return { goldFirst, answer };
      const because = finish === 'length' ? 'the answer was cut off' : 'the answer names none of the choices';
      return { goldFirst, answer, because };
    } catch (error) {
      if (!(error instanceof ModelError) || FATAL.includes(error.code)) throw error;
      return { goldFirst, answer: 'unscored', because: error.message };
    }
  };
}

function judge(task: Task, { alternative }: WeighedAlternative, answers: readonly Answer[]): Judgement {
  const because = answers.find((answer) => answer.because !== undefined)?.because;
  return {
    task: task.id,
    alternative: alternative.id,
    votes: count(answers),
    verdict: verdictOf(answers),
    ...(because !== undefined && { because }),
  };
}
