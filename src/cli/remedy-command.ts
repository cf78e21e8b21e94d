import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Argv } from 'yargs';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, parseJson } from '../base/json/index.ts';
import { type Remedy, remedyLoop, type TaskValues } from '../diagnose/index.ts';
import { readRunRecord, trialMaker } from '../validate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { findRun } from './run-folder.ts';
import { openSetup, type RunSetup } from './run-setup.ts';

interface RemedyArguments {
  readonly run: string;
  readonly trials: number;
  readonly most: number;
  readonly seed: number;
  readonly concurrency: number;
}

/** `taskwright remedy`: tries the remedies of a diagnosis on training tasks and measures them on held-out ones. */
export const remedyCommand = defineCommand<RemedyArguments>({
  command: 'remedy <run>',
  describe: 'try the remedies of a diagnosed run; keep what helps on held-out tasks',
  examples: [['$0 remedy RUN --trials 8', 'after: taskwright diagnose RUN']],
  options: (yargs) =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'a simulated run with a diagnosis' })
      .option('trials', { type: 'number', default: 4, describe: 'trials of each task' })
      .option('most', { type: 'number', default: 5, describe: 'remedies to try, of the largest groups' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of trials and of the split' })
      .option('concurrency', {
        type: 'number',
        default: 8,
        describe: 'trials at a time',
      }) as unknown as Argv<RemedyArguments & GlobalArguments>,
  run: async (args, { output, signal }) => {
    const folder = findRun(args.run, args.workspace);
    const record = await readRunRecord(folder);
    if (record.kind !== 'simulated') {
      throw new UserError(`Cannot try remedies on run "${record.run}": its agent cannot be run here`, {
        hint: 'diagnose a run made with taskwright validate',
      });
    }
    const remedies = readRemedies(folder, record.run).slice(0, args.most);
    const setup = await openSetup(record.settings.setup as unknown as RunSetup);
    const policy = setup.project.domain.policy.text;
    const queue = new PQueue({ concurrency: args.concurrency });
    const persona = setup.trials.users[0]?.persona ?? null;
    const run = async (tasks: readonly string[], added: readonly Remedy[]): Promise<TaskValues> => {
      const extra = added.map(({ text }) => `- ${text}`).join('\n');
      const make = trialMaker({
        ...setup.trials,
        run: 'remedy',
        seed: args.seed,
        policy: extra === '' ? policy : `${policy}\n\n## Further rules\n\n${extra}\n`,
      });
      const values = await Promise.all(
        tasks.map(async (task) => {
          const trials = await Promise.all(
            Array.from({ length: args.trials }, (_, trial) =>
              queue.add(() => make({ task, persona, trial }, signal)),
            ),
          );
          const counted = trials.filter(({ verdict }) => verdict.kind !== 'void');
          return [task, counted.map(({ verdict }) => Number(verdict.kind === 'pass'))] as const;
        }),
      );
      return new Map(values);
    };
    const result = await remedyLoop(
      setup.tasks.map(({ id }) => id),
      remedies,
      run,
      { seed: args.seed },
    );
    const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
    output.table(
      ['training difference', 'tried further', 'remedy'],
      result.tried.map(({ remedy, training, chosen }) => [
        percent(training.difference.value),
        chosen ? 'yes' : 'no',
        remedy.text,
      ]),
    );
    if (result.measured === null) output.line('no remedy helped on the training tasks');
    else {
      const { value, interval } = result.measured.difference;
      output.line(
        `held-out tasks: ${percent(value)} (${percent(interval.low)} to ${percent(interval.high)}), ${result.worse.length} tasks got worse`,
      );
      for (const { task, difference } of result.worse) output.line(`  ${task}: ${percent(difference)}`);
    }
    output.line(result.kept.length === 0 ? 'nothing is kept' : `${result.kept.length} remedies are kept`);
    output.result({ run: record.run, ...result });
    return result.kept.length > 0 ? 0 : 1;
  },
});

function readRemedies(folder: string, run: string): Remedy[] {
  const path = join(folder, 'diagnosis.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`Cannot try remedies of run "${run}": it has no diagnosis`, {
      hint: `taskwright diagnose ${run}`,
      cause: error,
    });
  }
  const document = parseJson(text, path);
  const list = isJsonObject(document) && Array.isArray(document.remedies) ? document.remedies : [];
  if (list.length === 0) throw new UserError(`Cannot try remedies of run "${run}": its diagnosis has none`);
  return list as unknown as Remedy[];
}
