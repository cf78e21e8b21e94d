import type { ReplayedTask } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { chao1 } from '../metrics/chao1.ts';
import { entropyBits } from '../metrics/entropy.ts';
import { goodTuring } from '../metrics/good-turing.ts';
import { noiseFloor } from '../metrics/paired-comparison.ts';
import { passCurves } from '../metrics/pass-curve.ts';
import { exactUpperBound } from '../metrics/unseen-bound.ts';
import { type Dependence, dependences, type IndependenceFacts, isLedAgent } from '../simulate/index.ts';
import { type EvidenceGrade, gradeEvidence } from './evidence.ts';
import type { AlternativesOf, KnownAlternative } from './known-alternative.ts';
import { labelOutcome } from './label-outcome.ts';
import { personasOf, taskPersonas } from './persona-report.ts';
import type { OutcomeReport, TaskReport, ValidationReport, WaivedFinding } from './report.ts';
import type { RunStore } from './run-store.ts';
import { symbolicOutcome } from './symbolic-outcome.ts';
import { type ClusterTally, countable, emptyTally, type TaskTally, tallyTrials } from './tally.ts';

export interface SummarizeOptions {
  readonly store: RunStore;
  readonly tasks: readonly ReplayedTask[];
  readonly alternatives?: AlternativesOf;
  /** Findings to show beside a task: failing gold, audit. */
  readonly findings?: (task: string) => readonly Finding[];
  readonly stale?: readonly Finding[];
  /** Findings of a task that are waived: told beside its grade, which they do not touch. */
  readonly waived?: (task: string) => readonly WaivedFinding[];
}

/** Reads a run's index once and explains it. Transcripts are read for one example a cluster alone. */
export async function summarizeRun(options: SummarizeOptions): Promise<ValidationReport> {
  const { store, tasks, alternatives = () => [], findings = () => [], waived = () => [] } = options;
  const tallies = await tallyTrials(store.facts());
  const dependent = await dependencesIn(store);
  const led = isLedAgent(store.record.settings.agent);
  const reports: TaskReport[] = [];
  for (const task of tasks) {
    const tally = tallies.get(task.id) ?? emptyTally(task.id);
    const known = alternatives(task.id);
    const basis = { tally, known, dependent, led, waived: waived(task.id) };
    reports.push(await reportTask(store, task, basis, findings(task.id)));
  }
  const counts = reports.map(({ countable: trials, passed }) => ({ trials, passed }));
  const personas = personasOf(reports);
  const { record } = store;
  return {
    run: record.run,
    domain: record.domain,
    kind: record.kind,
    settings: record.settings,
    createdAt: record.createdAt,
    software: record.software,
    stale: options.stale ?? [],
    dependences: dependent,
    ...(led && { led }),
    totals: totalsOf(reports),
    tasks: reports,
    curves: passCurves(counts),
    noiseFloor: noiseFloor(counts),
    ...(personas.length > 0 && { personas }),
  };
}

/** What a task's report rests on. */
interface TaskBasis {
  readonly tally: TaskTally;
  readonly known: readonly KnownAlternative[];
  readonly dependent: readonly Dependence[];
  readonly led: boolean;
  readonly waived: readonly WaivedFinding[];
}

/** What keeps the run's trials from being independent. */
async function dependencesIn(store: RunStore): Promise<readonly Dependence[]> {
  const facts: (IndependenceFacts | undefined)[] = [];
  for await (const { independence } of store.facts()) facts.push(independence);
  return facts.some((each) => each !== undefined) ? dependences(facts) : [];
}

async function reportTask(
  store: RunStore,
  task: ReplayedTask,
  { tally, known, dependent, led, waived }: TaskBasis,
  found: readonly Finding[],
): Promise<TaskReport> {
  const clusters = [...tally.clusters.values()].sort(
    (left, right) => right.count - left.count || (left.outcome < right.outcome ? -1 : 1),
  );
  const outcomes: OutcomeReport[] = [];
  for (const cluster of clusters) outcomes.push(await reportOutcome(store, task, cluster, known));
  const counts = outcomes.map(({ count }) => count);
  const n = countable(tally);
  const main = outcomes.find(({ kind }) => kind === 'gold') ?? outcomes[0];
  const findings = distinct([...task.failures, ...found]);
  const evidence = gradeEvidence({ countable: n, outcomes, known, findings, led, dependent });
  return {
    id: task.id,
    trials: tally.trials,
    countable: n,
    passed: tally.passed,
    voids: Object.fromEntries([...tally.voids].sort()),
    outcomes,
    ambiguous: outcomes.length > 1,
    evidence: evidence.grade,
    because: evidence.because,
    bound: exactUpperBound(n, n - (main?.count ?? 0)),
    unexplainedBound: evidence.bound,
    coverage: goodTuring(counts)?.coverage ?? null,
    richness: chao1(counts),
    entropy: entropyBits(counts),
    findings,
    ...(waived.length > 0 && { waived }),
    moves: tally.trials === 0 ? null : tally.moves / tally.trials,
    tokens: tally.tokens,
    costUsd: tally.costUsd,
    ...(tally.personas.size > 1 && { personas: taskPersonas(tally) }),
  };
}

/** Replaying a task and auditing it may find the same. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.message}`, finding])).values()];
}

async function reportOutcome(
  store: RunStore,
  task: ReplayedTask,
  cluster: ClusterTally,
  known: readonly KnownAlternative[],
): Promise<OutcomeReport> {
  const example = await store.trial(cluster.example);
  const broken = cluster.clean > 0 ? [] : [...cluster.broken.keys()].sort();
  const label = labelOutcome({ task, example, outcome: cluster.outcome, broken, known });
  const { task: id, persona, trial, offset, length } = cluster.example;
  return {
    hash: cluster.outcome,
    count: cluster.count,
    ...label,
    passed: cluster.passed,
    clean: cluster.clean,
    broken: Object.fromEntries([...cluster.broken].sort()),
    misconduct: cluster.misconduct,
    outputs: [...cluster.missing]
      .map(([missing, count]) => ({ missing: JSON.parse(missing) as string[], count }))
      .sort((left, right) => right.count - left.count),
    changes: symbolicOutcome(example.outcome).changes,
    example: { task: id, persona, trial, offset, length },
    sample: cluster.trials,
  };
}

function totalsOf(tasks: readonly TaskReport[]): ValidationReport['totals'] {
  const voids: Record<string, number> = {};
  const evidence: Record<EvidenceGrade, number> = {
    unique: 0,
    ambiguous: 0,
    suspect: 0,
    'too-hard': 0,
    insufficient: 0,
  };
  let costUsd: number | 'unknown' = 0;
  for (const task of tasks) {
    evidence[task.evidence] += 1;
    for (const [reason, count] of Object.entries(task.voids)) voids[reason] = (voids[reason] ?? 0) + count;
    costUsd = costUsd === 'unknown' || task.costUsd === 'unknown' ? 'unknown' : costUsd + task.costUsd;
  }
  const sum = (of: (task: TaskReport) => number): number =>
    tasks.reduce((total, task) => total + of(task), 0);
  return {
    tasks: tasks.length,
    trials: sum(({ trials }) => trials),
    countable: sum(({ countable: trials }) => trials),
    passed: sum(({ passed }) => passed),
    voids,
    ambiguous: tasks.filter(({ ambiguous }) => ambiguous).length,
    evidence,
    costUsd,
  };
}
