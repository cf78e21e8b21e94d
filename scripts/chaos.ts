// Kills a validation run again and again and checks that nothing is lost or made twice.
//
//   npx tsx scripts/chaos.ts [--trials 2000] [--kills 10] [--engine local,bullmq] [--faults 0.05] [--seed 1] [--write]
//
// A first run by an embedded agent is the source. Servers on loopback replay its trials as a model would answer, with
// faults (rate limits, broken bodies, cut connections, …). One run against such a server is left alone: the reference. A
// second run of each engine against a server of its own is killed with SIGKILL at random moments: with `local` the run
// itself, with `bullmq` one of three workers each time, and the coordinator every third time. At the end
// every trial must be there once, and the report must equal the reference's.
// Needs a build (`npm run build`), and redis-server for bullmq. `--write` keeps the result in bench/results/chaos.json.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RandomStream } from '../src/base/random/index.ts';
import { finished, gone, Processes } from './chaos/processes.ts';
import { RunFiles } from './chaos/run-files.ts';
import { said } from './redis-process.ts';

type EngineName = 'local' | 'bullmq';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'local,bullmq' },
    faults: { type: 'string', default: '0.05' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const TASKS = 18;
const WORKERS = 3;
const perTask = Math.ceil(Number(values.trials) / TASKS);
const workspace = mkdtempSync(join(tmpdir(), 'chaos-'));
const processes = new Processes(workspace);

try {
  process.exitCode = await chaos();
} finally {
  processes.killAll();
  rmSync(workspace, { recursive: true, force: true });
}

async function chaos(): Promise<number> {
  const words = ['validate', 'retail', '--agent', 'noisy', '--trials', String(perTask), '--quiet'];
  await finished(processes.cli([...words, '--run', 'source']));
  const began = Date.now();
  const calm = await serve();
  await finished(processes.cli(beginning('reference', 'local')));
  calm.kill('SIGINT');
  console.error(`reference: ${seconds(began)} s`);
  const results = [];
  for (const engine of values.engine.split(',') as EngineName[]) {
    const result = await disturbed(engine);
    console.error(JSON.stringify(result));
    results.push(result);
  }
  const good = results.every(
    ({ trials, wanted, twice, reportEqual }) => trials === wanted && twice === 0 && reportEqual,
  );
  if (values.write) {
    const path = new URL('../bench/results/chaos.json', import.meta.url);
    writeFileSync(path, `${JSON.stringify({ faults: Number(values.faults), results }, null, 1)}\n`);
  }
  return good ? 0 : 1;
}

/** One run with kills, beside the reference. */
async function disturbed(engine: EngineName) {
  const server = await serve();
  const random = new RandomStream(Number(values.seed), 'chaos', engine);
  if (engine === 'bullmq') await processes.redis();
  const workers = engine === 'bullmq' ? Array.from({ length: WORKERS }, startWorker) : [];
  const files = new RunFiles(workspace, engine);
  const wanted = TASKS * perTask;
  const kills = Number(values.kills);
  const killed = { runs: 0, workers: 0 };
  const began = Date.now();
  let run = processes.cli(beginning(engine, engine));
  for (let kill = 1; kill <= kills; kill += 1) {
    // Kills fall at random places, by trials done, so that they are spread over the whole run.
    const target = Math.floor((wanted * (kill - random.next())) / (kills + 1));
    while (files.lines() < target && run.exitCode === null) await pause(100);
    await pause(random.int(0, 300));
    if (run.exitCode !== null) break;
    if (workers.length > 0) killed.workers += replaceOne(workers, random);
    if (workers.length === 0 || kill % 3 === 0) {
      run.kill('SIGKILL');
      await gone(run);
      killed.runs += 1;
      run = processes.cli(resuming(engine));
    }
    console.error(`kill ${kill}: ${files.lines()} of ${wanted} trials are on the disk`);
  }
  await finished(run);
  const took = seconds(began);
  for (const worker of workers) worker.kill('SIGTERM');
  server.kill('SIGINT');
  const trials = files.trials();
  const reference = new RunFiles(workspace, 'reference');
  return {
    engine,
    trials: trials.size,
    wanted,
    twice: [...trials.values()].filter((count) => count > 1).length,
    runKills: killed.runs,
    workerKills: killed.workers,
    reportEqual: JSON.stringify(files.report()) === JSON.stringify(reference.report()),
    wallSeconds: took,
  };
}

/** Kills one of the workers and starts another in its place. */
function replaceOne(workers: ChildProcess[], random: RandomStream): number {
  const at = random.int(0, workers.length - 1);
  workers[at]?.kill('SIGKILL');
  workers[at] = startWorker();
  return 1;
}

function startWorker(): ChildProcess {
  return processes.cli(['worker', '--concurrency', '6', '--lock-ms', '4000', '--quiet']);
}

/** Serves the source with faults, and makes it the workspace's model. */
async function serve(): Promise<ChildProcess> {
  const source = new RunFiles(workspace, 'source').path('trials.jsonl');
  const server = processes.cli(['serve-model', '--replay', source, '--fault-rate', values.faults, '--json']);
  const [, baseUrl] = await said(server, /"url": "([^"]+)"/);
  const model = {
    baseUrl,
    keyEnv: null,
    sendTrial: true,
    backoffMs: 5,
    retryAfterCapMs: 50,
    attempts: 20,
    timeoutMs: 20_000,
    price: { input: 0, output: 0 },
  };
  const text = `export default { models: { served: ${JSON.stringify(model)} } };\n`;
  writeFileSync(join(workspace, 'taskwright.config.ts'), text);
  return server;
}

function beginning(run: string, engine: EngineName): string[] {
  const cast = ['--agent', 'tool-calling', '--model', 'served', '--user', 'scripted'];
  return ['validate', 'retail', ...cast, '--trials', String(perTask), '--run', run, ...common(engine)];
}

function resuming(engine: EngineName): string[] {
  return ['validate', 'retail', '--resume', engine, ...common(engine)];
}

function common(engine: EngineName): string[] {
  return ['--engine', engine, '--concurrency', '16', '--no-sanity', '--quiet'];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 100) / 10;
}
