import { expect, it } from 'vitest';
import { isUserError } from '../../../src/base/finding/index.ts';
import { readTedGrade } from '../../../src/diagnose/judge/ted-grade.ts';
import { judgeThroughTurns } from '../../../src/diagnose/judge/through-turns.ts';
import { type Ballot, majorityOf } from '../../../src/diagnose/judge/vote.ts';
import { maxAtK } from '../../../src/metrics/pass.ts';
import {
  judgeStatistics,
  type Votes,
  varianceComponents,
} from '../../../src/metrics/ted/judge-statistics.ts';
import {
  areaUnderCurve,
  progressCurve,
  progressPerTurn,
  reachedAll,
  roundAsTed,
} from '../../../src/metrics/ted/progress.ts';
import { tauDisplayedRates, tedAverages, tedPassRates } from '../../../src/metrics/ted/reference.ts';
import { describeWithShared, readSharedLines } from '../../shared.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of many kinds, each read by the entry of its kind
type Json = any;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly in: Json;
  readonly out?: Json;
  readonly error?: { readonly type: string };
}

/** No number came out: stands beside the error a metric throws. */
class Unscored extends Error {}

/** What we compute for a row, by its kind, in the names of the recording. */
const COMPUTE: Readonly<Record<string, (input: Json) => Json | Promise<Json>>> = {
  pass_at_k: ({ n, k, successes }) => ({ value: tedPassRates(n, successes, k).passAtK }),
  pass_hat_k: ({ n, k, successes }) => ({ value: tedPassRates(n, successes, k).passHatK }),
  auc: ({ curve }) => ({ value: roundAsTed(areaUnderCurve(curve)), exact_own: areaUnderCurve(curve) }),
  ppt: ({ curve }) => ({ value: progressPerTurn(curve) }),
  max_at_k: ({ values, k }) => ({
    unbiased_max_at_k: maxAtK(values, k),
    plain_max_over_n: maxAtK(values, values.length),
    mean: maxAtK(values, 1),
  }),
  judge_stats: ({ votes_by_subgoal }) => {
    const statistics = judgeStatistics(votes_by_subgoal);
    return { expectation: statistics?.expectation ?? null, std: statistics?.deviation ?? null };
  },
  variance_components: ({ votes_run_subgoal_judge }) => {
    const found = varianceComponents(votes_run_subgoal_judge);
    return {
      expectation_by_run: found.trials.map((trial) => trial.expectation),
      judge_var_by_run: found.trials.map((trial) => trial.variance),
      judge_std_by_run: found.trials.map((trial) => trial.deviation),
      mean_expectation: found.meanExpectation,
      mean_judge_var: found.meanJudgeVariance,
      agent_var_population: found.agentVariance,
      agent_var_sample: found.agentVarianceSample,
      by_subgoal: found.notes.map((note) => ({
        judge_disagreement: note.judgeDisagreement,
        agent_variance: note.agentVariance,
        mean: note.mean,
      })),
    };
  },
  tau_pass_hat_k: ({ results }) => {
    const rates = tauDisplayedRates(
      results.map((row: Json) => ({ task: String(row.task_id), trial: row.trial, recorded: row.reward })),
    );
    return {
      avg_reward: rates.mean,
      pass_hat_k: Object.fromEntries(rates.passHatK.map((value, index) => [String(index + 1), value])),
    };
  },
  aggregate: ({ n, k, curves_by_task }) => {
    const tasks = Object.entries(curves_by_task as Record<string, (number[] | null)[]>).map(
      ([task, trials]) => ({ task, curves: trials.filter((curve) => curve !== null) }),
    );
    const found = tedAverages(tasks, n, k);
    if (found === null) return { empty: true };
    const column = (name: 'maxAuc' | 'maxPpt' | 'passAtK' | 'passHatK'): Json =>
      Object.fromEntries(Object.entries(found.perTask).map(([task, row]) => [task, row[name]]));
    const counted = Object.values(found.perTask).filter((row) => row.passAtK !== null).length;
    return {
      max_auc: found.maxAuc,
      max_auc_per_task: column('maxAuc'),
      max_ppt: found.maxPpt,
      max_ppt_per_task: column('maxPpt'),
      max_prog_own: found.maxProgress,
      mean_prog_own: found.meanProgress,
      pass_at_k: found.passAtK,
      pass_at_k_per_task: column('passAtK'),
      pass_at_k_count: counted,
      pass_hat_k: found.passHatK,
      pass_hat_k_per_task: column('passHatK'),
      pass_hat_k_count: counted,
    };
  },
  grade_parse: ({ text }) => {
    const ballot = readTedGrade(text);
    if (ballot.kind === 'unscored') throw new Unscored(ballot.reason);
    return { value: ballot.completed ? 1 : 0 };
  },
  majority_vote: async ({ replies, judge_runs, mode }) => {
    const queue = [...(replies as string)];
    const decision = await majorityOf(async () => ballotOf(queue.shift() ?? 'X'), {
      runs: judge_runs,
      earlyStop: mode === 'optimised',
    });
    if (decision.kind === 'unscored') throw new Unscored(decision.reason);
    const { calls, waves, explanations } = decision.tally;
    return { decision: decision.completed ? 1 : 0, calls, waves, explanations };
  },
  progress_curve: async ({ turns, subgoals, judge_runs, max_turns, optimize, votes }) => {
    const judged = await judgeThroughTurns({ notes: subgoals, turns, cap: max_turns }, (note, turn) => {
      const queue = [...votes[turn - 1][note]];
      return majorityOf(async () => ({ kind: 'vote', completed: queue.shift() === 1 }), {
        runs: judge_runs,
        earlyStop: optimize,
      });
    });
    const curve = progressCurve({ firstTurns: judged.firstTurns, turns, cap: max_turns });
    const area = curve.length < 2 ? null : areaUnderCurve(curve);
    const rounded = curve.map(roundAsTed);
    const statistics = optimize
      ? undefined
      : judgeStatistics(judged.last.map((decision) => decision?.tally.votes as Votes));
    return {
      curve: rounded,
      judge_calls: judged.calls,
      success: reachedAll(curve) ? 1 : 0,
      ppt: progressPerTurn(rounded),
      auc: rounded.length < 2 ? null : roundAsTed(areaUnderCurve(rounded)),
      completed: judged.firstTurns.flatMap((first, note) => (first === null ? [] : [note])),
      exact_own: { curve, auc: area, ppt: progressPerTurn(curve) },
      ...(statistics && { judge_expectation: statistics.expectation, judge_std: statistics.deviation }),
    };
  },
};

function ballotOf(letter: string): Ballot {
  if (letter === 'X') return { kind: 'unscored', reason: 'the call failed' };
  if (letter === 'E') return { kind: 'unscored', reason: 'the answer is empty', explanation: '' };
  return readTedGrade(letter === 'N' ? 'no verdict' : `because\nGRADE: ${letter}`);
}

/** Tolerances of the recording: areas were rounded twice, exact fields not at all. */
function tolerance(path: readonly string[], kind: string): number {
  if (path.includes('exact_own')) return 1e-12;
  const field = path.find((part) => /auc/.test(part)) ?? '';
  return field !== '' || (kind === 'auc' && path[0] === 'value') ? 1.01e-4 : 1e-9;
}

function expectSame(kind: string, actual: Json, wanted: Json, path: readonly string[] = []): void {
  const at = path.join('.');
  if (typeof wanted === 'number') {
    expect(typeof actual, at).toBe('number');
    expect(Math.abs(actual - wanted), `${at}: ${actual} for ${wanted}`).toBeLessThanOrEqual(
      tolerance(path, kind),
    );
  } else if (typeof wanted === 'object' && wanted !== null) {
    if (Array.isArray(wanted)) expect(actual, at).toHaveLength(wanted.length);
    for (const key of Object.keys(wanted)) {
      if (key === 'auc_error') continue;
      expect(actual, at).toHaveProperty([key]);
      expectSame(kind, actual[key], wanted[key], [...path, key]);
    }
  } else {
    expect(actual, at).toEqual(wanted);
  }
}

describeWithShared("TED's metrics, recorded from the public code", () => {
  const rows = readSharedLines<Row>('oracles/ted/golden_metrics.jsonl');

  it('has all 575 rows', () => {
    expect(rows).toHaveLength(575);
  });

  it.each(Object.keys(COMPUTE))(
    '%s rows are reproduced, and where the reference raises we refuse too',
    async (kind) => {
      const mine = rows.filter((row) => row.kind === kind);
      expect(mine.length).toBeGreaterThan(15);
      for (const row of mine) {
        const compute = async (): Promise<Json> => COMPUTE[kind]!(row.in);
        if (row.error === undefined) {
          expectSame(kind, await compute(), row.out);
          continue;
        }
        const error = await compute().then(
          (value) => expect.fail(`${row.id}: gave ${JSON.stringify(value)}`),
          (problem: unknown) => problem,
        );
        expect(isUserError(error) || error instanceof Unscored, `${row.id}: ${String(error)}`).toBe(true);
        expect((error as Error).message, row.id).not.toBe('');
      }
    },
  );

  it('knows every kind of row', () => {
    expect([...new Set(rows.map((row) => row.kind))].sort()).toEqual(Object.keys(COMPUTE).sort());
  });
});
