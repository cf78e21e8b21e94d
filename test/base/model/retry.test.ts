import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../src/base/model/clock.ts';
import { retryAfter } from '../../../src/base/model/explain-error.ts';
import { Limiter, ModelError } from '../../../src/base/model/index.ts';
import { retry } from '../../../src/base/model/retry.ts';

/** A clock that jumps to the end of each wait. */
function fakeClock(): Clock & { readonly waits: number[]; at: number } {
  const clock = {
    at: 0,
    waits: [] as number[],
    now: () => clock.at,
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      clock.waits.push(ms);
      await Promise.resolve();
      clock.at += ms;
    },
  };
  return clock;
}

const options = (clock: Clock, more = {}) => ({
  attempts: 5,
  baseMs: 100,
  capMs: 300,
  retryAfterCapMs: 1000,
  clock,
  jitter: () => 0.5,
  ...more,
});

function failing(times: number, error: ModelError): (number: number) => Promise<string> {
  return async (number) => {
    if (number <= times) throw error;
    return `answer ${number}`;
  };
}

describe('retry', () => {
  it('waits longer after each failure, up to a cap, and spreads waits by jitter', async () => {
    const clock = fakeClock();
    const error = new ModelError('server-error', 'Cannot use model "m": it failed');
    expect(await retry(failing(4, error), options(clock))).toBe('answer 5');
    expect(clock.waits).toEqual([50, 100, 150, 150]);
  });

  it('honours what the server asks to wait, but no longer than the cap', async () => {
    const clock = fakeClock();
    const asked = (retryAfterMs: number): ModelError =>
      new ModelError('rate-limit', 'Cannot use model "m": asked too often', { retryAfterMs });
    await retry(failing(1, asked(400)), options(clock));
    await retry(failing(1, asked(3_600_000)), options(clock));
    expect(clock.waits).toEqual([450, 1050]);
  });

  it('gives up at once when another attempt cannot help, and says how often it tried', async () => {
    const clock = fakeClock();
    const bad = new ModelError('bad-key', 'Cannot use model "m": the key is refused');
    await expect(retry(failing(1, bad), options(clock))).rejects.toMatchObject({ attempts: 1 });
    const down = new ModelError('connection', 'Cannot reach model "m"');
    await expect(retry(failing(9, down), options(clock))).rejects.toThrow(/after 5 attempts/);
  });

  it('can be stopped in the middle of a wait', async () => {
    const controller = new AbortController();
    const { SYSTEM_CLOCK } = await import('../../../src/base/model/index.ts');
    const error = new ModelError('rate-limit', 'Cannot use model "m"', { retryAfterMs: 900_000 });
    const pending = retry(
      failing(9, error),
      options(SYSTEM_CLOCK, { retryAfterCapMs: 900_000, signal: controller.signal }),
    );
    setTimeout(() => controller.abort(), 5);
    await expect(pending).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('retryAfter', () => {
  it.each([
    [{ 'retry-after-ms': '50' }, 50],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 4000],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('reads %j as %s ms', (headers, expected) => {
    expect(retryAfter(new Headers(headers as Record<string, string>), () => 6000)).toBe(expected);
  });
});

describe('Limiter', () => {
  it('never runs more calls at once than allowed', async () => {
    const limiter = new Limiter({ concurrency: 2 }, fakeClock());
    let running = 0;
    let most = 0;
    const call = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return { value: 0, tokens: 0 };
    };
    await Promise.all(Array.from({ length: 9 }, () => limiter.run(1, call)));
    expect(most).toBe(2);
  });

  it('spreads requests over the minute once the allowance is used up', async () => {
    const clock = fakeClock();
    const limiter = new Limiter({ requestsPerMinute: 60 }, clock);
    for (let index = 0; index < 62; index += 1) {
      await limiter.run(1, async () => ({ value: 0, tokens: 0 }));
    }
    expect(clock.at).toBe(2000);
  });

  it('counts tokens by estimate first and by real use after', async () => {
    const clock = fakeClock();
    const limiter = new Limiter({ tokensPerMinute: 6000 }, clock);
    await limiter.run(5000, async () => ({ value: 0, tokens: 1000 }));
    await limiter.run(5000, async () => ({ value: 0, tokens: 5000 }));
    expect(clock.at).toBe(0);
    await limiter.run(100, async () => ({ value: 0, tokens: 100 }));
    expect(clock.at).toBe(1000);
  });

  it('makes everybody wait when the server says so', async () => {
    const clock = fakeClock();
    const limiter = new Limiter({}, clock);
    limiter.pause(700);
    await limiter.run(1, async () => ({ value: 0, tokens: 0 }));
    expect(clock.at).toBe(700);
  });
});
