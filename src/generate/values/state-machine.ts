import { suggest, UserError } from '../../base/finding/index.ts';
import type { RandomStream } from '../../base/random/index.ts';

export interface StateMachine<State extends string> {
  /** States passed through on the way from the start to `end`, both included: the history that fits a status. */
  pathTo(end: State, random: RandomStream): readonly State[];
}

/**
 * States and the moves between them. A row draws its status first, then gets a history that leads there.
 * Where several moves lead to the status, each is as likely as its weight says.
 * @throws UserError when a state cannot be reached
 */
export function stateMachine<const State extends string>(
  start: NoInfer<State>,
  moves: Readonly<Record<State, Readonly<Partial<Record<State, number>>>>>,
): StateMachine<State> {
  const states = Object.keys(moves) as State[];
  const before = new Map<State, (readonly [State, number])[]>(states.map((state) => [state, []]));
  for (const from of states) {
    for (const [to, weight] of Object.entries(moves[from]) as [State, number][]) {
      const list = before.get(to);
      if (list === undefined) {
        throw new UserError(`Cannot move to state "${to}": the machine has no such state`, {
          hint: suggest(to, states),
        });
      }
      list.push([from, weight]);
    }
  }
  const distance = distances(start, states, before);
  for (const state of states) {
    if (!distance.has(state)) throw new UserError(`Cannot reach state "${state}": no moves lead there`);
  }
  // Only moves that come from nearer the start are taken back, so that the walk ends.
  const nearer = new Map(
    states.map((state) => [
      state,
      (before.get(state) ?? []).filter(
        ([from]) => (distance.get(from) as number) < (distance.get(state) as number),
      ),
    ]),
  );
  const walk = (end: State, random?: RandomStream): readonly State[] | undefined => {
    const path = [end];
    for (let at = end; at !== start; path.push(at)) {
      const moves = nearer.get(at) ?? [];
      if (moves.length > 1 && random === undefined) return undefined;
      at = choose(moves, random);
    }
    return path.reverse();
  };
  // Where there is one way only, nothing is drawn and the path is always the same.
  const only = new Map(states.map((state) => [state, walk(state)]));
  return { pathTo: (end, random) => only.get(end) ?? (walk(end, random) as readonly State[]) };
}

function distances<State>(
  start: NoInfer<State>,
  states: readonly State[],
  before: ReadonlyMap<State, readonly (readonly [State, number])[]>,
): ReadonlyMap<State, number> {
  const distance = new Map<State, number>([[start, 0]]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const state of states) {
      if (distance.has(state)) continue;
      const reached = (before.get(state) ?? []).flatMap(([from]) => distance.get(from) ?? []);
      if (reached.length === 0) continue;
      distance.set(state, Math.min(...reached) + 1);
      changed = true;
    }
  }
  return distance;
}

function choose<State>(
  moves: readonly (readonly [State, number])[],
  random: RandomStream | undefined,
): State {
  const total = moves.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = moves.length > 1 && random !== undefined ? random.next() * total : 0;
  for (const [state, weight] of moves) {
    rest -= weight;
    if (rest < 0) return state;
  }
  return (moves.at(-1) as readonly [State, number])[0];
}
