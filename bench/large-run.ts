// A run of 100,000 trials on disk: time and peak memory of opening, summarizing and reporting it, with the index and
// without, beside the small run it is copied from. Each measurement is a process of its own.
// npx tsx bench/large-run.ts [trials]
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { formatJson, type JsonValue } from '../src/base/json/index.ts';
import { commandsFor } from '../src/cli/commands.ts';
import { runCli } from '../src/cli/run-cli.ts';
import type { Trial } from '../src/simulate/index.ts';
import { type RunRecord, readRunRecord } from '../src/validate/index.ts';

const [first = '100000', workspace] = process.argv.slice(2);
if (first === 'report' && workspace !== undefined) await report(workspace);
else await measure(Number(first));

async function measure(wanted: number): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'large-'));
  await command(['validate', 'retail', '--agent', 'noisy', '--trials', '40', '--run', 'large'], place);
  const folder = join(place, 'validation-runs/retail/large');
  const lines = readFileSync(join(folder, 'trials.jsonl'), 'utf8').trimEnd().split('\n');
  const results = [];
  for (const trials of [lines.length, wanted]) {
    if (trials > lines.length) await grow(folder, lines, trials);
    rmSync(join(folder, 'trials.index.jsonl'));
    const measured = {
      trials,
      trialsMB: megabytes(join(folder, 'trials.jsonl')),
      withoutIndex: inProcess(place),
      // The first resuming brings the index up to date; reports afterwards read it alone.
      resumed: inProcess(place, 'resume'),
      withIndex: inProcess(place),
      indexMB: megabytes(join(folder, 'trials.index.jsonl')),
    };
    results.push(measured);
    console.error(JSON.stringify(measured));
  }
  rmSync(place, { recursive: true, force: true });
  writeFileSync(new URL('results/large-run.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);
}

/** Copies trials under further numbers until there are so many. */
async function grow(folder: string, lines: readonly string[], wanted: number): Promise<void> {
  const tasks = new Map<string, Trial[]>();
  for (const line of lines) {
    const trial = JSON.parse(line) as Trial;
    tasks.set(trial.task, [...(tasks.get(trial.task) ?? []), trial]);
  }
  const each = Math.floor(wanted / tasks.size);
  const out = createWriteStream(join(folder, 'trials.jsonl'));
  for (const trials of tasks.values()) {
    for (let number = 0; number < each; number += 1) {
      const line = `${JSON.stringify({ ...trials[number % trials.length], trial: number })}\n`;
      if (!out.write(line)) await new Promise<void>((resolve) => out.once('drain', () => resolve()));
    }
  }
  out.end();
  await finished(out);
  const record = await readRunRecord(folder);
  const grown: RunRecord = { ...record, settings: { ...record.settings, trials: each } };
  writeFileSync(join(folder, 'run.json'), formatJson(grown as unknown as JsonValue));
}

interface Cost {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMemoryMiB: number;
}

function inProcess(place: string, what: 'report' | 'resume' = 'report'): Cost {
  const words = ['--import', 'tsx', fileURLToPath(import.meta.url), 'report', place];
  const child = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...process.env, LARGE_RUN: what },
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Cost;
}

async function report(place: string): Promise<void> {
  const began = Date.now();
  if (process.env.LARGE_RUN === 'resume')
    await command(['validate', 'retail', '--resume', 'large', '--no-sanity'], place);
  else await command(['report', 'large'], place);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(
    JSON.stringify({
      cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1e5) / 10,
      wallSeconds: Math.round((Date.now() - began) / 100) / 10,
      peakMemoryMiB: Math.round(maxRSS / 1024),
    } satisfies Cost),
  );
}

async function command(words: readonly string[], place: string): Promise<void> {
  const errors: string[] = [];
  const sink = (into?: string[]): Writable =>
    new Writable({
      write: (chunk, _encoding, done) => {
        into?.push(String(chunk));
        done();
      },
    });
  const all = [...words, '--workspace', place, '--quiet'];
  const status = await runCli(all, await commandsFor(all), { stdout: sink(), stderr: sink(errors) });
  if (status > 1) throw new Error(errors.join(''));
}

function megabytes(path: string): number {
  return Math.round(statSync(path).size / 1e5) / 10;
}
