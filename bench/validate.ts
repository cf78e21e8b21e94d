// 115 τ-retail tasks × 40 trials with the explorer: time, peak memory and the size of the run on disk.
// npx tsx bench/validate.ts
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { commandsFor } from '../src/cli/commands.ts';
import { runCli } from '../src/cli/run-cli.ts';

const oracle = new URL('../../shared/oracles/tau1/retail/', import.meta.url).pathname;
const workspace = mkdtempSync(join(tmpdir(), 'validate-'));
const out: string[] = [];
const streams = {
  stdout: new Writable({
    write: (chunk, _encoding, done) => {
      out.push(String(chunk));
      done();
    },
  }),
  stderr: process.stderr,
};
const trials = Number(process.argv[2] ?? 40);
const began = Date.now();
const status = await runCli(
  [
    'validate',
    'retail',
    '--workspace',
    workspace,
    '--database',
    `${oracle}db`,
    '--tasks',
    `${oracle}tasks.json`,
    '--trials',
    String(trials),
    '--run',
    'bench',
    '--json',
    '--quiet',
  ],
  await commandsFor(['validate']),
  streams,
);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const folder = join(workspace, 'validation-runs/retail/bench');
const megabytes = (name: string): number => Math.round(statSync(join(folder, name)).size / 1e5) / 10;
const { totals } = JSON.parse(out.join(''));
const result = {
  status,
  trials: totals.trials,
  severalOutcomes: totals.ambiguous,
  evidence: totals.evidence,
  wallSeconds: Math.round((Date.now() - began) / 100) / 10,
  cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 1e5) / 10,
  peakMemoryMiB: Math.round(maxRSS / 1024),
  storeMB: Object.fromEntries(
    ['trials.jsonl', 'trials.index.jsonl', 'report.json', 'report.html'].map((name) => [
      name,
      megabytes(name),
    ]),
  ),
  bytesPerTrial: Math.round(statSync(join(folder, 'trials.jsonl')).size / totals.trials),
};
rmSync(workspace, { recursive: true, force: true });
console.error(result);
writeFileSync(new URL('results/validate.json', import.meta.url), `${JSON.stringify(result, null, 1)}\n`);
