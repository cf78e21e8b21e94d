import { UserError } from '../base/finding/index.ts';
import {
  areaUnderCurve,
  type Comparison,
  compareConditions,
  progressPerTurn,
  summarizeCurves,
  type TedSummary,
} from '../metrics/ted/index.ts';

/** One trial of a persona study: who played the user, and what came of it. */
export interface StudyTrial {
  readonly task: string;
  readonly persona: string;
  readonly trial: number;
  /** Whether the trial passed; `null` for void trials, which have no curve either. */
  readonly passed: boolean | null;
  readonly curve: readonly number[] | null;
  readonly turns: number;
}

export const STUDY_MEASURES = ['pass', 'progress', 'auc', 'ppt', 'turns'] as const;
export type StudyMeasure = (typeof STUDY_MEASURES)[number];

export interface PersonaStudy {
  readonly personas: readonly {
    readonly name: string;
    readonly trials: number;
    readonly void: number;
    readonly summary: TedSummary;
  }[];
  /** Each further persona against the first, on the same tasks and seeds. */
  readonly comparisons: readonly {
    readonly from: string;
    readonly to: string;
    readonly measures: Readonly<Record<StudyMeasure, Comparison>>;
  }[];
}

const MEASURE: Readonly<Record<StudyMeasure, (trial: StudyTrial) => number | null>> = {
  pass: ({ passed }) => (passed === null ? null : Number(passed)),
  progress: ({ curve }) => curve?.at(-1) ?? null,
  auc: ({ curve }) => (curve === null || curve.length < 2 ? null : areaUnderCurve(curve)),
  ppt: ({ curve }) => (curve === null ? null : progressPerTurn(curve)),
  turns: ({ turns, passed }) => (passed === null ? null : turns),
};

/**
 * What the persona alone changes: same tasks, same agent, same seeds, another user. Every number has an interval over tasks and
 * trials, and the smallest difference the study could have shown stands beside each comparison.
 * @param personas in the order they are compared; the first is what the others are compared with
 * @throws UserError for fewer than two personas
 */
export function studyPersonas(
  trials: readonly StudyTrial[],
  personas: readonly string[],
  { k, seed = 1 }: { readonly k: number; readonly seed?: number },
): PersonaStudy {
  const [base, ...others] = personas;
  if (base === undefined || others.length === 0) {
    throw new UserError('Cannot study personas: two are needed', {
      hint: '--persona expert --persona non-expert',
    });
  }
  const tasks = [...new Set(trials.map(({ task }) => task))];
  const of = (persona: string, task: string): StudyTrial[] =>
    trials
      .filter((trial) => trial.persona === persona && trial.task === task)
      .sort((left, right) => left.trial - right.trial);
  return {
    personas: personas.map((name) => {
      const mine = trials.filter(({ persona }) => persona === name);
      const curves = tasks.map((task) => {
        const all = of(name, task);
        return {
          task,
          curves: all.flatMap(({ curve }) => (curve === null ? [] : [curve])),
          missing: all.filter(({ curve }) => curve === null).length,
        };
      });
      return {
        name,
        trials: mine.length,
        void: mine.filter(({ passed }) => passed === null).length,
        summary: summarizeCurves(curves, k, { seed }),
      };
    }),
    comparisons: others.map((to) => ({
      from: base,
      to,
      measures: Object.fromEntries(
        STUDY_MEASURES.map((measure) => [
          measure,
          compareConditions(
            tasks.map((task) => ({
              task,
              left: valuesOf(of(base, task), measure),
              right: valuesOf(of(to, task), measure),
            })),
            { seed },
          ),
        ]),
      ) as Record<StudyMeasure, Comparison>,
    })),
  };
}

function valuesOf(trials: readonly StudyTrial[], measure: StudyMeasure): number[] {
  return trials.flatMap((trial) => {
    const value = MEASURE[measure](trial);
    return value === null ? [] : [value];
  });
}
