// A database of 10^6 rows and what the stages that work on it cost: generate, audit and validate, each in a process of
// its own, with CPU time and peak memory as the system counts them; audit and validate once more on the 1,550 rows of
// scale 1, so that the difference is what the size costs. Validate runs with few and with many trials: what a further trial
// costs must not depend on the size.
// npm run build && npx tsx bench/large.ts [scale]
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scale = Number(process.argv[2] ?? 646);
/** Trials a task: few, and many, so that what a trial costs can be told from what loading costs. */
const TRIALS = { few: 4, many: 40 };
const MAIN = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const TASKS = readdirSync(fileURLToPath(new URL('../tasks/retail', import.meta.url))).filter(
  (name) => name.endsWith('.json') && !name.startsWith('gold'),
).length;
const place = mkdtempSync(join(tmpdir(), 'large-database-'));

interface Cost {
  readonly cpuSeconds: number;
  readonly peakMiB: number;
}

/** Runs a command; status 1 says that something was flagged. */
async function measure(...words: readonly string[]): Promise<Cost> {
  const report = join(place, 'time.txt');
  const format = '%U %S %M';
  const child = spawn(
    '/usr/bin/time',
    ['-f', format, '-o', report, process.execPath, MAIN, ...words, '--quiet'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    child.on('exit', (code) => {
      if (code === 0 || code === 1) resolve();
      else reject(new Error(`${words[0]} ended with ${code}`));
    });
  });
  const last = readFileSync(report, 'utf8').trim().split('\n').at(-1) ?? '';
  const [user = 0, system = 0, kib = 0] = last.split(' ').map(Number);
  return { cpuSeconds: Number((user + system).toFixed(1)), peakMiB: Math.round(kib / 1024) };
}

const results: Record<string, object> = {};
try {
  for (const size of [1, scale]) {
    const database = join(place, `db-${size}`);
    const generate = await measure(
      ...['generate', 'retail', '--scale', String(size), '--format', 'jsonl', '--out', database],
    );
    const given = ['retail', '--database', database, '--workspace', place];
    const audit = await measure('audit', ...given);
    const few = await measure('validate', ...given, '--trials', String(TRIALS.few));
    const many = await measure('validate', ...given, '--trials', String(TRIALS.many));
    const trials = (TRIALS.many - TRIALS.few) * TASKS;
    const costs = {
      rows: 1550 * size,
      generate,
      audit,
      [`validate, ${TRIALS.few} trials a task`]: few,
      [`validate, ${TRIALS.many} trials a task`]: many,
      cpuMsPerFurtherTrial: Number(((1000 * (many.cpuSeconds - few.cpuSeconds)) / trials).toFixed(2)),
    };
    results[`scale ${size}`] = costs;
    console.error(JSON.stringify(costs));
    rmSync(database, { recursive: true });
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
const document = { date: new Date().toISOString(), node: process.version, results };
writeFileSync(new URL('./results/large.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
