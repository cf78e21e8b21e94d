import type { Finding } from '../base/finding/index.ts';
import type { Change } from '../environment/index.ts';
import type { PassCurves } from '../metrics/pass-curve.ts';
import type { Dependence } from '../simulate/index.ts';
import type { EvidenceGrade } from './evidence.ts';
import type { Divergence } from './first-divergence.ts';
import type { KnownAlternative } from './known-alternative.ts';
import type { OutcomeKind } from './label-outcome.ts';
import type { OutcomeDifference } from './outcome-difference.ts';
import type { PersonaReport, TaskPersona } from './persona-report.ts';
import type { RunRecord } from './run-record.ts';
import type { IndexedFacts, TrialKey } from './trial-facts.ts';

/** Trials of one task that ended in the same database. */
export interface OutcomeReport {
  readonly hash: string;
  readonly count: number;
  readonly kind: OutcomeKind;
  readonly because: string;
  readonly explained: boolean;
  /** Trials that passed: an outcome can be gold's and an output not told. */
  readonly passed: number;
  /** Trials that broke no rule about what may be done. */
  readonly clean: number;
  /** Clauses broken by what was done, with counts. */
  readonly broken: Readonly<Record<string, number>>;
  /** Trials that broke a rule of conduct. */
  readonly misconduct: number;
  /** The asked outputs that were not told, with counts. */
  readonly outputs: readonly { readonly missing: readonly string[]; readonly count: number }[];
  readonly accepted: string | null;
  readonly changes: readonly Change[];
  readonly difference: OutcomeDifference | null;
  readonly divergence: Divergence | null;
  readonly alternative: KnownAlternative | null;
  readonly example: TrialKey & Pick<IndexedFacts, 'offset' | 'length'>;
  readonly sample: readonly TrialKey[];
}

/** A finding that somebody lets stand, with reason, author and last day. */
export interface WaivedFinding {
  readonly code: string;
  readonly reason: string;
  readonly author: string;
  readonly expires: string;
}

/** What a run shows of one task. */
export interface TaskReport {
  readonly id: string;
  /** Trials made. */
  readonly trials: number;
  /** Trials that count. */
  readonly countable: number;
  readonly passed: number;
  /** Void trials by reason: taken out before counting. */
  readonly voids: Readonly<Record<string, number>>;
  /** Most frequent first. */
  readonly outcomes: readonly OutcomeReport[];
  /** Countable trials ended in several distinct outcomes. */
  readonly ambiguous: boolean;
  readonly evidence: EvidenceGrade;
  readonly because: string;
  /** Upper 95 % bound on the chance of an outcome other than the main one (gold's where it was reached). */
  readonly bound: number;
  /** The same for outcomes that are neither gold nor understood as the agent's error. */
  readonly unexplainedBound: number;
  /** Good–Turing coverage of outcomes; null without trials. */
  readonly coverage: number | null;
  /** Chao1 estimate of how many outcomes there are; null without trials. */
  readonly richness: number | null;
  /** Bits, Miller–Madow; null without trials. */
  readonly entropy: number | null;
  readonly findings: readonly Finding[];
  /** Findings left out of the grade because of a waiver; absent where there is none. */
  readonly waived?: readonly WaivedFinding[];
  readonly moves: number | null;
  readonly tokens: number;
  readonly costUsd: number | 'unknown';
  /** Apart by persona; absent where one alone was used. */
  readonly personas?: readonly TaskPersona[];
}

/** What a run shows. */
export interface ValidationReport {
  readonly run: string;
  readonly domain: string;
  readonly kind: RunRecord['kind'];
  readonly settings: RunRecord['settings'];
  readonly createdAt: string;
  readonly software: string;
  readonly stale: readonly Finding[];
  /** What keeps the trials from being independent repetitions; empty where nothing does. */
  readonly dependences?: readonly Dependence[];
  /** The agent was given the annotation or the audit's alternatives: its trials are no independent evidence. */
  readonly led?: true;
  readonly totals: {
    readonly tasks: number;
    readonly trials: number;
    readonly countable: number;
    readonly passed: number;
    readonly voids: Readonly<Record<string, number>>;
    /** Tasks with several distinct outcomes. */
    readonly ambiguous: number;
    readonly evidence: Readonly<Record<EvidenceGrade, number>>;
    readonly costUsd: number | 'unknown';
  };
  readonly tasks: readonly TaskReport[];
  readonly curves: PassCurves;
  /** How far two runs of this agent differ by chance alone, in points of pass rate; null with too few trials. */
  readonly noiseFloor: number | null;
  /** Apart by persona; absent where one alone was used. */
  readonly personas?: readonly PersonaReport[];
}

/** The report in the form that other programs read: pass^k and pass@k by k, clusters without their long parts. */
export function toJsonReport(report: ValidationReport): object {
  const byK = (points: ValidationReport['curves']['hat']): Record<string, number> =>
    Object.fromEntries(points.map(({ k, value }) => [String(k), value]));
  return {
    ...report,
    passHatK: byK(report.curves.hat),
    passAtK: byK(report.curves.at),
  };
}
