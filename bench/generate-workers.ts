// The same 10^5 rows of each shipped domain by 1, 2 and 4 threads, and by two worker processes over a Redis: hashes,
// CPU time, and what Redis held at most. Runs the built command, each time in a process of its own; needs redis-server.
// npm run build && npx tsx bench/generate-workers.ts
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { said, startRedis } from '../scripts/redis-process.ts';

const SCALES = { retail: 65, airline: 36 };
const MAIN = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'generate-workers-'));
const { url, process: redis } = await startRedis(place);
const children: ChildProcess[] = [];

interface Tables {
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;
  readonly elapsedMs: number;
}

async function generate(domain: string, scale: number, ...words: readonly string[]): Promise<Tables> {
  const out = join(place, 'db');
  const given = [
    'generate',
    domain,
    '--scale',
    String(scale),
    '--format',
    'jsonl',
    '--out',
    out,
    '--json',
    '--quiet',
  ];
  const child = spawn(process.execPath, [MAIN, ...given, ...words], {
    env: { ...process.env, REDIS_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
  });
  await new Promise<void>((resolve, reject) => {
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`exit ${code}: ${words.join(' ')}`)),
    );
  });
  rmSync(out, { recursive: true });
  return JSON.parse(text) as Tables;
}

async function worker(): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'worker'], { env: { ...process.env, REDIS_URL: url } });
  children.push(child);
  await said(child, /waiting for trials and shards/);
}

const domains: Record<string, object> = {};
try {
  for (const [domain, scale] of Object.entries(SCALES)) {
    const ways: Record<string, object> = {};
    let first: Tables | undefined;
    for (const threads of [1, 2, 4]) {
      const made = await generate(domain, scale, '--workers', String(threads));
      first ??= made;
      ways[`${threads} threads`] = { equal: equalTables(made, first), elapsedMs: made.elapsedMs };
    }
    await Promise.all([worker(), worker()]);
    const made = await generate(domain, scale, '--engine', 'bullmq', '--ahead', '4');
    const client = new Redis(url);
    const [, peak = '0'] = /used_memory_peak:(\d+)/.exec(await client.info('memory')) ?? [];
    client.disconnect();
    ways['2 processes, bullmq'] = {
      equal: first !== undefined && equalTables(made, first),
      elapsedMs: made.elapsedMs,
      redisPeakMiB: Math.round(Number(peak) / 2 ** 20),
    };
    for (const child of children.splice(0)) child.kill('SIGKILL');
    domains[domain] = { tables: first?.tables, ways };
    console.error(domain, JSON.stringify(ways));
  }
} finally {
  for (const child of [...children, redis]) child.kill('SIGKILL');
  rmSync(place, { recursive: true, force: true });
}
const document = { date: new Date().toISOString(), node: process.version, domains };
writeFileSync(
  new URL('./results/generate-workers.json', import.meta.url),
  `${JSON.stringify(document, null, 2)}\n`,
);

function equalTables(left: Tables, right: Tables): boolean {
  const hashesOf = ({ tables }: Tables) =>
    JSON.stringify(Object.entries(tables).map(([name, { hash }]) => [name, hash]));
  return hashesOf(left) === hashesOf(right);
}
