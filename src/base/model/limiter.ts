import PQueue from 'p-queue';
import type { Clock } from './clock.ts';
import { type Allowance, type OpenAllowance, TokenBucket } from './token-bucket.ts';

/** What a model's server takes. Absent means no limit. */
export interface Limits {
  /** Requests under way at once. */
  readonly concurrency?: number;
  readonly requestsPerMinute?: number;
  /** Input and output tokens together. */
  readonly tokensPerMinute?: number;
}

/**
 * Keeps calls of one model inside its limits, for every caller in the process; with allowances from elsewhere, what is
 * counted a minute is shared with all who open them.
 */
export class Limiter {
  readonly #queue: PQueue;
  readonly #requests: Allowance | undefined;
  readonly #tokens: Allowance | undefined;
  readonly #clock: Clock;
  #pausedUntil = 0;

  constructor(
    limits: Limits,
    clock: Clock,
    open: OpenAllowance = (_name, perMinute) => new TokenBucket(perMinute, clock),
  ) {
    this.#clock = clock;
    this.#queue = new PQueue({ concurrency: limits.concurrency ?? Number.POSITIVE_INFINITY });
    const allowance = (name: string, perMinute: number | undefined): Allowance | undefined =>
      perMinute === undefined ? undefined : open(name, perMinute);
    this.#requests = allowance('requests', limits.requestsPerMinute);
    this.#tokens = allowance('tokens', limits.tokensPerMinute);
  }

  /**
   * Runs a call when concurrency, request and token budgets allow it. Tokens are reserved by estimate and settled
   * with what the call really used.
   */
  async run<Value>(
    estimate: number,
    call: () => Promise<{ readonly value: Value; readonly tokens: number }>,
    signal?: AbortSignal,
  ): Promise<Value> {
    return this.#queue.add(async () => {
      await this.#requests?.take(1, signal);
      await this.#tokens?.take(estimate, signal);
      for (let wait = this.#pause(); wait > 0; wait = this.#pause()) await this.#clock.sleep(wait, signal);
      let used = 0;
      try {
        const { value, tokens } = await call();
        used = tokens;
        return value;
      } finally {
        this.#tokens?.settle(estimate, used);
      }
    }, signal && { signal });
  }

  /** Makes every caller wait: the server has said that it is asked too often. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + ms);
  }

  #pause(): number {
    return this.#pausedUntil - this.#clock.now();
  }
}
