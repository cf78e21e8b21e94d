import { UserError } from '../../base/finding/index.ts';
import type { Decision } from './vote.ts';

/** What judging every open note after every turn gave. */
export interface ThroughTurns {
  /** Per note the first turn, from 1, in which the majority called it completed. */
  readonly firstTurns: readonly (number | null)[];
  /** Per note the decision of the last turn in which it was judged; `undefined` when it was never judged. */
  readonly last: readonly (Decision | undefined)[];
  readonly calls: number;
}

/**
 * TED's way to judge a trial: after each turn every note that is not yet completed is judged on the conversation so far, and a
 * completed note is never judged again. Costs runs × Σ_t open notes calls. Source: TED (arXiv 2603.15483), dynamic validation.
 * @param judge judges note `note` (from 0) on turns 1..`turn`
 * @throws UserError without notes or turns
 */
export async function judgeThroughTurns(
  { notes, turns, cap }: { readonly notes: number; readonly turns: number; readonly cap: number },
  judge: (note: number, turn: number) => Promise<Decision>,
): Promise<ThroughTurns> {
  if (notes < 1) throw new UserError('Cannot judge a trial: it has no notes');
  if (turns < 1) throw new UserError('Cannot judge a trial: it has no turns');
  const firstTurns: (number | null)[] = Array.from({ length: notes }, () => null);
  const last: (Decision | undefined)[] = Array.from({ length: notes }, () => undefined);
  let calls = 0;
  for (let turn = 1; turn <= Math.min(turns, cap); turn += 1) {
    const open = firstTurns.flatMap((first, note) => (first === null ? [note] : []));
    const decisions = await Promise.all(open.map((note) => judge(note, turn)));
    for (const [at, decision] of decisions.entries()) {
      const note = open[at] as number;
      last[note] = decision;
      calls += decision.tally.calls;
      if (decision.kind === 'decided' && decision.completed) firstTurns[note] = turn;
    }
  }
  return { firstTurns, last, calls };
}
