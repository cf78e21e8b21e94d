import type { RandomStream } from '../../base/random/index.ts';
import { type Fact, stem } from './facts.ts';
import type { Persona } from './persona.ts';

/** Why a fact was released. */
export type ReleaseReason = 'start' | 'asked' | 'stuck' | 'correction';

export interface Release {
  readonly fact: string;
  readonly reason: ReleaseReason;
  /** Messages of the agent heard before. */
  readonly heard: number;
}

/** Messages in which the agent asks for something and learns nothing, after which all is released. */
const STUCK_AFTER = 3;

const REQUEST =
  /\?|\b(please|provide|share|tell|give|confirm|verify|need|require|send|let me know|what|which)\b/i;

/**
 * Keeps a scenario's facts until the persona's rule releases them. What is not released is not in the user's prompt,
 * so it cannot slip out; and an agent that goes on asking gets everything in the end, so that every task stays solvable.
 */
export class DisclosureLedger {
  readonly #facts: readonly Fact[];
  readonly #rule: Persona['disclosure'];
  readonly #released = new Map<string, Release>();
  readonly #asked = new Map<string, number>();
  readonly #slip: { readonly fact: string; readonly wrong: string; readonly right: string } | undefined;
  #heard = 0;
  #fruitless = 0;
  #slipped: number | undefined;

  constructor(
    facts: readonly Fact[],
    persona: Pick<Persona, 'disclosure' | 'accuracy'>,
    random: RandomStream,
  ) {
    this.#facts = facts;
    this.#rule = persona.disclosure;
    this.#slip = persona.accuracy === 'slips' ? chooseSlip(facts, random) : undefined;
    if (persona.disclosure === 'open') for (const fact of facts) this.#release(fact, 'start');
  }

  /** Takes in what the agent said, and releases what it asks for. */
  hear(message: string): void {
    this.#heard += 1;
    if (!REQUEST.test(message)) return;
    const before = this.#released.size;
    const words = new Set([...message.toLowerCase().matchAll(/[a-z]+/g)].map(([word]) => stem(word)));
    const needed = this.#rule === 'asked-twice' ? 2 : 1;
    let open = false;
    for (const fact of this.#facts) {
      if (this.#released.has(fact.id)) continue;
      open = true;
      if (!fact.topics.some((topic) => words.has(stem(topic)))) continue;
      const times = (this.#asked.get(fact.id) ?? 0) + 1;
      this.#asked.set(fact.id, times);
      if (times >= needed) this.#release(fact, 'asked');
    }
    this.#fruitless = this.#released.size > before || !open ? 0 : this.#fruitless + 1;
    if (this.#fruitless < STUCK_AFTER) return;
    for (const fact of this.#facts) if (!this.#released.has(fact.id)) this.#release(fact, 'stuck');
  }

  /** What the user may tell now. */
  told(): string[] {
    return this.#facts.filter((fact) => this.#released.has(fact.id)).map((fact) => this.#wording(fact));
  }

  /** Facts in the order they were released. */
  get releases(): readonly Release[] {
    return [...this.#released.values()];
  }

  /** Values that are wrong on purpose and must not count as made up. */
  get slips(): readonly string[] {
    return this.#slip === undefined ? [] : [this.#slip.wrong];
  }

  #release(fact: Fact, reason: ReleaseReason): void {
    this.#released.set(fact.id, { fact: fact.id, reason, heard: this.#heard });
    if (fact.id === this.#slip?.fact) this.#slipped = this.#heard;
  }

  #wording(fact: Fact): string {
    const slip = this.#slip;
    if (slip === undefined || fact.id !== slip.fact) return fact.text;
    if (this.#slipped === this.#heard) return fact.text.replaceAll(slip.right, slip.wrong);
    return `${fact.text} (You first said ${slip.wrong}; that was a slip, ${slip.right} is right: say so.)`;
  }
}

/** One number of the facts with two neighbouring digits swapped. */
function chooseSlip(
  facts: readonly Fact[],
  random: RandomStream,
): { readonly fact: string; readonly wrong: string; readonly right: string } | undefined {
  const choices = facts.flatMap((fact) => {
    const right = /\d{4,}/.exec(fact.text)?.[0];
    const wrong = right === undefined ? undefined : swapDigits(right);
    return right === undefined || wrong === undefined ? [] : [{ fact: fact.id, wrong, right }];
  });
  return choices.length === 0 ? undefined : random.pick(choices);
}

function swapDigits(number: string): string | undefined {
  for (let at = number.length - 1; at > 0; at -= 1) {
    if (number[at] === number[at - 1]) continue;
    return `${number.slice(0, at - 1)}${number[at]}${number[at - 1]}${number.slice(at + 1)}`;
  }
  return undefined;
}
