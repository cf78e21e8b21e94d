import type { Note, ReplayedTask } from '../annotate/index.ts';
import type { Domain } from '../define/index.ts';
import type { Environment } from '../environment/index.ts';
import type { OutputMode } from '../grade/index.ts';
import {
  curveNotes,
  type DraftOptions,
  decideNotes,
  noteCode,
  notesFor,
  progressOf,
  timelineOf,
} from '../grade/notes/index.ts';
import { wilsonInterval } from '../metrics/proportion.ts';
import { progressCurve, summarizeCurves } from '../metrics/ted/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { Counted, DiagnosedTrial, DiagnosisReport } from './diagnosis-report.ts';
import { firstDivergenceBetween } from './divergence.ts';
import { errorsByModel } from './errors-by-model.ts';
import { FAULT_TYPES, faultOf } from './fault.ts';
import { describeGroups, type GroupOptions, groupByWords } from './group.ts';
import { groupByModel } from './group-by-model.ts';
import { judgeTrial, type PersonDecision } from './judge/judge-trial.ts';
import type { PanelOptions, PanelVerdict } from './judge/panel.ts';
import { errorsByCode, type LowLevelError } from './low-level-error.ts';
import { groupingStability } from './stability.ts';
import { findingsOfSuspicion, findingsOfTasks } from './trial-findings.ts';
import { findingsOfNotes, type NoteVotes } from './worded-badly.ts';

export interface DiagnoseInput {
  readonly domain: Domain;
  readonly tasks: ReadonlyMap<string, ReplayedTask>;
  readonly trials: readonly Trial[];
  /** A fresh environment of a task, for drafting and dating notes. */
  readonly startOf: (task: ReplayedTask) => Environment;
  readonly outputMode?: OutputMode;
  /** Turns that progress curves are drawn over; 30 when absent. */
  readonly cap?: number;
  /** k of the progress metrics; the smallest number of trials of a task when absent. */
  readonly k?: number;
  /** Judges for notes that code cannot decide; those stay undecided without one. */
  readonly panel?: PanelOptions;
  readonly people?: readonly PersonDecision[];
  /** How notes are drafted for tasks that have none. */
  readonly draft?: DraftOptions;
  /** A model for low-level errors and their grouping: the first seat of the panel. */
  readonly explain?: boolean;
  readonly grouping?: GroupOptions;
  readonly onTrial?: (done: number, trial: Trial) => void;
}

/** Says of each failed trial whose fault it is, of what type, and what errors are behind it; and groups the errors. */
export async function diagnoseTrials(input: DiagnoseInput): Promise<DiagnosisReport> {
  const { domain, tasks, trials } = input;
  const notesOf = new Map<string, readonly Note[]>();
  for (const task of tasks.values()) {
    notesOf.set(task.id, notesFor(domain, task, input.startOf(task), input.draft));
  }
  const perTrial: DiagnosedTrial[] = [];
  const errors: LowLevelError[] = [];
  const votes: NoteVotes[] = [];
  const curves = new Map<string, { curves: (readonly number[])[]; missing: number }>();
  for (const [index, trial] of trials.entries()) {
    const task = tasks.get(trial.task);
    const notes = notesOf.get(trial.task);
    if (task === undefined || notes === undefined) continue;
    const group = curves.get(trial.task) ?? { curves: [], missing: 0 };
    curves.set(trial.task, group);
    if (trial.verdict.kind === 'void') {
      group.missing += 1;
      continue;
    }
    const one = await diagnoseOne(input, task, notes, trial);
    perTrial.push(one.diagnosed);
    errors.push(...one.errors);
    votes.push(...one.verdicts.map((verdict) => ({ task: task.id, trial: trial.trial, ...verdict })));
    if (one.curve !== undefined) group.curves.push(one.curve);
    input.onTrial?.(index + 1, trial);
  }
  const faults = perTrial.flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  const grouped = await groupErrors(errors, input);
  const counted = [...curves].filter(([, group]) => group.curves.length > 0);
  const k = input.k ?? Math.min(...counted.map(([, group]) => group.curves.length));
  return {
    trials: trials.length,
    failed: faults.length,
    void: trials.filter(({ verdict }) => verdict.kind === 'void').length,
    notes: {
      total: [...notesOf.values()].reduce((sum, list) => sum + list.length, 0),
      needJudge: [...notesOf.values()].flat().filter((note) => noteCode(note) === undefined).length,
      decided: countDeciders(perTrial),
    },
    progress:
      counted.length === 0
        ? null
        : summarizeCurves(
            counted.map(([task, group]) => ({ task, ...group })),
            k,
          ),
    authors: countBy(
      ['agent', 'user', 'environment', 'task'],
      faults.map(({ author }) => author),
    ),
    types: countBy(
      FAULT_TYPES,
      faults.map(({ type }) => type),
    ),
    doubtful: faults.filter(({ doubt }) => doubt !== undefined).length,
    errors,
    groups: describeGroups(errors, grouped.groupOf, faults.length, grouped.labels),
    groupedBy: grouped.by,
    stability: errors.length < 10 ? null : groupingStability(errors, input.grouping ?? {}),
    findings: [...findingsOfNotes(votes), ...findingsOfTasks(perTrial), ...findingsOfSuspicion(perTrial)],
    perTrial,
  };
}

interface OneTrial {
  readonly diagnosed: DiagnosedTrial;
  readonly errors: readonly LowLevelError[];
  readonly verdicts: readonly PanelVerdict[];
  readonly curve?: readonly number[];
}

async function diagnoseOne(
  input: DiagnoseInput,
  task: ReplayedTask,
  notes: readonly Note[],
  trial: Trial,
): Promise<OneTrial> {
  const { domain, panel, outputMode = 'tau', cap = 30 } = input;
  const timeline = timelineOf(trial, input.startOf(task));
  const decided = decideNotes(notes, { timeline, violations: trial.violations, outputMode });
  const people = new Map(
    (input.people ?? [])
      .filter((item) => item.task === trial.task && item.trial === trial.trial)
      .map((item) => [item.note, item.held]),
  );
  const judged =
    panel === undefined && people.size === 0
      ? { decisions: decided, verdicts: [], disputed: [], suspicious: [] }
      : await judgeTrial(
          { notes, decided, transcript: trial.transcript, task: scenarioOf(task), people },
          panel === undefined ? NO_PANEL : { ...panel, scope: `${trial.task}/${trial.trial}` },
        );
  const fault = faultOf(domain, task, trial, outputMode);
  const passing = input.trials.filter(
    (other) => other.task === trial.task && other.persona === trial.persona && other.verdict.kind === 'pass',
  );
  const divergence = fault === undefined ? undefined : firstDivergenceBetween(trial, passing);
  const byCode = fault === undefined ? [] : errorsByCode(domain, task, trial, notes, judged.decisions, fault);
  const model = input.explain === true ? panel?.seats[0]?.model : undefined;
  const errors =
    model === undefined || panel === undefined || fault === undefined
      ? byCode
      : await errorsByModel(
          domain,
          trial,
          notes,
          judged.decisions,
          { byCode, disputed: judged.disputed },
          { model, journal: panel.journal, ...(panel.signal && { signal: panel.signal }) },
        );
  const curve = curveNotes(notes, judged.decisions);
  return {
    diagnosed: {
      task: trial.task,
      trial: trial.trial,
      persona: trial.persona,
      verdict: trial.verdict.kind,
      progress: progressOf(notes, judged.decisions),
      decisions: judged.decisions,
      suspicious: judged.suspicious,
      ...(fault !== undefined && { fault }),
      ...(divergence !== undefined && { divergence }),
    },
    errors,
    verdicts: judged.verdicts,
    ...(curve.firstTurns.length > 0 &&
      timeline.turns > 0 && { curve: progressCurve({ ...curve, turns: timeline.turns, cap }) }),
  };
}

async function groupErrors(
  errors: readonly LowLevelError[],
  { panel, explain, grouping = {} }: DiagnoseInput,
): Promise<{
  readonly groupOf: ReadonlyMap<string, number>;
  readonly labels: readonly string[];
  readonly by: 'model' | 'words';
}> {
  const model = explain === true ? panel?.seats[0]?.model : undefined;
  if (model === undefined || panel === undefined || errors.length === 0) {
    return { groupOf: groupByWords(errors, grouping), labels: [], by: 'words' };
  }
  return groupByModel(errors, { ...grouping, model, journal: panel.journal });
}

const NO_PANEL: PanelOptions = { seats: [], journal: undefined as never };

function scenarioOf({ scenario }: ReplayedTask): string {
  return (
    scenario.instruction ?? [scenario.reason, scenario.known, scenario.preferences].filter(Boolean).join(' ')
  );
}

function countBy<Name extends string>(names: readonly Name[], found: readonly Name[]): Counted<Name>[] {
  return names.map((name) => {
    const count = found.filter((item) => item === name).length;
    return {
      name,
      count,
      share: found.length === 0 ? 0 : count / found.length,
      interval: wilsonInterval(count, found.length),
    };
  });
}

function countDeciders(perTrial: readonly DiagnosedTrial[]): DiagnosisReport['notes']['decided'] {
  const counts = { code: 0, judge: 0, person: 0, nobody: 0 };
  for (const { decisions } of perTrial) {
    for (const decision of decisions) counts[decision.kind === 'undecided' ? 'nobody' : decision.by] += 1;
  }
  return counts;
}
