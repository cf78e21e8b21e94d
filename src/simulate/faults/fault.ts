/** A fault of a simulated user. A trial with one says nothing about the agent: it is void. */
export interface UserFault {
  readonly code: 'invented-fact' | 'early-stop' | 'role-swap' | 'empty-turn' | 'repeated-turn';
  /** What happened, without a full stop. */
  readonly message: string;
}

/** The moment a user's turn is judged: no model is asked. */
export interface UserMoment {
  /** All the user may know from the start: the scenario, the opening, what its persona adds. */
  readonly known: string;
  /** What the agent has told the user so far, in order. */
  readonly heard: readonly string[];
  /** What the user said before, in order. */
  readonly said: readonly string[];
  /** The turn: text without stop token. */
  readonly text: string;
  readonly stopped: boolean;
}

/** One way a simulated user fails. */
export interface FaultRule {
  readonly code: UserFault['code'];
  /** When it holds, as one English sentence. */
  readonly sentence: string;
  /** What is wrong with this turn; undefined when nothing is. */
  check(moment: UserMoment): string | undefined;
}
