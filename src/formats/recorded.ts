import type { Criterion, Task } from '../annotate/index.ts';
import type { Transcript } from '../define/index.ts';

/** A trial of another harness as it was recorded, in our words and not yet replayed. */
export interface RecordedTrial {
  /** `<domain>/<task>/<number>`, unique in its file. */
  readonly id: string;
  readonly domain: string;
  readonly benchmark: 'tau1' | 'tau2';
  /** The task as the recording gives it; null where a crashed trial does not say. */
  readonly task: Task | null;
  /** Task number as recorded: the same number can stand for several versions of a task. */
  readonly taskId: string;
  /** Names the version of the task: equal tasks have equal keys. */
  readonly taskKey: string;
  readonly number: number;
  readonly seed: number | null;
  readonly agent: string;
  readonly user: string;
  /** The run of the source it belongs to. */
  readonly run: string;
  /** Messages, calls and observations as recorded; stop tokens are still in the users' texts. */
  readonly transcript: Transcript;
  /** Why it ended, in the source's words; null where the source does not say. */
  readonly termination: string | null;
  /** What went wrong, for trials that crashed. */
  readonly crash: string | null;
  readonly recorded: RecordedFacts;
}

/** What the source says of a trial: compared with, never trusted. */
export interface RecordedFacts {
  readonly reward: number | null;
  /** Whether the database ended as gold did, by a replay with the original tools. */
  readonly databaseMatch: boolean | null;
  /** Of that replay: observations equal to the recorded ones, of all. */
  readonly observations: { readonly equal: number; readonly total: number } | null;
  /** Name of the final database of that replay; equal names are equal states. */
  readonly state: string | null;
  /** A caveat about the recording. */
  readonly label: string | null;
}

/** τ²-bench's reward basis in our words. */
const CRITERIA: Readonly<Record<string, Criterion>> = {
  DB: 'database',
  COMMUNICATE: 'outputs',
  ACTION: 'actions',
  NL_ASSERTION: 'assertions',
  ENV_ASSERTION: 'assertions',
};

/** The criteria that a τ²-bench reward basis names; undefined where it names none. */
export function criteriaOf(basis: unknown): readonly Criterion[] | undefined {
  if (!Array.isArray(basis) || basis.length === 0) return undefined;
  const criteria = new Set<Criterion>();
  for (const name of basis) {
    const criterion = CRITERIA[String(name)];
    if (criterion !== undefined) criteria.add(criterion);
  }
  return [...criteria];
}
