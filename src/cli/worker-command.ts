import { formatMessage, isUserError, UserError } from '../base/finding/index.ts';
import { startWorker } from '../engine/bullmq.ts';
import { RedisAllowances } from '../engine/redis-allowances.ts';
import { startShardWorker } from '../engine/shard-worker.ts';
import { keyText, trialMaker } from '../validate/index.ts';
import { clockFor } from './cast.ts';
import { defineCommand } from './command.ts';
import { versionOf } from './run-cli.ts';
import { openSetup, type RunSetup } from './run-setup.ts';

interface WorkerArguments {
  readonly redis: string | undefined;
  readonly concurrency: number;
  readonly shards: number;
  readonly lockMs: number;
}

/** `taskwright worker`: takes trials that `validate --engine bullmq` hands out, and shards of `generate --engine bullmq`. */
export const workerCommand = defineCommand<WorkerArguments>({
  command: 'worker',
  describe: 'take trials and shards of databases from the bullmq engine',
  examples: [
    ['REDIS_URL=redis://host:6379 $0 worker', 'work for any run and any database on that Redis'],
    ['$0 worker --concurrency 8', 'eight trials at a time'],
    ['$0 worker --workspace /srv/shop --shards 4', 'four shards at a time, of domains in that folder'],
  ],
  options: (yargs) =>
    yargs
      .option('redis', { type: 'string', describe: 'address of Redis (default: REDIS_URL)' })
      .option('concurrency', { type: 'number', default: 4, describe: 'trials at a time' })
      .option('shards', {
        type: 'number',
        default: 1,
        describe: 'shards of databases at a time, a thread each; 0 takes none',
      })
      .option('lockMs', {
        type: 'number',
        default: 30_000,
        describe: 'milliseconds until a dead worker’s work goes to another',
      }),
  run: async (args, { output, signal }) => {
    if (!Number.isSafeInteger(args.shards) || args.shards < 0) {
      throw new UserError(`Cannot work with --shards ${args.shards}: it is no whole number, 0 or more`);
    }
    const made = { trials: 0, shards: 0 };
    const place = { lockMs: args.lockMs, ...(args.redis !== undefined && { url: args.redis }) };
    const allowances = new RedisAllowances(args.redis);
    const worker = await startWorker({
      open: async (setup, run) => {
        const opened = await openSetup(setup as unknown as RunSetup, (name, perMinute) =>
          allowances.open(name, perMinute),
        );
        return trialMaker({ ...opened.trials, run, ...clockFor(opened.trials) });
      },
      ...place,
      concurrency: args.concurrency,
      onDone: (key) => {
        made.trials += 1;
        output.line(`done ${keyText(key)}`);
      },
      signal,
    });
    const shardWorkers = await Promise.all(
      Array.from({ length: args.shards }, () =>
        startShardWorker({
          ...place,
          workspace: args.workspace,
          software: versionOf(),
          onDone: ({ domain, number, rows }) => {
            made.shards += 1;
            output.line(`done shard ${number} of ${domain}, ${rows} rows`);
          },
          onFailed: (error) =>
            output.line(formatMessage(error.message, isUserError(error) ? error.details : {})),
        }),
      ),
    );
    output.line('waiting for trials and shards; Ctrl-C stops');
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    await Promise.all([worker, ...shardWorkers].map((one) => one.close()));
    allowances.close();
    output.line(`made ${made.trials} trials and ${made.shards} shards`);
    output.result({ made: made.trials, shards: made.shards });
    return 0;
  },
});
