import { hashJson } from '../../../src/base/json/index.ts';
import type {
  CallContext,
  LanguageModel,
  ModelReply,
  ModelRequest,
} from '../../../src/base/model/language-model.ts';
import { NO_USAGE } from '../../../src/base/model/usage.ts';
import { RandomStream } from '../../../src/base/random/index.ts';

/** How often a scripted judge errs. */
export interface JudgeErrors {
  /** Chance of a wrong answer on one note and prefix that all calls of this judge share, whatever their number. */
  readonly shared: number;
  /** Chance of a wrong answer in one call, on top. */
  readonly single: number;
  /** Whether judges with different prompts share those errors too; else each prompt has its own. */
  readonly promptsAlike?: boolean;
  /** Of answers that wrongly say a note holds, the share that quotes a real line; the others make one up. */
  readonly realQuotes: number;
}

export const NO_ERRORS: JudgeErrors = { shared: 0, single: 0, realQuotes: 0 };

/** First turn of a note, from 1, or `null` when it never holds: the known truth, by trial (scope) and note text. */
export type Truth = (scope: string, note: string) => number | null;

/**
 * A model that answers judge prompts, ours and TED's, from a known truth with errors of known rates.
 * It reads what it is asked from the prompt alone, as a model would.
 */
export class ScriptedJudge implements LanguageModel {
  readonly name: string;
  readonly model: string;
  calls = 0;
  readonly #truth: Truth;
  readonly #errors: JudgeErrors;
  readonly #seed: number;

  constructor(truth: Truth, errors: JudgeErrors = NO_ERRORS, { seed = 1, name = 'scripted' } = {}) {
    this.#truth = truth;
    this.#errors = errors;
    this.#seed = seed;
    this.name = name;
    this.model = name;
  }

  complete(request: ModelRequest, context: CallContext): Promise<ModelReply> {
    this.calls += 1;
    const system = request.messages[0]?.content ?? '';
    const user = request.messages.at(-1)?.content ?? '';
    const text = system.includes('GRADE:')
      ? this.#grade(user, context.scope ?? '')
      : this.#verdicts(system, user, context.scope ?? '');
    return Promise.resolve(reply(text));
  }

  #grade(user: string, scope: string): string {
    const goal = JSON.parse(/^Goal: (.*)$/m.exec(user)?.[1] ?? '""') as string;
    const holds = this.#answer(scope, goal, linesIn(user), 'ted');
    return `Because.\nGRADE: ${holds ? 'C' : 'I'}`;
  }

  #verdicts(system: string, user: string, scope: string): string {
    const lines = linesIn(user);
    const first = lines.find(({ who }) => who === 'user');
    const verdicts = [...user.matchAll(/^(s\d+): (".*")$/gm)].map(([, id, json]) => {
      const text = JSON.parse(json as string) as string;
      if (text.includes('reference code')) return { id, verdict: 'false', turn: null, quote: null };
      if (text.startsWith('The first message of the user starts with')) {
        return { id, verdict: 'true', turn: 1, quote: first?.text ?? null };
      }
      const holds = this.#answer(scope, text, lines, hashJson(system));
      if (!holds) return { id, verdict: 'false', turn: null, quote: null };
      return { id, verdict: 'true', ...this.#evidence(scope, text, lines) };
    });
    return JSON.stringify({ verdicts });
  }

  #answer(scope: string, note: string, lines: readonly ReadLine[], prompt: string): boolean {
    const turn = lines.at(-1)?.turn ?? 0;
    const first = this.#truth(scope, note);
    const holds = first !== null && first <= turn;
    const shared = new RandomStream(
      this.#seed,
      this.name,
      this.#errors.promptsAlike === true ? '' : prompt,
      scope,
      note,
      turn,
    );
    const single = new RandomStream(this.#seed, this.name, 'call', this.calls, note);
    const errs = shared.chance(this.#errors.shared) !== single.chance(this.#errors.single);
    return errs ? !holds : holds;
  }

  #evidence(scope: string, note: string, lines: readonly ReadLine[]): { turn: number; quote: string } {
    const first = this.#truth(scope, note);
    const last = lines.at(-1)?.turn ?? 1;
    const random = new RandomStream(this.#seed, 'evidence', scope, note, last);
    if ((first === null || first > last) && !random.chance(this.#errors.realQuotes)) {
      return { turn: last, quote: 'words that nobody ever said here' };
    }
    const turn = first !== null && first <= last ? first : random.int(1, last);
    const line = lines.find((candidate) => candidate.turn === turn && candidate.text.length >= 8) ?? lines[0];
    return { turn, quote: line?.text.slice(0, 60) ?? '' };
  }
}

interface ReadLine {
  readonly turn: number;
  readonly who: string;
  readonly text: string;
}

function linesIn(prompt: string): ReadLine[] {
  return [...prompt.matchAll(/^\[turn (\d+)\] (\w+): (".*")$/gm)].map(([, turn, who, json]) => ({
    turn: Number(turn),
    who: who as string,
    text: JSON.parse(json as string) as string,
  }));
}

/** A model that gives these replies in turn, the last one again and again. */
export function replying(
  ...texts: readonly (string | null | Partial<ModelReply>)[]
): LanguageModel & { calls: number } {
  const model = {
    name: 'replying',
    model: 'replying',
    calls: 0,
    complete: () => {
      const next = texts[Math.min(model.calls, texts.length - 1)];
      model.calls += 1;
      return Promise.resolve(
        typeof next === 'object' && next !== null ? { ...reply(''), ...next } : reply(next ?? null),
      );
    },
  };
  return model;
}

export function reply(text: string | null): ModelReply {
  return {
    text,
    calls: [],
    finish: 'stop',
    usage: { ...NO_USAGE, calls: 1 },
    temperature: 0,
    recorded: false,
    attempts: 1,
  };
}
