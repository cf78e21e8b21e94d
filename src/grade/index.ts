/**
 * Grade: a pure comparison of a finished trial with gold.
 * Reads: a ReplayedTask, and a trial's outcome, transcript and violations. Makes: a Verdict.
 * Next: validate counts verdicts and outcomes over many trials.
 */
export { type GradedTrial, type GradeOptions, gradeTrial } from './grade.ts';
export { messagesToUser, type OutputMode, toldOutput } from './outputs.ts';
export type { Check, Verdict, VoidReason } from './verdict.ts';
