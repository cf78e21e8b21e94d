import PQueue from 'p-queue';
import { describe, expect, it } from 'vitest';
import {
  evenRates,
  lmAgent,
  lmUser,
  noisyAgent,
  type Recording,
  recordingOf,
  replayBrain,
  SERVER_FAULTS,
  scriptedUser,
  type TrialRun,
  verdictOf,
} from '../../src/simulate/index.ts';
import { shop } from '../fixtures/shop.ts';
import { closeTask, openStage, play, replayed } from './cast.ts';

const TRIALS = 500;
const task = replayed();

/** Runs every recorded trial again, against a server that speaks both sides. */
async function runAll(recordings: readonly Recording[], rate: number) {
  const stage = await openStage([], {
    brain: replayBrain(recordings),
    faults: { seed: 11, rates: evenRates(rate), latencyMs: 3, retryAfterMs: 2 },
    config: { attempts: 12, limits: { concurrency: 12 } },
  });
  const agent = lmAgent({ model: stage.model, strategy: 'tool-calling' });
  const user = lmUser({ model: stage.model, strategy: 'lm', faults: 'ignore' });
  const finished: TrialRun[] = [];
  const queue = new PQueue({ concurrency: 16 });
  await queue.addAll(
    recordings.map((_, trial) => async () => {
      finished.push(await play(agent, user, { trial, moveCap: 60 }));
    }),
  );
  await stage.close();
  return { finished, counts: stage.counts };
}

function verdicts(trials: readonly TrialRun[]): Map<number, string> {
  return new Map(
    trials.map((run) => [run.trial, `${verdictOf(task, run).kind} ${run.outcome.hash} ${run.stop}`]),
  );
}

describe('a server that fails every fifth attempt', { timeout: 300_000 }, () => {
  it(`loses none of ${TRIALS} trials, runs none twice, and changes no verdict`, async () => {
    const noisy = noisyAgent({ domain: shop, tasks: [closeTask] }, { drop: 0.15, swap: 0.1, alter: 0.2 });
    const originals: TrialRun[] = [];
    for (let trial = 0; trial < TRIALS; trial += 1) {
      originals.push(await play(noisy, scriptedUser(), { trial }));
    }
    const recordings = originals.map((run) => recordingOf(`${run.task}#${run.trial}`, run.transcript));
    const calm = await runAll(recordings, 0);
    const faulty = await runAll(recordings, 0.2);

    expect(calm.finished).toHaveLength(TRIALS);
    expect(faulty.finished).toHaveLength(TRIALS);
    expect(new Set(faulty.finished.map(({ trial }) => trial)).size).toBe(TRIALS);
    expect(faulty.finished.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(verdicts(calm.finished)).toEqual(verdicts(originals));
    expect(verdicts(faulty.finished)).toEqual(verdicts(calm.finished));

    const kinds = new Set([...verdicts(originals).values()].map((text) => text.split(' ')[0]));
    expect([...kinds].sort()).toEqual(['fail', 'pass']);
    const struck = SERVER_FAULTS.reduce((sum, fault) => sum + (faulty.counts[fault] ?? 0), 0);
    for (const fault of SERVER_FAULTS) expect(faulty.counts[fault]).toBeGreaterThan(20);
    const attempts = struck + (faulty.counts.answers ?? 0);
    expect(struck / attempts).toBeGreaterThan(0.15);
    expect(calm.counts).toEqual({ answers: calm.counts.answers });
  });

  it('strikes the same questions under the same seed', async () => {
    const recording = recordingOf(
      `${closeTask.id}#0`,
      (await play(noisyAgent({ domain: shop, tasks: [closeTask] }), scriptedUser())).transcript,
    );
    const [one, two] = [await runAll([recording], 0.5), await runAll([recording], 0.5)];
    expect(one.counts).toEqual(two.counts);
  });

  it('makes a trial void, never failed, when it stays down', async () => {
    const stage = await openStage([], {
      brain: { answer: () => ({ text: 'hi' }) },
      faults: { seed: 1, rates: { 'server-error': 1 } },
      config: { attempts: 3 },
    });
    const run = await play(
      lmAgent({ model: stage.model, strategy: 'tool-calling' }),
      lmUser({ model: stage.model, strategy: 'lm' }),
    );
    await stage.close();
    expect(verdictOf(task, run)).toMatchObject({ kind: 'void', reason: 'infrastructure' });
    expect(run.fault).toMatchObject({ code: 'server-error' });
  });
});
