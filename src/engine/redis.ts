import type { ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { UserError } from '../base/finding/index.ts';

/** Address of Redis: given, else `REDIS_URL`, else this machine's. */
export function redisUrl(given?: string): string {
  return given ?? process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
}

/** What clients of Redis need of its address. */
export function connectionTo(url: string): ConnectionOptions {
  const { hostname, port, username, password, pathname, protocol } = new URL(url);
  return {
    host: hostname,
    port: port === '' ? 6379 : Number(port),
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(pathname.length > 1 && { db: Number(pathname.slice(1)) }),
    ...(protocol === 'rediss:' && { tls: {} }),
    maxRetriesPerRequest: null,
  };
}

/** @throws UserError when no Redis answers at the address */
export async function checkRedis(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 1 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw new UserError(`Cannot reach Redis "${url.replace(/\/\/.*@/, '//')}": ${(error as Error).message}`, {
      hint: 'start redis-server, or name its address in REDIS_URL',
      cause: error,
    });
  } finally {
    client.disconnect();
  }
}
