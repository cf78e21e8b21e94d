/**
 * Diagnose: why trials fail, whose fault it is, and what to change.
 * Reads: ReplayedTasks and Trials; judges where a model is at hand. Makes: decided notes, Faults, error groups, remedies.
 * Next: remedies are measured on held-out tasks; tasks in doubt go back to the audit.
 */
export { type DiagnoseInput, diagnoseTrials } from './diagnose-trials.ts';
export type { Counted, DiagnosedTrial, DiagnosisReport } from './diagnosis-report.ts';
export { type Difference, differenceToGold } from './difference.ts';
export { firstDivergenceBetween, type TrialDivergence } from './divergence.ts';
export {
  describeDifference,
  FAULT_TYPES,
  type Fault,
  type FaultAuthor,
  type FaultType,
  faultOf,
} from './fault.ts';
export { describeGroups, type ErrorGroup, groupByWords } from './group.ts';
export { groupByModel, type ModelGrouping } from './group-by-model.ts';
export { JudgeJournal } from './judge/journal.ts';
export { type JudgedTrial, judgeTrial, type PersonDecision } from './judge/judge-trial.ts';
export { askPanel, type JudgeSeat, type PanelOptions, type PanelVerdict } from './judge/panel.ts';
export { JUDGE_PROMPTS, type JudgePrompt } from './judge/question.ts';
export { judgeAsTed } from './judge/ted-judge.ts';
export { errorsByCode, type LowLevelError } from './low-level-error.ts';
export {
  type PersonaStudy,
  STUDY_MEASURES,
  type StudyMeasure,
  type StudyTrial,
  studyPersonas,
} from './persona-study.ts';
export { type Remedy, remediesByCode, remediesByModel } from './remedies.ts';
export {
  type RemedyLoopResult,
  type RunTasks,
  remedyLoop,
  splitTasks,
  type TaskValues,
} from './remedy-loop.ts';
export { adjustedRand, groupingStability, type Stability } from './stability.ts';
export { findingsOfNotes, judgeAgreement } from './worded-badly.ts';
