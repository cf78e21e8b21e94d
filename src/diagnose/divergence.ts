import { equalJson } from '../base/json/index.ts';
import { type TimedAction, timelineOf } from '../grade/notes/index.ts';
import type { TrialRun } from '../simulate/index.ts';

/** Where a failing trial parts from a passing one of the same task. */
export interface TrialDivergence {
  readonly passing: number;
  readonly failing: number;
  /** Number of calls both made alike before, in order. */
  readonly shared: number;
  /** The call of each after that; `null` when it made no further call. */
  readonly passed: TimedAction | null;
  readonly failed: TimedAction | null;
  /** Turn of the failing trial, from 1. */
  readonly turn: number;
  /** Whether the users had said the same until then, letter case and blanks aside. */
  readonly usersAlike: boolean;
}

/**
 * First point at which a failing trial parts from the passing trial of the same task that goes along with it longest.
 * Reads that are repeated or made in another order do not count: calls are compared write by write, and between two writes as
 * sets, so that looking up the same things in another order is no divergence.
 * @returns undefined without a passing trial, or when the calls do not part
 */
export function firstDivergenceBetween(
  failing: TrialRun,
  passing: readonly TrialRun[],
): TrialDivergence | undefined {
  let best: TrialDivergence | undefined;
  const mine = timelineOf(failing);
  for (const other of passing) {
    const theirs = timelineOf(other);
    const shared = sharedCalls(mine.actions, theirs.actions);
    if (shared.failed === null && shared.passed === null) continue;
    if (best !== undefined && shared.count <= best.shared) continue;
    const turn = shared.failed?.turn ?? mine.turns;
    const said = (timeline: typeof mine): string =>
      timeline.said
        .filter((item) => item.turn <= turn)
        .map(({ text }) => text.toLowerCase().replace(/\s+/g, ' ').trim())
        .join('\n');
    best = {
      passing: other.trial,
      failing: failing.trial,
      shared: shared.count,
      passed: shared.passed,
      failed: shared.failed,
      turn,
      usersAlike: said(mine) === said(theirs),
    };
  }
  return best;
}

function sharedCalls(
  mine: readonly TimedAction[],
  theirs: readonly TimedAction[],
): { readonly count: number; readonly failed: TimedAction | null; readonly passed: TimedAction | null } {
  const blocks = [blocksOf(mine), blocksOf(theirs)] as const;
  let count = 0;
  for (let at = 0; at < Math.max(blocks[0].length, blocks[1].length); at += 1) {
    const ours = blocks[0][at]?.write ?? null;
    const others = blocks[1][at]?.write ?? null;
    if (ours === null && others === null) {
      const reads = readsApart(blocks[0][at]?.reads ?? [], blocks[1][at]?.reads ?? []);
      return { count, ...reads };
    }
    if (ours === null || others === null || !sameCall(ours, others)) {
      return { count, failed: ours, passed: others };
    }
    count += 1;
  }
  return { count, failed: null, passed: null };
}

/** First read only one side made: where the writes are alike, it is all that can tell the trials apart. */
function readsApart(
  mine: readonly TimedAction[],
  theirs: readonly TimedAction[],
): { readonly failed: TimedAction | null; readonly passed: TimedAction | null } {
  const only = (one: readonly TimedAction[], other: readonly TimedAction[]): TimedAction | null =>
    one.find((action) => !other.some((candidate) => sameCall(action, candidate))) ?? null;
  return { failed: only(mine, theirs), passed: only(theirs, mine) };
}

interface Block {
  readonly reads: readonly TimedAction[];
  readonly write: TimedAction | null;
}

function blocksOf(actions: readonly TimedAction[]): Block[] {
  const blocks: Block[] = [];
  let reads: TimedAction[] = [];
  for (const action of actions) {
    if (!action.changed) {
      reads.push(action);
      continue;
    }
    blocks.push({ reads, write: action });
    reads = [];
  }
  return [...blocks, { reads, write: null }];
}

function sameCall(left: TimedAction, right: TimedAction): boolean {
  return left.tool === right.tool && equalJson(left.args, right.args);
}
