import { mkdirSync, writeFileSync } from 'node:fs';
import { diagnoseTrials } from '../src/diagnose/index.ts';
import { draftNotes, noteCode, tryNotes } from '../src/grade/notes/index.ts';
import { recordedTrials } from './recorded-trials.ts';

/**
 * Notes by code and diagnosis without a model on recorded τ-bench trials: `npx tsx bench/diagnosis.ts`.
 * Writes bench/results/diagnosis.json.
 */
const FILES = [
  ['airline', 'tau1-airline-sierra-gpt4o'],
  ['retail', 'tau1-retail-shahabeddin-gpt41mini'],
] as const;

const results = [];
for (const [name, file] of FILES) {
  const run = await recordedTrials(name, file);
  const tried = [...run.tasks.values()].map((task) => {
    const start = run.startOf(task);
    const notes = draftNotes(run.domain, task, start);
    const judged = notes.filter((note) => noteCode(note) === undefined);
    const counting = notes.filter(({ kind }) => kind !== 'forbidden');
    return {
      notes: notes.length,
      judged: judged.length,
      counting: counting.length,
      countingJudged: counting.filter((note) => noteCode(note) === undefined).length,
      ...tryNotes(run.domain, task, notes, start),
    };
  });
  const sum = (of: (item: (typeof tried)[number]) => number): number =>
    tried.reduce((total, item) => total + of(item), 0);
  const coded = tried.filter(({ gold }) => gold !== null);
  const mutants = tried.flatMap((item) => item.mutants).filter(({ result }) => result !== 'equivalent');
  const started = performance.now();
  const report = await diagnoseTrials({ ...run, cap: 30 });
  results.push({
    file,
    trials: report.trials,
    databaseVerdicts: run.agree,
    passed: run.trials.filter(({ verdict }) => verdict.kind === 'pass').length,
    failed: report.failed,
    void: report.void,
    notes: {
      tasks: tried.length,
      notes: sum((item) => item.notes),
      needJudge: sum((item) => item.judged),
      shareNeedJudge: sum((item) => item.judged) / sum((item) => item.notes),
      progressNotes: sum((item) => item.counting),
      shareProgressNeedJudge: sum((item) => item.countingJudged) / sum((item) => item.counting),
      tasksWithCodedProgress: coded.length,
      goldIsOne: coded.filter(({ gold }) => gold === 1).length,
      nothingIsZero: coded.filter(({ nothing }) => nothing === 0).length,
      mutants: mutants.length,
      mutantsCaught: mutants.filter(({ result }) => result === 'caught').length,
      decided: report.notes.decided,
    },
    progress: report.progress && {
      k: report.progress.k,
      ...Object.fromEntries(
        (['meanProgress', 'maxProgress', 'maxAuc', 'maxPpt', 'passAtK', 'passHatK'] as const).map(
          (metric) => [metric, report.progress?.[metric].estimate ?? null],
        ),
      ),
    },
    authors: report.authors,
    types: report.types,
    doubtful: report.doubtful,
    kindsOfDifference: tally(
      report.perTrial.flatMap(({ fault }) => fault?.differences.map(({ kind }) => kind) ?? []),
    ),
    divergences: report.perTrial.filter(({ divergence }) => divergence !== undefined).length,
    errors: report.errors.length,
    groups: report.groups.map(({ label, trials, share, interval, tools }) => ({
      label,
      trials,
      share,
      interval,
      tools,
    })),
    stability: report.stability,
    findings: tally(report.findings.map(({ code }) => code)),
    diagnosisMs: Math.round(performance.now() - started),
  });
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

mkdirSync(new URL('results/', import.meta.url), { recursive: true });
writeFileSync(new URL('results/diagnosis.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
console.log(JSON.stringify(results, null, 1));
