import type { Clock } from './clock.ts';

/** What calls draw requests or tokens from. */
export interface Allowance {
  /** Takes an amount, waiting for it where needed. */
  take(amount: number, signal?: AbortSignal): Promise<void>;
  /** Corrects an estimate by what was really used. */
  settle(estimated: number, used: number): void;
}

/** Opens the allowance of a name, so much a minute; the same name draws from the same allowance. */
export type OpenAllowance = (name: string, perMinute: number) => Allowance;

/** An allowance that refills evenly, `perMinute` a minute; takers are served in the order they came. */
export class TokenBucket implements Allowance {
  readonly #perMs: number;
  readonly #capacity: number;
  readonly #clock: Clock;
  #level: number;
  #at: number;
  #last: Promise<void> = Promise.resolve();

  constructor(perMinute: number, clock: Clock) {
    this.#perMs = perMinute / 60_000;
    this.#capacity = perMinute;
    this.#clock = clock;
    this.#level = perMinute;
    this.#at = clock.now();
  }

  /** Takes an amount, waiting for it where needed; an amount above the whole allowance waits for a full bucket. */
  take(amount: number, signal?: AbortSignal): Promise<void> {
    const turn = this.#last.then(() => this.#take(amount, signal));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Corrects an estimate by what was really used. */
  settle(estimated: number, used: number): void {
    this.#refill();
    this.#level = Math.min(this.#capacity, this.#level + estimated - used);
  }

  async #take(amount: number, signal?: AbortSignal): Promise<void> {
    const needed = Math.min(amount, this.#capacity);
    for (;;) {
      signal?.throwIfAborted();
      this.#refill();
      if (this.#level >= needed) break;
      await this.#clock.sleep(Math.max(1, Math.ceil((needed - this.#level) / this.#perMs)), signal);
    }
    this.#level -= amount;
  }

  #refill(): void {
    const now = this.#clock.now();
    this.#level = Math.min(this.#capacity, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
  }
}
