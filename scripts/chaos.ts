// Kills a validation run again and again and checks that nothing is lost or made twice.
//
//   npx tsx scripts/chaos.ts [--trials 2000] [--kills 10] [--engine local|bullmq] [--faults 0.05] [--seed 1]
//
// A first run by an embedded agent is the source. A server on loopback then replays its trials as a model would answer,
// with faults (rate limits, broken bodies, cut connections, …), and a run against that server is killed with SIGKILL at
// random moments and resumed. With bullmq, three workers are killed and replaced too. At the end every trial must be there
// once, and every task must show the outcomes, counts and labels of the undisturbed source.
// Needs a build (`npm run build`), and redis-server for bullmq.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RandomStream } from '../src/base/random/index.ts';

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '10' },
    engine: { type: 'string', default: 'local' },
    faults: { type: 'string', default: '0.05' },
    seed: { type: 'string', default: '1' },
  },
});
const kills = Number(values.kills);
const main = new URL('../dist/src/cli/main.js', import.meta.url).pathname;
const workspace = mkdtempSync(join(tmpdir(), 'chaos-'));
const random = new RandomStream(Number(values.seed), 'chaos');
const children = new Set<ChildProcess>();
let environment: NodeJS.ProcessEnv = process.env;

interface Report {
  readonly tasks: readonly {
    readonly id: string;
    readonly trials: number;
    readonly passed: number;
    readonly outcomes: readonly { readonly hash: string; readonly count: number; readonly kind: string }[];
  }[];
}

try {
  process.exitCode = await chaos();
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(workspace, { recursive: true, force: true });
}

async function chaos(): Promise<number> {
  const perTask = Math.ceil(Number(values.trials) / 18);
  await finished(
    cli([
      'validate',
      'retail',
      '--agent',
      'noisy',
      '--trials',
      String(perTask),
      '--run',
      'source',
      '--quiet',
    ]),
  );
  const source = reportOf('source');
  const server = cli([
    'serve-model',
    '--replay',
    fileOf('source', 'trials.jsonl'),
    '--fault-rate',
    values.faults,
    '--json',
  ]);
  const url = await firstMatch(server, /"url": "([^"]+)"/);
  writeFileSync(
    join(workspace, 'taskwright.config.ts'),
    `export default { models: { served: { baseUrl: ${JSON.stringify(url)}, keyEnv: null, sendTrial: true, backoffMs: 5, retryAfterCapMs: 50, attempts: 20, timeoutMs: 20000, price: { input: 0, output: 0 } } } };\n`,
  );
  if (values.engine === 'bullmq') await startRedis();
  const workers = values.engine === 'bullmq' ? [startWorker(), startWorker(), startWorker()] : [];
  const begin = [
    'validate',
    'retail',
    '--agent',
    'tool-calling',
    '--model',
    'served',
    '--user',
    'scripted',
    '--trials',
    String(perTask),
    '--run',
    'chaos',
    '--quiet',
    '--no-sanity',
    '--concurrency',
    '16',
    '--engine',
    values.engine,
  ];
  const resume = [
    'validate',
    'retail',
    '--resume',
    'chaos',
    '--quiet',
    '--no-sanity',
    '--concurrency',
    '16',
    '--engine',
    values.engine,
  ];
  let killed = 0;
  let workersKilled = 0;
  let run = cli(begin);
  const total = source.tasks.reduce((sum, task) => sum + task.trials, 0);
  for (let kill = 1; kill <= kills; kill += 1) {
    // Kills fall at random places of the run, by trials done, so that they are spread over all of it.
    const target = Math.floor((total * (kill - random.next())) / (kills + 1));
    await until(() => linesOf('chaos') >= target || run.exitCode !== null);
    await new Promise((resolve) => setTimeout(resolve, random.int(0, 120)));
    if (workers.length > 0) {
      const at = random.int(0, workers.length - 1);
      workers[at]?.kill('SIGKILL');
      workers[at] = startWorker();
      workersKilled += 1;
    }
    if (run.exitCode !== null) break;
    run.kill('SIGKILL');
    await gone(run);
    killed += 1;
    console.error(`kill ${killed}: ${linesOf('chaos')} of ${total} trials are on the disk`);
    run = cli(resume);
  }
  await finished(run);
  for (const worker of workers) worker.kill('SIGTERM');
  server.kill('SIGINT');
  const seen = new Map<string, number>();
  for (const line of readFileSync(fileOf('chaos', 'trials.jsonl'), 'utf8').trimEnd().split('\n')) {
    const { task, trial } = JSON.parse(line) as { task: string; trial: number };
    seen.set(`${task}#${trial}`, (seen.get(`${task}#${trial}`) ?? 0) + 1);
  }
  const twice = [...seen.values()].filter((count) => count > 1).length;
  const same = JSON.stringify(essence(reportOf('chaos'))) === JSON.stringify(essence(source));
  const result = {
    engine: values.engine,
    trials: seen.size,
    wanted: total,
    twice,
    killed,
    workersKilled,
    reportEqual: same,
  };
  console.log(JSON.stringify(result));
  return seen.size === total && twice === 0 && same ? 0 : 1;
}

/** What must not depend on kills. */
function essence(report: Report): unknown {
  return report.tasks.map(({ id, trials, passed, outcomes }) => ({
    id,
    trials,
    passed,
    outcomes: outcomes.map(({ hash, count, kind }) => ({ hash, count, kind })),
  }));
}

function cli(words: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [main, ...words, '--workspace', workspace], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.resume();
  children.add(child);
  child.on('exit', () => children.delete(child));
  return child;
}

function startWorker(): ChildProcess {
  return cli(['worker', '--concurrency', '6', '--lock-ms', '4000', '--quiet']);
}

async function startRedis(): Promise<void> {
  const port = await freePort();
  const redis = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', workspace],
    {
      stdio: 'ignore',
    },
  );
  children.add(redis);
  environment = { ...process.env, REDIS_URL: `redis://127.0.0.1:${port}` };
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      text += String(chunk);
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error('the server ended')));
  });
}

async function finished(child: ChildProcess): Promise<void> {
  const code = await gone(child);
  if (code !== 0 && code !== 1) throw new Error(`${child.spawnargs.slice(2).join(' ')} ended with ${code}`);
}

async function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.on('exit', resolve));
  return child.exitCode;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

function fileOf(run: string, name: string): string {
  return join(workspace, 'validation-runs/retail', run, name);
}

function linesOf(run: string): number {
  try {
    return readFileSync(fileOf(run, 'trials.index.jsonl')).filter((byte) => byte === 10).length;
  } catch {
    return 0;
  }
}

function reportOf(run: string): Report {
  return JSON.parse(readFileSync(fileOf(run, 'report.json'), 'utf8')) as Report;
}
