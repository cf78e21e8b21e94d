/**
 * Replays recorded trials through the real loop: a server on loopback speaks the recorded agent and user turns, the
 * loop runs our tools, and what comes of it is compared with the record.
 * Use: tsx scripts/replay-recorded.ts <folder of *.jsonl.gz> <folder of published databases> [part of a file's name]
 * Results are kept per file, so that one file can be run again alone.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { createModel } from '../src/base/model/index.ts';
import { readText } from '../src/formats/index.ts';
import { chatRecordingOf, replayBrain, serveModel } from '../src/simulate/index.ts';
import { classify, KINDS, type Kind } from './replay/classify.ts';
import { compareTrial, type Tally } from './replay/compare.ts';
import { type Line, whyLeftOut } from './replay/line.ts';
import { replayLine } from './replay/replay-line.ts';
import { worldLoader } from './replay/worlds.ts';

interface FileReport {
  readonly file: string;
  trials: number;
  replayed: number;
  readonly leftOut: Record<string, number>;
  readonly messages: Tally;
  readonly observations: Tally;
  /** Database verdicts against the original's replay of the same calls. */
  readonly verdicts: Tally;
  /** Rewards against the recorded ones. */
  readonly rewards: Tally;
  readonly kinds: Partial<Record<Kind, number>>;
  /** Kinds of trials whose database verdict differs. */
  readonly verdictKinds: Partial<Record<Kind, number>>;
  readonly examples: string[];
}

const [folder, oracles, part = ''] = process.argv.slice(2);
if (folder === undefined || oracles === undefined) throw new Error('name the two folders');
const worldOf = worldLoader(oracles);
const RESULTS = new URL('../bench/results/replay-recorded.json', import.meta.url);
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl.gz') && name.includes(part))
  .sort()) {
  const report = await replayFile(join(folder, file), file);
  keep(report);
  const { trials, replayed, kinds, messages, observations, verdicts, rewards } = report;
  console.log(
    [
      file,
      `${replayed}/${trials}`,
      `messages ${share(messages)}`,
      `observations ${share(observations)}`,
      `verdicts ${share(verdicts)}`,
      `rewards ${share(rewards)}`,
      JSON.stringify(kinds),
    ].join('  '),
  );
}
function keep(report: FileReport): void {
  const before = existsSync(RESULTS)
    ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as { readonly files: readonly FileReport[] }).files
    : [];
  const files = [...before.filter(({ file }) => file !== report.file), report].sort((left, right) =>
    left.file < right.file ? -1 : 1,
  );
  writeFileSync(RESULTS, `${JSON.stringify({ kinds: KINDS, files }, null, 1)}\n`);
}

async function replayFile(path: string, file: string): Promise<FileReport> {
  const lines = readText(path)
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line);
  const wanted = lines.filter((line) => whyLeftOut(line) === undefined);
  const report: FileReport = {
    file,
    trials: lines.length,
    replayed: 0,
    leftOut: {},
    messages: { equal: 0, total: 0 },
    observations: { equal: 0, total: 0 },
    verdicts: { equal: 0, total: 0 },
    rewards: { equal: 0, total: 0 },
    kinds: {},
    verdictKinds: {},
    examples: [],
  };
  for (const line of lines) {
    const why = whyLeftOut(line);
    if (why !== undefined) report.leftOut[why] = (report.leftOut[why] ?? 0) + 1;
  }
  const brain = replayBrain(wanted.map((line) => chatRecordingOf(JSON.parse(JSON.stringify(line)))));
  const server = await serveModel({ brain });
  const model = createModel(
    { name: 'recorded', baseUrl: server.url, keyEnv: null, sendTrial: true },
    { env: {} },
  );
  const queue = new PQueue({ concurrency: 8 });
  await queue.addAll(wanted.map((line) => async () => tell(report, line, model)));
  await server.close();
  return report;
}

async function tell(report: FileReport, line: Line, model: ReturnType<typeof createModel>): Promise<void> {
  const replayed = await replayLine(line, await worldOf(line), model);
  const comparison = compareTrial(line, replayed.run);
  const kind = classify(line, replayed, comparison);
  report.replayed += 1;
  report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
  for (const part of ['messages', 'observations'] as const) {
    report[part].equal += comparison[part].equal;
    report[part].total += comparison[part].total;
  }
  const { replay, reward } = line;
  if (replay !== null) {
    const agrees = replay.db_match === replayed.databaseMatches;
    report.verdicts.total += 1;
    report.verdicts.equal += Number(agrees);
    if (!agrees) report.verdictKinds[kind] = (report.verdictKinds[kind] ?? 0) + 1;
  }
  if (line.benchmark === 'tau1' && reward !== null) {
    report.rewards.total += 1;
    report.rewards.equal += Number((reward === 1) === replayed.passes);
  }
  const plain = kind === 'other' || kind === 'error-text' || kind === 'cut-off';
  if (comparison.first !== undefined && plain && report.examples.length < 8) {
    report.examples.push(`${kind} ${line.domain}/${line.task_id}#${line.trial_uid} ${comparison.first}`);
  }
}

function share({ equal, total }: Tally): string {
  return `${equal}/${total}`;
}
