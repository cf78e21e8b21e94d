import { startWorker } from '../engine/bullmq.ts';
import { RedisAllowances } from '../engine/redis-allowances.ts';
import { keyText, trialMaker } from '../validate/index.ts';
import { clockFor } from './cast.ts';
import { defineCommand } from './command.ts';
import { openSetup, type RunSetup } from './run-setup.ts';

interface WorkerArguments {
  readonly redis: string | undefined;
  readonly concurrency: number;
  readonly lockMs: number;
}

/** `taskwright worker`: takes trials that `validate --engine bullmq` hands out. */
export const workerCommand = defineCommand<WorkerArguments>({
  command: 'worker',
  describe: 'take trials of the bullmq engine',
  examples: [
    ['REDIS_URL=redis://host:6379 $0 worker', 'work for any run on that Redis'],
    ['$0 worker --concurrency 8', 'eight trials at a time'],
  ],
  options: (yargs) =>
    yargs
      .option('redis', { type: 'string', describe: 'address of Redis (default: REDIS_URL)' })
      .option('concurrency', { type: 'number', default: 4, describe: 'trials at a time' })
      .option('lockMs', {
        type: 'number',
        default: 30_000,
        describe: 'milliseconds until a dead worker’s trial goes to another',
      }),
  run: async (args, { output, signal }) => {
    let done = 0;
    const allowances = new RedisAllowances(args.redis);
    const worker = await startWorker({
      open: async (setup, run) => {
        const opened = await openSetup(setup as unknown as RunSetup, (name, perMinute) =>
          allowances.open(name, perMinute),
        );
        return trialMaker({ ...opened.trials, run, ...clockFor(opened.trials) });
      },
      ...(args.redis !== undefined && { url: args.redis }),
      concurrency: args.concurrency,
      lockMs: args.lockMs,
      onDone: (key) => {
        done += 1;
        output.line(`done ${keyText(key)}`);
      },
      signal,
    });
    output.line('waiting for trials; Ctrl-C stops');
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    await worker.close();
    allowances.close();
    output.line(`made ${done} trials`);
    output.result({ made: done });
    return 0;
  },
});
