import type { ReplayedTask } from '../annotate/index.ts';
import type { Domain } from '../define/index.ts';
import type { OutputMode } from '../grade/index.ts';
import { timelineOf } from '../grade/notes/index.ts';
import type { Trial } from '../simulate/index.ts';
import { type Difference, differenceToGold } from './difference.ts';
import { type UserFault, userFaults } from './user-fault.ts';

export type FaultAuthor = 'agent' | 'user' | 'environment' | 'task';

/** τ-bench's fault types, with its "other" split into what it mostly is. */
export const FAULT_TYPES = [
  'wrong-argument',
  'wrong-decision',
  'partial-resolution',
  'goal-not-achieved',
] as const;
export type FaultType = (typeof FAULT_TYPES)[number];

/** Why one trial failed, found without a model. */
export interface Fault {
  readonly task: string;
  readonly trial: number;
  readonly persona: string | null;
  readonly author: FaultAuthor;
  readonly type: FaultType;
  /** One sentence. */
  readonly why: string;
  /** Turn in which it first went wrong; `null` for what was never done. */
  readonly turn: number | null;
  readonly differences: readonly Difference[];
  readonly userFaults: readonly UserFault[];
  /** Why the author may be another one after all: for a person to look at. */
  readonly doubt?: string;
}

/**
 * Assigns a failed trial's fault: first what differs from gold, then who brought it about, then of what type it is.
 * Source of authors and types: τ-bench's error identification (arXiv 2406.12045, §5), there done by a model.
 * @returns undefined for trials that passed or do not count
 */
export function faultOf(
  domain: Domain,
  task: ReplayedTask,
  trial: Trial,
  outputMode: OutputMode = 'tau',
): Fault | undefined {
  if (trial.verdict.kind !== 'fail') return undefined;
  const differences = differenceToGold(domain, task, trial, outputMode);
  const first = firstMistake(differences);
  const since = first !== undefined && 'turn' in first ? (first.turn ?? Infinity) : Infinity;
  // What the user did after the agent had gone wrong is not why it failed.
  const faults = userFaults(task, trial, timelineOf(trial), differences).filter(({ turn }) => turn <= since);
  const broken = trial.actions.find(({ observation }) => observation.cause === 'bug');
  const author: FaultAuthor =
    broken !== undefined || trial.stop === 'infrastructure'
      ? 'environment'
      : faults.length > 0
        ? 'user'
        : task.failures.length > 0 && !task.gold.steps.some(({ wrote }) => wrote)
          ? 'task'
          : 'agent';
  const turns = differences.flatMap((difference) =>
    'turn' in difference && difference.turn !== undefined ? [difference.turn] : [],
  );
  return {
    task: trial.task,
    trial: trial.trial,
    persona: trial.persona,
    author,
    type: typeOf(task, differences),
    why: author === 'user' ? (faults[0] as UserFault).why : describeFault(first),
    turn: author === 'user' ? (faults[0] as UserFault).turn : turns.length === 0 ? null : Math.min(...turns),
    differences,
    userFaults: faults,
    ...(author === 'agent' && doubtOf(first, trial)),
  };
}

/** A change that no rule forbids, made in a trial whose user went along: gold or the user may be at fault instead. */
function doubtOf(first: Difference | undefined, trial: Trial): { readonly doubt?: string } {
  if (first?.kind !== 'extra' || trial.violations.some(({ tool }) => tool === first.made.tool)) return {};
  return {
    doubt: `no policy rule forbids ${first.made.tool} here: look whether gold or the user is at fault`,
  };
}

/** The earliest thing done wrong; else the first thing left undone. */
function firstMistake(differences: readonly Difference[]): Difference | undefined {
  const done = differences
    .filter((difference) => difference.kind === 'wrong-argument' || difference.kind === 'extra')
    .sort((left, right) => (left as { turn: number }).turn - (right as { turn: number }).turn);
  return done[0] ?? differences.find(({ kind }) => kind === 'gave-up') ?? differences[0];
}

function typeOf(task: ReplayedTask, differences: readonly Difference[]): FaultType {
  const kinds = new Set(differences.map(({ kind }) => kind));
  const first = firstMistake(differences);
  if (first?.kind === 'wrong-argument') return 'wrong-argument';
  if (first?.kind === 'extra' || kinds.has('wrong-order') || kinds.has('not-handed-over'))
    return 'wrong-decision';
  const writes = task.gold.steps.filter(({ wrote }) => wrote).length;
  const wanted = writes + task.outputs.length;
  const lacking = differences.filter(({ kind }) => LACKING.has(kind)).length;
  if (wanted > lacking) return 'partial-resolution';
  return kinds.has('gave-up') ? 'wrong-decision' : 'goal-not-achieved';
}

const LACKING = new Set<Difference['kind']>(['missing', 'refused', 'not-told', 'told-wrong']);

/** A difference as one sentence. */
export function describeDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'missing':
      return `${difference.gold.tool} was never called`;
    case 'refused':
      return `${difference.gold.tool} was tried and refused`;
    case 'wrong-argument':
      return `${difference.gold.tool} was called with another ${difference.arguments.join(', ')}`;
    case 'extra':
      return `${difference.made.tool} was called though nothing asks for it`;
    case 'wrong-order':
      return 'the right calls were made in an order that ends elsewhere';
    case 'not-told':
      return 'a wanted value was not told';
    case 'told-wrong':
      return 'another value than the wanted one was told';
    case 'gave-up':
      return difference.how === 'transfer'
        ? 'the agent handed over although it could act'
        : 'the agent refused although it could act';
    case 'not-handed-over':
      return `the agent did not hand over with ${difference.tool}`;
    case 'cut-off':
      return 'the agent used up its moves';
  }
}

function describeFault(difference: Difference | undefined): string {
  if (difference !== undefined) return describeDifference(difference);
  return 'the trial failed a check beside database and outputs';
}
