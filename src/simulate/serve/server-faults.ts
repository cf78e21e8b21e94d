import { RandomStream } from '../../base/random/index.ts';

/** Ways a server fails, or makes its model fail. */
export const SERVER_FAULTS = [
  'latency',
  'rate-limit',
  'server-error',
  'cut',
  'malformed',
  'wrong-tool',
  'empty-choices',
] as const;
export type ServerFault = (typeof SERVER_FAULTS)[number];

export interface FaultPlan {
  readonly seed: number;
  /** Chance of each fault, of any one attempt. */
  readonly rates: Readonly<Partial<Record<ServerFault, number>>>;
  /** Milliseconds of `latency` (default 50). */
  readonly latencyMs?: number;
  /** Milliseconds a `rate-limit` asks to wait (default 20). */
  readonly retryAfterMs?: number;
}

/** One rate spread evenly over all faults. */
export function evenRates(rate: number): FaultPlan['rates'] {
  return Object.fromEntries(SERVER_FAULTS.map((fault) => [fault, rate / SERVER_FAULTS.length]));
}

/** Which fault strikes, by seed, question and attempt alone: the order of questions does not matter. */
export class FaultDice {
  readonly #plan: FaultPlan;
  readonly #attempts = new Map<string, number>();

  constructor(plan: FaultPlan) {
    this.#plan = plan;
  }

  throw(question: string): ServerFault | undefined {
    const attempt = this.#attempts.get(question) ?? 0;
    this.#attempts.set(question, attempt + 1);
    let chance = new RandomStream(this.#plan.seed, 'fault', question, attempt).next();
    for (const fault of SERVER_FAULTS) {
      chance -= this.#plan.rates[fault] ?? 0;
      if (chance < 0) return fault;
    }
    return undefined;
  }
}
