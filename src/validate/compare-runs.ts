import type { Finding } from '../base/finding/index.ts';
import { comparePaired, noiseFloor, type PairedComparison } from '../metrics/paired-comparison.ts';
import type { RunHashes } from './run-record.ts';
import type { RunStore } from './run-store.ts';
import { countable, tallyTrials } from './tally.ts';

/** One task in both runs. */
export interface TaskComparison {
  readonly id: string;
  readonly first: { readonly trials: number; readonly passed: number };
  readonly second: { readonly trials: number; readonly passed: number };
  /** Pass rate of the second run minus the first's. */
  readonly difference: number;
}

/** Two runs, task by task. */
export interface RunComparison extends PairedComparison {
  readonly first: string;
  readonly second: string;
  /** Half-width of the 95 % interval between two runs of one agent, from the trials of each run; null with too few. */
  readonly noiseFloor: { readonly first: number | null; readonly second: number | null };
  /** The tasks that count, largest difference first. */
  readonly byTask: readonly TaskComparison[];
  /** Tasks left out: in one run alone, or without countable trials in one. */
  readonly leftOut: readonly string[];
  /** What the runs differ in besides their agents. */
  readonly findings: readonly Finding[];
}

/**
 * Compares the pass rates of two runs on the tasks they share.
 * @throws UserError when no task has countable trials in both
 */
export async function compareRuns(first: RunStore, second: RunStore): Promise<RunComparison> {
  const [one, two] = [await countsOf(first), await countsOf(second)];
  const ids = [...new Set([...one.keys(), ...two.keys()])];
  const byTask = ids.flatMap((id): TaskComparison[] => {
    const [left, right] = [one.get(id), two.get(id)];
    if (left === undefined || right === undefined) return [];
    const difference = right.passed / right.trials - left.passed / left.trials;
    return [{ id, first: left, second: right, difference }];
  });
  const paired = comparePaired(byTask.map((task) => [task.first, task.second] as const));
  const shared = new Set(byTask.map(({ id }) => id));
  return {
    first: first.record.run,
    second: second.record.run,
    ...paired,
    noiseFloor: {
      first: noiseFloor(byTask.map((task) => task.first)),
      second: noiseFloor(byTask.map((task) => task.second)),
    },
    byTask: byTask.sort((left, right) => Math.abs(right.difference) - Math.abs(left.difference)),
    leftOut: ids.filter((id) => !shared.has(id)),
    findings: differences(first, second, shared),
  };
}

/** Countable trials of each task; tasks without any are left out. */
async function countsOf(
  store: RunStore,
): Promise<ReadonlyMap<string, { readonly trials: number; readonly passed: number }>> {
  const tallies = [...(await tallyTrials(store.facts()))];
  return new Map(
    tallies
      .map(([id, tally]) => [id, { trials: countable(tally), passed: tally.passed }] as const)
      .filter(([, { trials }]) => trials > 0),
  );
}

const PARTS: readonly (readonly [Exclude<keyof RunHashes, 'tasks'>, string])[] = [
  ['policy', 'policy'],
  ['tools', 'tools'],
  ['rules', 'policy rules'],
  ['database', 'database'],
];

/** A difference in these is no difference of the agents. */
function differences(first: RunStore, second: RunStore, tasks: ReadonlySet<string>): Finding[] {
  const [left, right] = [first.record, second.record];
  const finding = (message: string): Finding => ({
    code: 'unlike-runs',
    severity: 'warning',
    message: `runs "${left.run}" and "${right.run}" ${message}`,
    domain: left.domain,
    hint: 'what differs may be this and not the agent; regrade the older run first',
  });
  const found = PARTS.filter(([part]) => left.hashes[part] !== right.hashes[part]).map(([, name]) =>
    finding(`have other ${name}`),
  );
  const changed = [...tasks].filter((id) => left.hashes.tasks[id] !== right.hashes.tasks[id]);
  if (changed.length > 0) {
    const more = changed.length > 3 ? `, and ${changed.length - 3} more` : '';
    found.push(finding(`have other versions of ${changed.slice(0, 3).join(', ')}${more}`));
  }
  const grading = (['outputMode', 'policyCounts'] as const).filter(
    (name) => left.settings[name] !== right.settings[name],
  );
  if (grading.length > 0) found.push(finding(`are graded differently (${grading.join(', ')})`));
  return found;
}
