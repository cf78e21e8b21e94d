import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type GoldLock, readGoldLock, replayTask, staleTasks, writeGoldLock } from '../annotate/index.ts';
import { describeChange } from '../environment/index.ts';
import { defineCommand } from './command.ts';
import { openProject, type ProjectArguments, projectOptions } from './project.ts';

/** `taskwright annotate`: replays gold actions and writes the gold outcome of each task. */
export const annotateCommand = defineCommand<ProjectArguments & { readonly lock: string | undefined }>({
  command: 'annotate <domain>',
  describe: 'replay gold actions, write gold.lock.json',
  examples: [
    ['$0 annotate retail', 'replay the shipped tasks'],
    ['$0 annotate retail --database db --tasks tasks.json', 'replay outside tasks as they are'],
  ],
  options: (yargs) =>
    projectOptions(yargs).option('lock', {
      type: 'string',
      describe: 'where to write the lock file (default: beside workspace tasks; none for outside tasks)',
    }),
  run: async (args, { output }) => {
    const project = await openProject(args);
    const { domain, database, tasks, options } = project;
    const progress = output.progress('annotate', tasks.length);
    const results = tasks.map((task, index) => {
      progress.update(index + 1, task.id);
      return replayTask(domain, database, task, options);
    });
    progress.stop();
    const replayed = results.map((result) => {
      const failures = result.ok ? result.task.failures : result.failures;
      const outcome = result.ok && failures.length === 0 ? result.task.gold.outcome : null;
      return { id: result.task.id, outcome, failures };
    });
    const failures = replayed.flatMap((task) => task.failures);
    output.table(
      ['task', 'gold', 'changes'],
      replayed.map(({ id, outcome }) => [
        id,
        outcome === null ? output.color.red('fails') : outcome.hash.slice(0, 10),
        outcome === null ? '' : summary(outcome.changes.map(describeChange)),
      ]),
    );
    output.findings(failures);
    const broken = replayed.filter(({ outcome }) => outcome === null).length;
    output.line(`${replayed.length} tasks replayed, ${broken} with failing gold actions`);
    const lock =
      args.lock ??
      (args.tasks === undefined && args.database === undefined
        ? join(project.tasksFolder, 'gold.lock.json')
        : undefined);
    const now: GoldLock = {
      database: database.hash(),
      tasks: Object.fromEntries(replayed.map(({ id, outcome }) => [id, outcome?.hash ?? null])),
    };
    const locked = lock === undefined ? undefined : readGoldLock(lock);
    const stale = locked === undefined ? [] : staleTasks(locked, now);
    if (stale.length > 0) {
      output.line(
        `${stale.length} tasks are stale, their gold outcome is not the one locked before: ${stale.join(', ')}`,
      );
    }
    if (lock !== undefined && (args.task ?? []).length === 0) {
      mkdirSync(dirname(lock), { recursive: true });
      await writeGoldLock(lock, now);
      output.line(`wrote ${lock}`);
    }
    output.result({ tasks: replayed, stale });
    return failures.length > 0 ? 1 : 0;
  },
});

function summary(changes: readonly string[]): string {
  if (changes.length === 0) return 'none';
  return changes.length === 1 ? (changes[0] as string) : `${changes[0]} (+${changes.length - 1})`;
}
