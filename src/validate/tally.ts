import type { IndexedFacts, TrialKey } from './trial-facts.ts';

/** Trials of one task that ended alike. */
export interface ClusterTally {
  readonly outcome: string;
  count: number;
  passed: number;
  /** Trials that broke no rule about what may be done. */
  clean: number;
  /** Trials that broke a rule of conduct. */
  misconduct: number;
  /** How often each clause was broken by what was done. */
  readonly broken: Map<string, number>;
  /** Outputs not told, joined → trials. */
  readonly missing: Map<string, number>;
  /** The best behaved trial, which stands for the cluster. */
  example: IndexedFacts;
  /** Some trials of it, for people to open. */
  readonly trials: TrialKey[];
  /** Trials by persona. */
  readonly personas: Map<string | null, number>;
}

/** Trials of one task with one persona. */
export interface PersonaTally {
  trials: number;
  passed: number;
}

/** What was counted of one task: its size does not grow with the number of trials. */
export interface TaskTally {
  readonly task: string;
  trials: number;
  passed: number;
  /** Void trials by reason. */
  readonly voids: Map<string, number>;
  readonly clusters: Map<string, ClusterTally>;
  moves: number;
  tokens: number;
  costUsd: number | 'unknown';
  readonly personas: Map<string | null, PersonaTally>;
}

export function emptyTally(task: string): TaskTally {
  return {
    task,
    trials: 0,
    passed: 0,
    voids: new Map(),
    clusters: new Map(),
    moves: 0,
    tokens: 0,
    costUsd: 0,
    personas: new Map(),
  };
}

const SHOWN_TRIALS = 12;

/** Counts trials by task and outcome in one pass. */
export async function tallyTrials(facts: AsyncIterable<IndexedFacts>): Promise<Map<string, TaskTally>> {
  const tallies = new Map<string, TaskTally>();
  for await (const trial of facts) {
    let tally = tallies.get(trial.task);
    if (tally === undefined) {
      tally = emptyTally(trial.task);
      tallies.set(trial.task, tally);
    }
    count(tally, trial);
  }
  return tallies;
}

/** Trials that say something about agent and task. */
export function countable(tally: TaskTally): number {
  let sum = 0;
  for (const cluster of tally.clusters.values()) sum += cluster.count;
  return sum;
}

function count(tally: TaskTally, trial: IndexedFacts): void {
  tally.trials += 1;
  const persona = tally.personas.get(trial.persona) ?? { trials: 0, passed: 0 };
  tally.personas.set(trial.persona, persona);
  persona.trials += 1;
  tally.moves += trial.moves;
  tally.tokens += trial.tokens ?? 0;
  if (trial.costUsd === 'unknown' || tally.costUsd === 'unknown') tally.costUsd = 'unknown';
  else tally.costUsd += trial.costUsd ?? 0;
  if (trial.verdict === 'void') {
    add(tally.voids, trial.void ?? 'infrastructure');
    return;
  }
  if (trial.verdict === 'pass') {
    tally.passed += 1;
    persona.passed += 1;
  }
  let cluster = tally.clusters.get(trial.outcome);
  if (cluster === undefined) {
    cluster = {
      outcome: trial.outcome,
      count: 0,
      passed: 0,
      clean: 0,
      misconduct: 0,
      broken: new Map(),
      missing: new Map(),
      example: trial,
      trials: [],
      personas: new Map(),
    };
    tally.clusters.set(trial.outcome, cluster);
  }
  cluster.count += 1;
  add(cluster.personas, trial.persona);
  if (trial.verdict === 'pass') cluster.passed += 1;
  if (trial.broken === undefined) cluster.clean += 1;
  if (trial.conduct !== undefined) cluster.misconduct += 1;
  for (const clause of trial.broken ?? []) add(cluster.broken, clause);
  add(cluster.missing, JSON.stringify(trial.missing ?? []));
  if (faults(trial) < faults(cluster.example)) cluster.example = trial;
  if (cluster.trials.length < SHOWN_TRIALS) {
    cluster.trials.push({ task: trial.task, persona: trial.persona, trial: trial.trial });
  }
}

/** Broken rules weigh more than bad conduct, and both more than an output not told. */
function faults(trial: IndexedFacts): number {
  return (
    100 * (trial.broken?.length ?? 0) + 10 * (trial.conduct?.length ?? 0) + (trial.verdict === 'pass' ? 0 : 1)
  );
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
