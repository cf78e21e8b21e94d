// A worker in a process of its own, to be killed. Argument: milliseconds each trial takes longer.
import { startWorker } from '../../src/engine/bullmq.ts';
import { maker } from '../validate/fixture-run.ts';

const slow = Number(process.argv[2]);
await startWorker({
  open: async (_setup, run) => {
    const make = maker(undefined, run);
    return async (key, signal) => {
      await new Promise((resolve) => setTimeout(resolve, slow));
      return make(key, signal);
    };
  },
  concurrency: 2,
  lockMs: 1500,
});
console.log('ready');
