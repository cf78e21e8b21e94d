// Imports every recording of the reference data, compares database verdicts with the stored replays, and counts what the
// labels say against the known faults of public tasks.
// npx tsx bench/recorded.ts [word in the file's name]
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { commandsFor } from '../src/cli/commands.ts';
import { runCli } from '../src/cli/run-cli.ts';

const shared = new URL('../../shared/', import.meta.url).pathname;
const workspace = mkdtempSync(join(tmpdir(), 'recorded-'));
const labels = readFileSync(join(shared, 'audit/labels.dev.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(
    (line) =>
      JSON.parse(line) as { dataset: string; domain: string; task: number | string; severity: string },
  );

interface Task {
  readonly id: string;
  readonly outcomes: readonly { readonly kind: string }[];
  readonly evidence: string;
}

const word = process.argv[2] ?? '';
const results = [];
for (const name of readdirSync(join(shared, 'trajectories')).filter(
  (file) => file.endsWith('.jsonl.gz') && file.includes(word),
)) {
  const began = process.cpuUsage();
  const out: string[] = [];
  const sink = (into: string[]): Writable =>
    new Writable({
      write: (chunk, _encoding, done) => {
        into.push(String(chunk));
        done();
      },
    });
  const errors: string[] = [];
  const status = await runCli(
    [
      'import',
      'recorded',
      join(shared, 'trajectories', name),
      '--workspace',
      workspace,
      '--json',
      '--quiet',
      '--run',
      name,
    ],
    await commandsFor(['import']),
    { stdout: sink(out), stderr: sink(errors) },
  );
  if (status > 1) throw new Error(errors.join(''));
  const document = JSON.parse(out.join(''));
  const cpu = process.cpuUsage(began);
  const result = {
    source: name.replace('.jsonl.gz', ''),
    trials: document.trials,
    countable: document.countable,
    agree: document.dbMatch.agree,
    disagree: document.explained,
    leftOut: document.leftOut,
    cpuSeconds: Math.round((cpu.user + cpu.system) / 1e5) / 10,
    runs: document.runs.map(
      (run: { domain: string; tasks: readonly Task[]; databases: Record<string, string> }) => ({
        domain: run.domain,
        databases: [...new Set(Object.values(run.databases).map((path) => path.replace(shared, '')))],
        outcomes: histogram(run.tasks.map(({ outcomes }) => String(outcomes.length))),
        kinds: histogram(run.tasks.flatMap(({ outcomes }) => outcomes.map(({ kind }) => kind))),
        evidence: histogram(run.tasks.map(({ evidence }) => evidence)),
        several: histogram(
          run.tasks.filter(({ outcomes }) => outcomes.length > 1).map(({ evidence }) => evidence),
        ),
        labels: againstLabels(name.startsWith('tau1') ? 'tau1' : 'tau2-release', run.domain, run.tasks),
      }),
    ),
  };
  results.push(result);
  console.error(JSON.stringify(result));
}
rmSync(workspace, { recursive: true, force: true });
writeFileSync(new URL('results/recorded.json', import.meta.url), `${JSON.stringify(results, null, 1)}\n`);

function histogram(items: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
}

interface Counts {
  truePositives: number;
  falseNegatives: number;
  falsePositives: number;
  trueNegatives: number;
  /** Of the false positives, those whose label says that nothing is wrong: wording alone, or a disputed repair. */
  hardFalsePositives: number;
  hardNegatives: number;
}

/**
 * A task is positive when one of its labels is `real`; every other labelled task is a negative, `minor` faults among
 * them; tasks without a label are unknown and left out. Versions of one task in a recording count once each.
 */
function againstLabels(dataset: string, domain: string, tasks: readonly Task[]) {
  const count = (flagged: (task: Task) => boolean): Counts => {
    const table: Counts = {
      truePositives: 0,
      falseNegatives: 0,
      falsePositives: 0,
      trueNegatives: 0,
      hardFalsePositives: 0,
      hardNegatives: 0,
    };
    for (const task of tasks) {
      const id = task.id.replace(/@.*$/, '');
      const own = labels.filter(
        (each) => each.dataset === dataset && each.domain === domain && String(each.task) === id,
      );
      if (own.length === 0) continue;
      const real = own.some(({ severity }) => severity === 'real');
      const hard = own.every(({ severity }) => severity === 'cosmetic' || severity === 'disputed');
      if (hard) table.hardNegatives += 1;
      if (flagged(task)) {
        table[real ? 'truePositives' : 'falsePositives'] += 1;
        if (hard) table.hardFalsePositives += 1;
      } else table[real ? 'falseNegatives' : 'trueNegatives'] += 1;
    }
    return table;
  };
  return {
    severalOutcomes: count(({ outcomes }) => outcomes.length > 1),
    ambiguousOrSuspect: count(({ evidence }) => evidence === 'ambiguous' || evidence === 'suspect'),
  };
}
