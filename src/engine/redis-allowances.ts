import { Redis } from 'ioredis';
import { type Allowance, SYSTEM_CLOCK } from '../base/model/index.ts';
import { redisUrl } from './redis.ts';

/**
 * A bucket that refills evenly, `ARGV[1]` a minute. Takes `ARGV[2]` and answers 0, or answers the milliseconds to wait;
 * with `ARGV[3]` it takes (or gives back) at once, into debt where need be. One script, so that no two takers read the
 * same level, and Redis's own time, so that machines need not agree on theirs.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local capacity, amount = tonumber(ARGV[1]), tonumber(ARGV[2])
local state = redis.call('HMGET', KEYS[1], 'level', 'at')
local level, at = tonumber(state[1]) or capacity, tonumber(state[2]) or now
level = math.min(capacity, level + math.max(0, now - at) * capacity / 60000)
local needed, wait = math.min(amount, capacity), 0
if ARGV[3] == 'settle' then level = math.min(capacity, level - amount)
elseif level >= needed then level = level - amount
else wait = math.max(1, math.ceil((needed - level) * 60000 / capacity)) end
redis.call('HSET', KEYS[1], 'level', tostring(level), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], 600000)
return wait
`;

interface Taker extends Redis {
  take(key: string, perMinute: number, amount: number, how: 'take' | 'settle'): Promise<number>;
}

/** Allowances that every process on one Redis draws from: a model's limits then hold over all machines together. */
export class RedisAllowances {
  readonly #redis: Taker;

  constructor(url?: string) {
    this.#redis = new Redis(redisUrl(url), { maxRetriesPerRequest: null, lazyConnect: true }) as Taker;
    // Connections come back by themselves; takers wait for them.
    this.#redis.on('error', () => undefined);
    this.#redis.defineCommand('take', { numberOfKeys: 1, lua: TAKE });
  }

  /** The allowance of this name, so much a minute over all who draw from it; takers here are served in order. */
  open(name: string, perMinute: number): Allowance {
    const key = `taskwright-allowance:${name}`;
    let last: Promise<void> = Promise.resolve();
    const take = async (amount: number, signal?: AbortSignal): Promise<void> => {
      for (;;) {
        signal?.throwIfAborted();
        const wait = await this.#redis.take(key, perMinute, amount, 'take');
        if (wait === 0) return;
        await SYSTEM_CLOCK.sleep(wait, signal);
      }
    };
    return {
      take: (amount, signal) => {
        const turn = last.then(() => take(amount, signal));
        last = turn.catch(() => undefined);
        return turn;
      },
      settle: (estimated, used) => {
        // A lost correction costs some speed and nothing else.
        this.#redis.take(key, perMinute, used - estimated, 'settle').catch(() => undefined);
      },
    };
  }

  close(): void {
    this.#redis.disconnect();
  }
}
