import { UserError } from '../../base/finding/index.ts';

/** What a progress curve is made of. */
export interface CurveInput {
  /** Per note the first turn, from 1, in which it held; `null` when it never did. */
  readonly firstTurns: readonly (number | null)[];
  /** Turns played. A turn is one user message and all the agent does until its next message to the user. */
  readonly turns: number;
  /** Turns the curve is drawn over; later turns are cut off, missing ones repeat the last value. */
  readonly cap: number;
  /** Per note; all equal when absent. */
  readonly weights?: readonly number[];
}

/**
 * Share of the notes' weight reached by each turn: p(t) = Σ_{j: f(j)<=t} w_j / Σ_j w_j for t = 1..cap, with the last value
 * repeated after the turns played. It never falls. Source: TED (arXiv 2603.15483), progress through turns.
 * @returns `cap` numbers in [0, 1], not rounded
 * @throws UserError without notes, turns or cap
 */
export function progressCurve({ firstTurns, turns, cap, weights }: CurveInput): readonly number[] {
  if (firstTurns.length === 0) throw new UserError('Cannot compute progress: the trial has no notes');
  if (turns < 1) throw new UserError('Cannot compute progress: the trial has no turns');
  if (cap < 1) throw new UserError(`Cannot compute progress: a cap of ${cap} turns holds no turn`);
  const weight = (index: number): number => weights?.[index] ?? 1;
  const total = firstTurns.reduce<number>((sum, _, index) => sum + weight(index), 0);
  if (!(total > 0))
    throw new UserError('Cannot compute progress: the weights of the notes add up to nothing');
  const played = Math.min(turns, cap);
  return Array.from({ length: cap }, (_, index) => {
    const turn = Math.min(index + 1, played);
    const reached = firstTurns.reduce<number>(
      (sum, first, note) => (first !== null && first <= turn ? sum + weight(note) : sum),
      0,
    );
    return reached / total;
  });
}

/** Whether every note was reached: TED's success. */
export function reachedAll(curve: readonly number[]): boolean {
  return curve.at(-1) === 1;
}

/**
 * Area under a progress curve: AUC = 1/(M-1) · Σ_{t=1..M-1} (p(t)+p(t+1))/2. Turn 1 lies at 0 and the cap at 1, so that
 * all done in turn 1 gives 1. Depends on the cap: areas under different caps do not compare.
 * Source: TED (arXiv 2603.15483), AUC.
 * @throws UserError for fewer than two points
 */
export function areaUnderCurve(curve: readonly number[]): number {
  if (curve.length < 2) {
    throw new UserError(
      `Cannot compute the area under a curve of ${curve.length} points: two are needed`,
      curve.length === 1 ? { hint: 'draw the curve over a cap of at least 2 turns' } : {},
    );
  }
  let sum = 0;
  for (let at = 1; at < curve.length; at += 1) sum += ((curve[at - 1] as number) + (curve[at] as number)) / 2;
  return sum / (curve.length - 1);
}

/**
 * Progress per turn: PPT = p_max / t_max, the highest progress and the first turn that reaches it; 0 when nothing was reached.
 * Rewards giving up early at part of the way, so read it beside the final progress. Source: TED (arXiv 2603.15483), PPT.
 * @throws UserError for an empty curve
 */
export function progressPerTurn(curve: readonly number[]): number {
  if (curve.length === 0) throw new UserError('Cannot compute progress per turn: the curve is empty');
  const top = Math.max(...curve);
  return top / (curve.indexOf(top) + 1);
}

/** Rounded to 4 decimals with exact halves to even, as TED's code prints curves and areas. */
export function roundAsTed(value: number): number {
  // A binary number lies exactly half-way between two 4-decimal numbers only at odd multiples of 1/32.
  const isHalf = Math.abs((value * 32) % 2) === 1;
  if (!isHalf) return Number(value.toFixed(4));
  const below = Math.floor(value * 10000);
  return (below % 2 === 0 ? below : below + 1) / 10000;
}
