import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classify, type Kind } from '../../scripts/replay/classify.ts';
import { compareTrial } from '../../scripts/replay/compare.ts';
import { type Line, whyLeftOut } from '../../scripts/replay/line.ts';
import { replayLine } from '../../scripts/replay/replay-line.ts';
import { worldLoader } from '../../scripts/replay/worlds.ts';
import { createModel, type LanguageModel } from '../../src/base/model/index.ts';
import { chatRecordingOf, type ModelServer, replayBrain, serveModel } from '../../src/simulate/index.ts';
import { describeWithShared, hasShared, readSharedLines, sharedPath } from '../shared.ts';

/** Trials that the loop rightly runs otherwise than their record. */
const OTHERWISE: readonly Kind[] = ['stop-in-opening', 'cut-off', 'wrong-arguments'];

/** Trials taken from each file, spread over it. */
const PER_FILE = 10;
const files = hasShared
  ? readdirSync(sharedPath('trajectories')).filter((name) => name.endsWith('.jsonl.gz'))
  : [];

describeWithShared('recorded trials, spoken again over HTTP and run through the loop', () => {
  const worldOf = worldLoader(sharedPath('oracles'));
  const sample = new Map<string, Line[]>();
  let server: ModelServer;
  let model: LanguageModel;

  beforeAll(async () => {
    for (const file of files) {
      const lines = readSharedLines<Line>(`trajectories/${file}`).filter(
        (line) => whyLeftOut(line) === undefined,
      );
      const step = Math.max(1, Math.floor(lines.length / PER_FILE));
      sample.set(file, lines.filter((_, index) => index % step === 0).slice(0, PER_FILE));
    }
    const recordings = [...sample].flatMap(([file, lines]) =>
      lines.map((line) => ({ ...chatRecordingOf(JSON.parse(JSON.stringify(line))), file })),
    );
    // The same trial number stands in several files: one server a file would be slower than one name a file.
    server = await serveModel({
      brain: {
        answer: (question) =>
          replayBrain(recordings.filter(({ file }) => question.model === file)).answer(question),
      },
    });
  }, 120_000);
  afterAll(() => server.close());

  it.each(files)('%s: messages and verdicts as recorded', { timeout: 240_000 }, async (file) => {
    model = createModel({ name: file, baseUrl: server.url, keyEnv: null, sendTrial: true }, { env: {} });
    const kinds = new Set<Kind>();
    for (const line of sample.get(file) ?? []) {
      const replayed = await replayLine(line, await worldOf(line), model);
      const comparison = compareTrial(line, replayed.run);
      const kind = classify(line, replayed, comparison);
      kinds.add(kind);
      const name = `${line.domain}/${line.task_id}#${line.trial_uid}`;
      if (OTHERWISE.includes(kind)) continue;
      // Thoughts are cut off, so such messages differ on purpose; what was done must not.
      if (kind !== 'thoughts-aloud') {
        expect([name, comparison.messages.equal]).toEqual([name, comparison.messages.total]);
      }
      if (line.replay !== null && kind !== 'other-tools-or-data') {
        expect([name, replayed.databaseMatches]).toEqual([name, line.replay.db_match]);
      }
      expect([name, comparison.first, kind]).not.toEqual([name, comparison.first, 'other']);
    }
    expect(kinds.size).toBeGreaterThan(0);
  });
});
