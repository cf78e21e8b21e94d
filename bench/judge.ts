import { mkdirSync, writeFileSync } from 'node:fs';
import type { Note } from '../src/annotate/index.ts';
import { JUDGE_PROMPTS, JudgeJournal, judgeAsTed, judgeTrial } from '../src/diagnose/index.ts';
import { decideNotes, draftNotes, noteCode, timelineOf } from '../src/grade/notes/index.ts';
import { areaUnderCurve, progressCurve } from '../src/metrics/ted/index.ts';
import { type JudgeErrors, NO_ERRORS, ScriptedJudge } from '../test/diagnose/judge/scripted-judge.ts';
import { recordedTrials } from './recorded-trials.ts';

/**
 * Judge calls and accuracy of our judge against TED's way, on the same recorded trials and notes: `npx tsx bench/judge.ts`.
 * Code decides the notes beforehand, so the truth is known; a scripted judge answers both ways' prompts from that truth with
 * errors of given rates. Writes bench/results/judge.json.
 */
const CAP = 30;

const SETTINGS: readonly (readonly [string, JudgeErrors])[] = [
  ['no errors', NO_ERRORS],
  ['1 % of single answers wrong', { shared: 0, single: 0.01, realQuotes: 0.5 }],
  ['1 % wrong however often asked', { shared: 0.01, single: 0.01, realQuotes: 0.5 }],
  ['3 % wrong however often asked', { shared: 0.03, single: 0.02, realQuotes: 0.5 }],
  ['3 % wrong, in every prompt alike', { shared: 0.03, single: 0.02, realQuotes: 0.5, promptsAlike: true }],
  [
    '3 % wrong, every wrong yes quotes a real line',
    { shared: 0.03, single: 0.02, realQuotes: 1, promptsAlike: true },
  ],
];

interface Case {
  readonly scope: string;
  readonly notes: readonly Note[];
  readonly truth: readonly (number | null)[];
  readonly transcript: Parameters<typeof judgeAsTed>[1];
  readonly turns: number;
}

const run = await recordedTrials('airline', 'tau1-airline-sierra-gpt4o');
const notesOf = new Map(
  [...run.tasks.values()].map((task) => [
    task.id,
    draftNotes(run.domain, task, run.startOf(task)).filter(
      (note) => note.kind !== 'forbidden' && noteCode(note) !== undefined,
    ),
  ]),
);
const cases = run.trials.flatMap((trial): Case[] => {
  const task = run.tasks.get(trial.task);
  const notes = notesOf.get(trial.task) ?? [];
  if (task === undefined || notes.length === 0) return [];
  const timeline = timelineOf(trial, run.startOf(task));
  const decided = decideNotes(notes, { timeline, violations: trial.violations, outputMode: 'tau' });
  return [
    {
      scope: `${trial.task}/${trial.trial}`,
      notes: notes.map(({ id, text }) => ({ id, text: `${text} [${id}]`, kind: 'milestone' as const })),
      truth: decided.map((decision) => (decision.kind === 'held' ? (decision.turn ?? 1) : null)),
      transcript: trial.transcript,
      turns: timeline.turns,
    },
  ];
});
const truthOf = new Map(
  cases.flatMap(({ scope, notes, truth }) =>
    notes.map(({ text }, index) => [`${scope}\n${text}`, truth[index] ?? null] as const),
  ),
);
const truth = (scope: string, note: string): number | null => truthOf.get(`${scope}\n${note}`) ?? null;

const results = [];
for (const [setting, errors] of SETTINGS) {
  const ted = await measure(errors, async (item, model) => {
    const journal = JudgeJournal.inMemory();
    const { firstTurns } = await judgeAsTed(item.notes, item.transcript, '', {
      model,
      journal,
      cap: CAP,
      scope: item.scope,
    });
    return firstTurns;
  });
  const ours = await measure(errors, async (item, model) => {
    const found = await judgeTrial(
      {
        notes: item.notes,
        decided: item.notes.map(({ id }) => ({ note: id, kind: 'undecided', why: '' }) as const),
        transcript: item.transcript,
        task: '',
      },
      {
        seats: JUDGE_PROMPTS.map((prompt) => ({ model, prompt })),
        journal: JudgeJournal.inMemory(),
        scope: item.scope,
      },
    );
    return found.decisions.map((decision) =>
      decision.kind === 'held' ? decision.turn : decision.kind === 'failed' ? null : undefined,
    );
  });
  results.push({ setting, errors, ted, ours, fewerCalls: ted.calls / ours.calls });
  console.log(setting, JSON.stringify({ ted, ours, fewer: ted.calls / ours.calls }));
}

type Answer = readonly (number | null | undefined)[];

async function measure(errors: JudgeErrors, judge: (item: Case, model: ScriptedJudge) => Promise<Answer>) {
  const model = new ScriptedJudge(truth, errors);
  let right = 0;
  let unscored = 0;
  let all = 0;
  let turnsRight = 0;
  let completed = 0;
  let progressError = 0;
  let areaError = 0;
  for (const item of cases) {
    const answer = await judge(item, model);
    for (const [index, wanted] of item.truth.entries()) {
      const found = answer[index];
      all += 1;
      if (found === undefined) unscored += 1;
      else if ((found === null) === (wanted === null)) right += 1;
      if (wanted !== null) {
        completed += 1;
        if (found === wanted) turnsRight += 1;
      }
    }
    const turns = Math.max(1, item.turns);
    const drawn = (firstTurns: Answer) =>
      progressCurve({ firstTurns: firstTurns.map((turn) => turn ?? null), turns, cap: CAP });
    const wanted = drawn(item.truth);
    const found = drawn(answer);
    progressError += Math.abs((found.at(-1) as number) - (wanted.at(-1) as number));
    areaError += Math.abs(areaUnderCurve(found) - areaUnderCurve(wanted));
  }
  return {
    calls: model.calls,
    callsPerTrial: model.calls / cases.length,
    verdictsRight: right / all,
    unscored: unscored / all,
    firstTurnsRight: turnsRight / completed,
    meanProgressError: progressError / cases.length,
    meanAreaError: areaError / cases.length,
  };
}

mkdirSync(new URL('results/', import.meta.url), { recursive: true });
const document = {
  trials: cases.length,
  notes: cases.reduce((sum, { notes }) => sum + notes.length, 0),
  held: [...truthOf.values()].filter((turn) => turn !== null).length,
  tedRuns: 5,
  seats: JUDGE_PROMPTS,
  results,
};
writeFileSync(new URL('results/judge.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
