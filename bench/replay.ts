import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ReplayedTask } from '../src/annotate/index.ts';
import type { JsonObject } from '../src/base/json/index.ts';
import type { Transcript } from '../src/define/index.ts';
import type { Database, Environment } from '../src/environment/index.ts';

/**
 * How fast gold episodes are replayed and graded on τ-retail, at 1, 10 and 100 times its rows, and what a live trial costs in memory.
 * An episode is what the original does in one: a fresh database, every gold action with its observation text, the outcome, the verdict.
 *
 * Measures the compiled package, as users run it: `npm run build`, then
 * `node --expose-gc --import tsx bench/replay.ts`.
 */

const compiled = (path: string): string => new URL(`../dist/${path}`, import.meta.url).href;
const { retail } = (await import(
  compiled('schemas/retail/domain.js')
)) as typeof import('../schemas/retail/domain.ts');
const { replayTask } = (await import(
  compiled('src/annotate/index.js')
)) as typeof import('../src/annotate/index.ts');
const { cloneJson } = (await import(
  compiled('src/base/json/index.js')
)) as typeof import('../src/base/json/index.ts');
const environments = (await import(
  compiled('src/environment/index.js')
)) as typeof import('../src/environment/index.ts');
const { loadDatabase, readTasks } = (await import(
  compiled('src/formats/index.js')
)) as typeof import('../src/formats/index.ts');
const { gradeTrial } = (await import(
  compiled('src/grade/index.js')
)) as typeof import('../src/grade/index.ts');

const SHARED = new URL('../../shared/oracles/tau1/retail/', import.meta.url);
const OPTIONS = { dialect: 'tau1' };
/** Episodes per CPU-second of the original, one process, Python 3.11. */
const ORIGINAL = 5.6;
/** CPU-seconds of one turn. */
const SECONDS = 1;
const TURNS = 9;
const LIVE_TRIALS = 10_000;

const database = loadDatabase(retail, fileURLToPath(new URL('db', SHARED)));
const { tasks } = readTasks(fileURLToPath(new URL('tasks.json', SHARED)));

const bySize = [1, 10, 100].map((factor) => {
  const grown = factor === 1 ? database : grow(database, factor);
  const replayed = tasks.map((task) => replayed1(grown, task));
  const { best, median } = measure(() => {
    for (const task of replayed) episode(grown, task);
    return replayed.length;
  });
  const rows = Object.keys(retail.tables).reduce((sum, table) => sum + grown.rows(table).size, 0);
  return {
    factor,
    rows,
    episodesPerCpuSecond: { best: Math.round(best), median: Math.round(median) },
    timesTheOriginal: { best: Math.round(best / ORIGINAL), median: Math.round(median / ORIGINAL) },
  };
});
const result = {
  what: 'gold episodes of the 115 τ-retail test tasks, replayed and graded, one process',
  machine: { cpu: cpus()[0]?.model, node: process.version },
  busyness: { cpuSecondsForABillionAdditions: addABillion() },
  original: { episodesPerCpuSecond: ORIGINAL },
  bySize,
  memory: memoryOfLiveTrials(tasks.map((task) => replayed1(database, task))),
};
const folder = new URL('results/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('replay.json', folder), `${JSON.stringify(result, null, 2)}\n`);
console.log(JSON.stringify(result, null, 2));

function replayed1(start: Database, task: (typeof tasks)[number]): ReplayedTask {
  const answer = replayTask(retail, start, task, OPTIONS);
  if (!answer.ok) throw new Error(`task ${task.id} has no gold outcome`);
  return answer.task;
}

/** CPU time of a fixed loop: about half a second on a free core, more where other work takes caches and clock away. */
function addABillion(): number {
  const start = process.cpuUsage();
  let sum = 0;
  for (let index = 0; index < 1e9; index += 1) sum = (sum + index) | 0;
  const { user, system } = process.cpuUsage(start);
  return sum === 0 ? 0 : Math.round((user + system) / 1e4) / 100;
}

/** One episode; throws when it does not pass, so that nothing is skipped. */
function episode(start: Database, task: ReplayedTask): Environment {
  const environment = new environments.Environment(retail, start, { options: OPTIONS });
  for (const action of task.goldActions) environment.call(action);
  const transcript: Transcript = [{ role: 'agent', text: `Done. ${task.outputs.join(' ')}` }];
  const trial = {
    outcome: environment.outcome(),
    transcript,
    actions: task.goldActions,
    violations: [],
    ended: true,
  };
  const verdict = gradeTrial(task, trial, { outputMode: 'tau' });
  if (verdict.kind !== 'pass') throw new Error(`gold of task ${task.id} does not pass`);
  return environment;
}

/**
 * Work done per second of CPU time of the whole process: the best and the middle of several turns.
 * Other work on the machine only ever takes caches and clock away, so that the best turn is nearest to what the code costs.
 */
function measure(work: () => number): { readonly best: number; readonly median: number } {
  for (let round = 0; round < 5; round += 1) work();
  // What loading left behind is not the episodes' to clear away.
  collectGarbage();
  const turns = Array.from({ length: TURNS }, () => turn(work)).sort((left, right) => right - left);
  return { best: turns[0] as number, median: turns[TURNS >> 1] as number };
}

function turn(work: () => number): number {
  const start = process.cpuUsage();
  let done = 0;
  for (;;) {
    done += work();
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (seconds >= SECONDS) return done / seconds;
  }
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  globalThis.gc();
}

/** The same shop many times over: every row again under new keys, references among the copies. */
function grow(start: Database, factor: number): Database {
  const tables: Record<string, Map<string, JsonObject>> = {};
  for (const table of Object.keys(retail.tables)) tables[table] = new Map(start.rows(table));
  for (let copy = 1; copy < factor; copy += 1) {
    const renamed = (key: string): string => `${key}~${copy}`;
    for (const [key, row] of start.rows('products'))
      tables.products?.set(renamed(key), renameProduct(row, renamed));
    for (const [key, row] of start.rows('orders')) {
      const user = renamed(String(row.user_id));
      tables.orders?.set(renamed(key), { ...cloneJson(row), order_id: renamed(key), user_id: user });
    }
    for (const [key, row] of start.rows('users')) {
      const orders = (row.orders as string[]).map(renamed);
      tables.users?.set(renamed(key), { ...cloneJson(row), orders, email: renamed(String(row.email)) });
    }
  }
  return new environments.Database(retail, tables);
}

function renameProduct(row: JsonObject, renamed: (key: string) => string): JsonObject {
  const variants = Object.entries(row.variants as Record<string, JsonObject>).map(([key, variant]) => [
    renamed(key),
    { ...cloneJson(variant), item_id: renamed(key) },
  ]);
  return { ...row, product_id: renamed(String(row.product_id)), variants: Object.fromEntries(variants) };
}

/** Heap of finished but kept trials, all on one base. */
function memoryOfLiveTrials(replayed: readonly ReplayedTask[]) {
  for (const task of replayed) episode(database, task);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const live: Environment[] = [];
  for (let index = 0; index < LIVE_TRIALS; index += 1) {
    live.push(episode(database, replayed[index % replayed.length] as ReplayedTask));
  }
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / live.length;
  return { liveTrials: live.length, bytesPerTrial: Math.round(bytes), limit: 16 * 1024 };
}
