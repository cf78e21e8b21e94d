import PQueue from 'p-queue';
import type { Argv } from 'yargs';
import { type ReplayedTask, startEnvironment } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { type PersonaStudy, STUDY_MEASURES, type StudyTrial, studyPersonas } from '../diagnose/index.ts';
import { curveNotes, decideNotes, notesFor, timelineOf } from '../grade/notes/index.ts';
import { progressCurve } from '../metrics/ted/index.ts';
import { MOVE_CAP, type Trial } from '../simulate/index.ts';
import { trialMaker } from '../validate/index.ts';
import { type CastArguments, castOptions } from './cast.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import type { Output } from './output.ts';
import { type ProjectArguments, projectOptions } from './project.ts';
import { openSetup, setupOf } from './run-setup.ts';

interface StudyArguments extends ProjectArguments, CastArguments {
  readonly trials: number;
  readonly cap: number;
  readonly k: number | undefined;
  readonly concurrency: number;
}

/** `taskwright persona-study`: what another user alone changes. */
export const personaStudyCommand = defineCommand<StudyArguments>({
  command: 'persona-study <domain>',
  describe: 'run tasks under several personas and compare, with intervals',
  examples: [
    ['$0 persona-study retail', 'expert against non-expert with the embedded user'],
    [
      '$0 persona-study retail --agent tool-calling --user lm --model MODEL --persona expert --persona hurried',
      'two personas behind a model',
    ],
  ],
  options: (yargs) =>
    castOptions(projectOptions(yargs))
      .option('trials', { type: 'number', default: 8, describe: 'trials of each task and persona' })
      .option('k', { type: 'number', describe: 'k of the metrics (default: the number of trials)' })
      .option('cap', { type: 'number', default: 15, describe: 'turns that progress is drawn over' })
      .option('concurrency', {
        type: 'number',
        default: 8,
        describe: 'trials at a time',
      }) as unknown as Argv<StudyArguments & GlobalArguments>,
  run: async (args, { output, signal }) => {
    if (!(Number.isInteger(args.trials) && args.trials > 0)) {
      throw new UserError(`Cannot study personas with --trials ${args.trials}: it is no positive count`);
    }
    const persona = (args.persona ?? []).length > 0 ? args.persona : ['expert', 'non-expert'];
    const setup = await openSetup(setupOf({ ...args, persona }));
    const { project, tasks, trials: cast } = setup;
    const make = trialMaker({ ...cast, run: 'persona-study' });
    const notes = new Map(tasks.map((task) => [task.id, notesOf(setup, task)]));
    const queue = new PQueue({ concurrency: args.concurrency });
    const total = tasks.length * cast.users.length * args.trials;
    const progress = output.progress('study', total);
    let done = 0;
    const results = await Promise.all(
      tasks.flatMap((task) =>
        cast.users.flatMap((user) =>
          Array.from({ length: args.trials }, (_, trial) =>
            queue.add(async (): Promise<StudyTrial> => {
              signal.throwIfAborted();
              const run = await make({ task: task.id, persona: user.persona, trial }, signal);
              progress.update(++done, task.id);
              return studied(run, task, notes.get(task.id) ?? [], project, args.cap);
            }),
          ),
        ),
      ),
    );
    progress.stop();
    const k = args.k ?? args.trials;
    const study = studyPersonas(results, cast.users.map(nameOf), { k, seed: args.seed });
    print(output, study);
    output.result({ domain: project.domain.name, agent: cast.agent.name, k, cap: args.cap, ...study });
    return 0;
  },
});

function nameOf({ persona }: { readonly persona: string | null }): string {
  return persona ?? 'none';
}

type Setup = Awaited<ReturnType<typeof openSetup>>;

function notesOf({ project }: Setup, task: ReplayedTask) {
  const start = startEnvironment(project.domain, project.database, task, task.optionValues);
  return notesFor(project.domain, task, start);
}

function studied(
  trial: Trial,
  task: ReplayedTask,
  notes: ReturnType<typeof notesOf>,
  project: Setup['project'],
  cap: number,
): StudyTrial {
  const start = startEnvironment(project.domain, project.database, task, task.optionValues);
  const timeline = timelineOf(trial, start);
  const decided = decideNotes(notes, { timeline, violations: trial.violations });
  const curve = curveNotes(notes, decided);
  const isVoid = trial.verdict.kind === 'void';
  const countable = !isVoid && curve.firstTurns.length > 0 && timeline.turns > 0;
  return {
    task: trial.task,
    persona: nameOf(trial),
    trial: trial.trial,
    passed: isVoid ? null : trial.verdict.kind === 'pass',
    curve: countable ? progressCurve({ ...curve, turns: timeline.turns, cap: Math.max(cap, 2) }) : null,
    turns: Math.min(timeline.turns, MOVE_CAP),
  };
}

function print(output: Output, study: PersonaStudy): void {
  const round = (value: number): string => value.toFixed(3);
  output.table(
    ['persona', 'trials', 'void', 'progress', 'best AUC', 'best PPT', 'pass@k', 'pass^k'],
    study.personas.map(({ name, trials, void: voids, summary }) => [
      name,
      String(trials),
      String(voids),
      ...(['meanProgress', 'maxAuc', 'maxPpt', 'passAtK', 'passHatK'] as const).map((metric) => {
        const estimate = summary[metric].estimate;
        return estimate === null ? '–' : round(estimate.value);
      }),
    ]),
  );
  for (const { from, to, measures } of study.comparisons) {
    output.table(
      [`${from} → ${to}`, 'difference', '95 % interval', 'visible from'],
      STUDY_MEASURES.map((measure) => {
        const { difference, detectable } = measures[measure];
        const { low, high } = difference.interval;
        return [measure, round(difference.value), `${round(low)} to ${round(high)}`, round(detectable)];
      }),
    );
  }
}
