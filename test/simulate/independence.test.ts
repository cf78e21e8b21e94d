import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cassette, createModel } from '../../src/base/model/index.ts';
import { dependences, independenceFacts, lmAgent, lmUser, type TrialRun } from '../../src/simulate/index.ts';
import { openStage, play, type Stage } from './cast.ts';

let stage: Stage;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'independence-'));
  stage = await openStage();
});
afterEach(async () => {
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function trials(mode?: 'record' | 'replay' | 'replay-else-record', shared = false, temperature = 1) {
  const cassette = mode && new Cassette({ folder, mode, shared });
  const model = createModel(
    { name: 'm', baseUrl: stage.url, keyEnv: null },
    { env: {}, ...(cassette && { cassette }) },
  );
  const runs: TrialRun[] = [];
  for (const trial of [0, 1, 2]) {
    runs.push(
      await play(
        lmAgent({ model, strategy: 'tool-calling' }),
        // The script tells sides apart by tools alone here, as a real server would.
        lmUser({
          model: createModel(
            { name: 'user', baseUrl: stage.url, keyEnv: null },
            { env: {}, ...(cassette && { cassette }) },
          ),
          strategy: 'lm',
          temperature,
        }),
        { trial },
      ),
    );
  }
  return runs;
}

const codes = (runs: readonly TrialRun[]) =>
  dependences(runs.map(independenceFacts)).map(({ code, trials: count }) => [code, count]);

describe('dependences', () => {
  it('finds nothing against trials that were each asked for', async () => {
    expect(codes(await trials())).toEqual([]);
    expect(codes(await trials('record'))).toEqual([]);
  });

  it('tells trials that were answered from a recording', async () => {
    const recorded = await trials('record');
    const replayed = await trials('replay');
    expect(codes(replayed)).toEqual([['recorded-answers', 3]]);
    expect(replayed.map(({ transcript }) => transcript)).toEqual(
      recorded.map(({ transcript }) => transcript),
    );
  });

  it('tells trials behind which one response stands', async () => {
    const runs = await trials('replay-else-record', true);
    expect(codes(runs)).toEqual([
      ['recorded-answers', 2],
      ['equal-response-ids', 3],
    ]);
  });

  it('tells trials without randomness on either side', async () => {
    expect(codes(await trials(undefined, false, 0))).toEqual([['no-randomness', 3]]);
  });
});
