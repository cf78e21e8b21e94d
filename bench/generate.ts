// Records per CPU-second and peak memory of ways to make the same retail users and orders, side by side in one run.
// Ours makes and checks every guarantee; the others only make. Each runs in a process of its own, turn by turn, and the
// best of its turns counts. CPU time is that of the whole process, threads of the collector and the compiler included.
// The contenders are installed into a temporary folder (BENCH_CONTENDERS names another); what cannot be is skipped.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Contender, KINDS, type Kind } from './generate/contender.ts';
import { copycat } from './generate/copycat.ts';
import { drizzleSeed } from './generate/drizzle-seed.ts';
import { fakerLoop } from './generate/faker-loop.ts';
import { installContenders } from './generate/install.ts';
import { jsonSchemaFaker } from './generate/json-schema-faker.ts';
import { ours } from './generate/ours.ts';

interface Measured {
  readonly rowsPerCpuSecond: number;
  readonly peakMiB: number;
}

type Result = Measured | { readonly skipped: string };

/** CPU-seconds of a turn, about. */
const TURN = Number(process.env.BENCH_SECONDS ?? 4);
const TURNS = Number(process.env.BENCH_TURNS ?? 3);

/** Room for new objects, the same for all: what the generator's own threads have. */
const YOUNG = '--max-semi-space-size=32';

const CONTENDERS: Readonly<Record<string, (how: { readonly text: boolean }) => Promise<Contender>>> = {
  taskwright: ours,
  'faker loop': fakerLoop,
  'drizzle-seed': drizzleSeed,
  copycat,
  'json-schema-faker': jsonSchemaFaker,
};
const PYTHON = 'Python Faker';
const NO_TEXT: readonly string[] = ['drizzle-seed', PYTHON];

const [name, kind, text] = process.argv.slice(2);
if (name !== undefined) console.log(JSON.stringify(await measure(name, kind as Kind, text === 'text')));
else compare();

/** One turn of one contender, in this process. */
async function measure(name: string, kind: Kind, text: boolean) {
  const contender = await (CONTENDERS[name] as (typeof CONTENDERS)[string])({ text });
  const see = text ? (record: unknown) => Buffer.from(`${JSON.stringify(record)}\n`) : () => undefined;
  const clock = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  // Warms up, and learns how many records fill a turn.
  let count = 100;
  for (let seconds = 0; seconds < TURN / 8; count *= 2) {
    const start = clock();
    await contender.make(kind, count, see);
    seconds = clock() - start;
  }
  const start = clock();
  let rows = 0;
  while (clock() - start < TURN) rows += await contender.make(kind, count, see);
  const rowsPerCpuSecond = Math.round(rows / (clock() - start));
  return {
    rowsPerCpuSecond,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    says: contender.says,
  };
}

/** All contenders, turn by turn. */
function compare(): void {
  installContenders();
  const says: Record<string, string> = {};
  const results: Record<string, Record<string, Result>> = {};
  const names = [...Object.keys(CONTENDERS), PYTHON];
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const kind of KINDS) {
      for (const name of names) {
        for (const form of NO_TEXT.includes(name) || kind !== 'mix' ? ['made'] : ['made', 'text']) {
          const line = form === 'text' ? `${kind} as JSONL` : kind;
          const result = name === PYTHON ? runPython(kind, says) : runTurn(name, kind, form, says);
          results[line] ??= {};
          results[line][name] = better(results[line][name], result);
        }
      }
    }
  }
  const ratios: Record<string, Record<string, number>> = {};
  for (const [line, byName] of Object.entries(results)) {
    const mine = byName.taskwright as Measured;
    ratios[line] = {};
    for (const [name, result] of Object.entries(byName)) {
      if (name === 'taskwright' || 'skipped' in result) continue;
      ratios[line][name] = Number((mine.rowsPerCpuSecond / result.rowsPerCpuSecond).toFixed(1));
    }
    console.log(line);
    for (const [name, result] of Object.entries(byName)) {
      console.log(' ', name.padEnd(20), JSON.stringify(result), ratios[line][name] ?? '');
    }
  }
  const document = {
    date: new Date().toISOString(),
    node: process.version,
    turns: TURNS,
    says,
    results,
    ratios,
  };
  writeFileSync(
    new URL('./results/generate.json', import.meta.url),
    `${JSON.stringify(document, null, 2)}\n`,
  );
}

function runTurn(name: string, kind: Kind, form: string, says: Record<string, string>): Result {
  const here = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [...process.execArgv, YOUNG, here, name, kind, form],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0)
    return { skipped: stderr.split('\n').find((line) => /Error/.test(line)) ?? `exit ${status}` };
  return kept(JSON.parse(stdout), name, says);
}

function runPython(kind: Kind, says: Record<string, string>): Result {
  const script = fileURLToPath(new URL('./generate/python_faker.py', import.meta.url));
  const { stdout, stderr, status } = spawnSync('/usr/bin/python3', [script, kind, String(TURN * 900)], {
    encoding: 'utf8',
  });
  if (status !== 0) return { skipped: stderr.trim().split('\n').at(-1) ?? 'no Python' };
  const { rows, cpuSeconds, ...rest } = JSON.parse(stdout) as { rows: number; cpuSeconds: number } & Spoken;
  return kept({ ...rest, rowsPerCpuSecond: Math.round(rows / cpuSeconds) }, PYTHON, says);
}

interface Spoken {
  readonly peakMiB: number;
  readonly says: string;
}

function kept(
  { says: own, ...measured }: Measured & Spoken,
  name: string,
  says: Record<string, string>,
): Result {
  says[name] = own;
  return measured;
}

function better(before: Result | undefined, now: Result): Result {
  if (before === undefined || 'skipped' in before) return now;
  return 'skipped' in now || now.rowsPerCpuSecond < before.rowsPerCpuSecond ? before : now;
}
