import type { Finding } from '../base/finding/index.ts';
import type { NoteDecision, NoteProgress } from '../grade/notes/index.ts';
import type { Interval } from '../metrics/bootstrap.ts';
import type { TedSummary } from '../metrics/ted/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { TrialDivergence } from './divergence.ts';
import type { Fault, FaultAuthor, FaultType } from './fault.ts';
import type { ErrorGroup } from './group.ts';
import type { LowLevelError } from './low-level-error.ts';
import type { Stability } from './stability.ts';

/** A trial with its notes decided and its fault assigned. */
export interface DiagnosedTrial {
  readonly task: string;
  readonly trial: number;
  readonly persona: string | null;
  readonly verdict: Trial['verdict']['kind'];
  readonly progress: NoteProgress;
  readonly decisions: readonly NoteDecision[];
  readonly fault?: Fault;
  readonly divergence?: TrialDivergence;
  /** Turns with text that speaks to the judge. */
  readonly suspicious: readonly number[];
}

export interface Counted<Name extends string> {
  readonly name: Name;
  readonly count: number;
  readonly share: number;
  readonly interval: Interval;
}

export interface DiagnosisReport {
  readonly trials: number;
  readonly failed: number;
  readonly void: number;
  readonly notes: {
    readonly total: number;
    /** Notes without code, which need a judge or a person. */
    readonly needJudge: number;
    /** Decisions over all trials by who made them. */
    readonly decided: Readonly<Record<'code' | 'judge' | 'person' | 'nobody', number>>;
  };
  readonly progress: TedSummary | null;
  readonly authors: readonly Counted<FaultAuthor>[];
  readonly types: readonly Counted<FaultType>[];
  readonly doubtful: number;
  readonly errors: readonly LowLevelError[];
  readonly groups: readonly ErrorGroup[];
  readonly groupedBy: 'model' | 'words';
  readonly stability: Stability | null;
  /** Badly worded notes, tasks to audit, conversations that speak to the judge. */
  readonly findings: readonly Finding[];
  readonly perTrial: readonly DiagnosedTrial[];
}
