/**
 * Validate: many trials of many tasks, and what they show.
 * Reads: ReplayedTasks, an agent and users, or recordings. Makes: a run on disk and a ValidationReport.
 * Next: diagnose says whose fault a failure is; export takes tasks with current evidence.
 */
export { compareRuns, type RunComparison, type TaskComparison } from './compare-runs.ts';
export type { Engine, EngineWork } from './engine.ts';
export { type Evidence, type EvidenceGrade, FEWEST_TRIALS, gradeEvidence, PROOF_TRIALS } from './evidence.ts';
export { type Divergence, firstDivergence } from './first-divergence.ts';
export { gradeAgain, type PresentBasis } from './grade-again.ts';
export {
  type CandidateDatabase,
  type Comparison,
  type ImportedTrial,
  type ImportSetting,
  RecordingImporter,
} from './import-recorded.ts';
export { type AlternativesOf, type KnownAlternative, knownAlternatives } from './known-alternative.ts';
export { labelOutcome, type OutcomeKind, type OutcomeLabel } from './label-outcome.ts';
export { type OutcomeDifference, type PlaceDifference, smallestDifference } from './outcome-difference.ts';
export type { PersonaReport, TaskPersona } from './persona-report.ts';
export { type Plan, planKeys } from './plan.ts';
export { regradeTrial } from './regrade.ts';
export { type Replay, replayRecorded } from './replay-recorded.ts';
export {
  type OutcomeReport,
  type TaskReport,
  toJsonReport,
  type ValidationReport,
  type WaivedFinding,
} from './report.ts';
export { isFlagged, ledWords, reportMarkdown } from './report-page/markdown.ts';
export { type ExampleOf, reportPage } from './report-page/page.ts';
export {
  domainHashes,
  hashesOf,
  plainTask,
  type RunHashes,
  type RunRecord,
  type RunSettings,
} from './run-record.ts';
export { runSequential, type SequentialEnd } from './run-sequential.ts';
export { type OpenStoreOptions, RunStore, readRunRecord } from './run-store.ts';
export { type RunEnd, type RunProgress, type RunValidationOptions, runValidation } from './run-validation.ts';
export { runSanity, type SanityExpectation, type SanityResult } from './sanity.ts';
export {
  type Decision,
  decide,
  nextLook,
  SEQUENTIAL,
  type Seen,
  type SequentialOptions,
  sequentialFor,
} from './sequential-plan.ts';
export { staleParts } from './staleness.ts';
export { type SummarizeOptions, summarizeRun } from './summarize.ts';
export { symbolicOutcome } from './symbolic-outcome.ts';
export { factsOf, type IndexedFacts, keyText, type TrialFacts, type TrialKey } from './trial-facts.ts';
export { type TrialMaker, type TrialSetup, trialMaker } from './trial-maker.ts';
