import type { Clock } from './clock.ts';
import { ModelError } from './model-error.ts';

export interface RetryOptions {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** Milliseconds of the first wait at most; doubles with every attempt. */
  readonly baseMs: number;
  /** Milliseconds any wait of our own has at most. */
  readonly capMs: number;
  /** Milliseconds a server may make us wait at most: one that asks for more is asked again after this long. */
  readonly retryAfterCapMs: number;
  readonly clock: Clock;
  /** A number in [0, 1): spreads the waits of many callers. */
  readonly jitter: () => number;
  readonly signal?: AbortSignal;
  /** Told before each wait. */
  readonly onWait?: (error: ModelError, waitMs: number) => void;
}

/**
 * Tries until an attempt succeeds, fails in a way no further attempt can mend, or attempts run out.
 * Waits grow with full jitter, a server's `Retry-After` is honoured up to a cap, and every wait can be aborted.
 * @throws ModelError the last one, with the number of attempts
 */
export async function retry<Value>(
  attempt: (number: number) => Promise<Value>,
  options: RetryOptions,
): Promise<Value> {
  const { attempts, clock, signal } = options;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (!error.retriable || number >= attempts) throw error.after(number);
      const waitMs = waitFor(error, number, options);
      options.onWait?.(error, waitMs);
      try {
        await clock.sleep(waitMs, signal);
      } catch {
        throw new ModelError('aborted', 'Cannot finish model call: the run was stopped', {
          attempts: number,
        });
      }
    }
  }
}

function waitFor(error: ModelError, number: number, options: RetryOptions): number {
  const ceiling = Math.min(options.capMs, options.baseMs * 2 ** (number - 1));
  const own = options.jitter() * ceiling;
  if (error.retryAfterMs === undefined) return own;
  return Math.min(options.retryAfterCapMs, error.retryAfterMs) + own;
}
