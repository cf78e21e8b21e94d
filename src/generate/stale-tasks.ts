import { replayTask, type Task } from '../annotate/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';

/** Gold outcomes by task, as `gold.lock.json` holds them. */
export type GoldOutcomes = Readonly<Record<string, string | null>>;

/** Tasks whose gold outcome on this database is not the recorded one: their rows have changed or are gone. */
export function staleTasks(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  { gold, options }: { readonly gold: GoldOutcomes; readonly options: OptionValues },
): readonly string[] {
  return tasks
    .filter((task) => {
      const recorded = gold[task.id];
      if (recorded === undefined || recorded === null) return false;
      const replay = replayTask(domain, database, task, options);
      const outcome = replay.ok ? replay.task.gold.outcome : undefined;
      return outcome?.hash !== recorded;
    })
    .map(({ id }) => id);
}
