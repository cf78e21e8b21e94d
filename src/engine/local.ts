import type { Engine, EngineWork } from '../validate/index.ts';

/** Runs trials in this process, so many at a time. */
export function localEngine(): Engine {
  return { name: 'local', run: runLocally, close: async () => undefined };
}

async function runLocally({ keys, make, concurrency, done, signal }: EngineWork): Promise<void> {
  const source = keys[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    while (!failed && signal?.aborted !== true) {
      const { value: key, done: empty } = source.next();
      if (empty === true) return;
      try {
        const trial = await make(key, signal);
        if (trial.stop === 'interrupted') return;
        await done(trial);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.max(1, concurrency) }, lane));
  const broken = lanes.find((result) => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}
