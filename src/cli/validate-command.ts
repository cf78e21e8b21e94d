import type { Argv } from 'yargs';
import { UserError } from '../base/finding/index.ts';
import { castOptions } from './cast.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { openRun, type ValidateArguments } from './open-run.ts';
import { projectOptions } from './project.ts';
import { runTrials } from './run-trials.ts';

/** `taskwright validate`: many trials of each task, and what they show. */
export const validateCommand = defineCommand<ValidateArguments>({
  command: 'validate <domain>',
  describe: 'run tasks many times, cluster outcomes, flag ambiguous tasks',
  examples: [
    ['$0 validate retail', '40 trials of each task with the embedded explorer'],
    ['$0 validate retail --resume latest', 'go on after Ctrl-C or a kill'],
    ['$0 validate retail --resume RUN --trials 40', 'add trials to a finished run of 12'],
    ['$0 validate retail --only-flagged RUN', 'run the flagged tasks of a run again'],
  ],
  options: (yargs) =>
    castOptions(projectOptions(yargs))
      .option('trials', { type: 'number', describe: 'trials of each task (default 40)' })
      .option('concurrency', { type: 'number', default: 8, describe: 'trials at a time' })
      .option('engine', {
        choices: ['local', 'bullmq'] as const,
        default: 'local' as const,
        describe: 'where trials run',
      })
      .option('per-minute', {
        type: 'number',
        describe: 'trials begun in a minute, over all workers of the bullmq engine',
      })
      .option('plan', {
        choices: ['fixed', 'sequential'] as const,
        default: 'fixed' as const,
        describe: 'fixed number, or stop early',
      })
      .option('bound', {
        type: 'number',
        default: 0.1,
        describe: 'chance of another outcome below which a sequential plan certifies a task',
      })
      .option('run', { type: 'string', describe: 'name of the run' })
      .option('resume', { type: 'string', describe: 'go on with this run (name, folder or "latest")' })
      .option('only-flagged', { type: 'string', describe: 'only the flagged tasks of this run' })
      .option('budget-usd', { type: 'number', describe: 'draw no new trial once so much was paid' })
      .option('budget-tokens', {
        type: 'number',
        describe: 'draw no new trial once so many tokens were used',
      })
      .option('sanity', { type: 'boolean', default: true, describe: 'try gold, null and spam agents first' })
      .check(checkNumbers) as unknown as Argv<ValidateArguments & GlobalArguments>,
  run: async (args, context) => await runTrials(args, await openRun(args, context), context),
});

function checkNumbers(args: { readonly [name: string]: unknown }): true {
  for (const name of ['trials', 'concurrency', 'per-minute'] as const) {
    const value = args[name];
    if (value !== undefined && !(Number.isInteger(value) && (value as number) >= 1)) {
      throw new UserError(
        `Cannot validate with --${name} ${String(value)}: it is no whole number of at least 1`,
      );
    }
  }
  if (args.engine === 'local' && args['per-minute'] !== undefined) {
    throw new UserError('Cannot validate with --per-minute: the local engine has no workers to share it', {
      hint: 'give the model limits in taskwright.config.ts, or add --engine bullmq',
    });
  }
  if (!((args.bound as number) >= 0.01 && (args.bound as number) < 1)) {
    throw new UserError(`Cannot validate with --bound ${String(args.bound)}: it is not between 0.01 and 1`);
  }
  if (!Number.isInteger(args.seed)) throw new UserError('Cannot validate with --seed: it is no whole number');
  return true;
}
