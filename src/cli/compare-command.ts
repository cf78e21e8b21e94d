import { compareRuns, factsOf, type RunComparison, RunStore } from '../validate/index.ts';
import { defineCommand } from './command.ts';
import type { Output } from './output.ts';
import { findRun } from './run-folder.ts';

interface CompareArguments {
  readonly first: string;
  readonly second: string;
}

/** Tasks a terminal is good for; `--json` has all. */
const SHOWN_TASKS = 15;

/** `taskwright compare`: whether two runs differ by more than chance, on the tasks they share. */
export const compareCommand = defineCommand<CompareArguments>({
  command: 'compare <first> <second>',
  describe: 'compare the pass rates of two runs task by task',
  examples: [
    ['$0 compare BEFORE AFTER', 'difference with its interval, and what could have been seen at all'],
    ['$0 compare RUN AGAIN', 'the same agent twice: how far chance alone moves it'],
  ],
  options: (yargs) =>
    yargs
      .positional('first', { type: 'string', demandOption: true, describe: 'name or folder of a run' })
      .positional('second', { type: 'string', demandOption: true, describe: 'the run to set beside it' }),
  run: async (args, { output }) => {
    const open = (run: string): Promise<RunStore> =>
      RunStore.open(findRun(run, args.workspace), { factsOf: (trial) => factsOf({ rules: [] }, trial) });
    const first = await open(args.first);
    const second = await open(args.second);
    try {
      const comparison = await compareRuns(first, second);
      print(output, comparison);
      output.result(comparison);
      return comparison.findings.length > 0 ? 1 : 0;
    } finally {
      await first.close();
      await second.close();
    }
  },
});

function print(output: Output, comparison: RunComparison): void {
  const { difference, interval, pValue, smallestVisible, byTask, leftOut } = comparison;
  output.findings(comparison.findings);
  output.table(
    ['task', comparison.first, comparison.second, 'difference'],
    byTask
      .filter((task) => task.difference !== 0)
      .slice(0, SHOWN_TASKS)
      .map((task) => [task.id, share(task.first), share(task.second), points(task.difference)]),
  );
  if (leftOut.length > 0) {
    output.line(`left out: ${leftOut.length} tasks that have no countable trials in both runs`);
  }
  const seen = interval.low > 0 || interval.high < 0;
  output.line(
    `pass rate over ${comparison.tasks} tasks: ${points(difference)} points [${points(interval.low)}, ${points(interval.high)}], p = ${pValue.toFixed(3)}: ` +
      (seen ? 'more than chance' : 'no difference that could not be chance'),
  );
  output.line(`smallest difference that such a comparison shows: ${points(smallestVisible)} points`);
  const floors = [comparison.noiseFloor.first, comparison.noiseFloor.second].map((floor) =>
    floor === null ? 'undefined (one trial a task)' : `±${(100 * floor).toFixed(1)} points`,
  );
  output.line(`noise floor (the same agent twice): ${floors.join(' and ')}`);
}

function share({ passed, trials }: { readonly passed: number; readonly trials: number }): string {
  return `${passed}/${trials}`;
}

function points(value: number): string {
  return `${value > 0 ? '+' : ''}${(100 * value).toFixed(1)}`;
}
