import type { GoldAction } from '../annotate/index.ts';
import { toldOutput } from '../grade/index.ts';
import { candidatesFor } from './alternatives/candidates.ts';
import { placesOfWrite, withValueAt } from './schema/places.ts';
import type { AuditedTask, GoldWrite, MutationScore } from './types.ts';

/**
 * How many small changes to gold the grader notices: each write dropped, repeated, altered in each argument, swapped with
 * the next; each output altered. A change that the tools refuse is none.
 * @returns null for a task without gold outcome
 */
export function mutationScore(audited: AuditedTask): MutationScore | null {
  if (audited.replayed === undefined) return null;
  const missed: string[] = [];
  let tried = 0;
  const record = (noticed: boolean | undefined, words: string): void => {
    if (noticed === undefined) return;
    tried += 1;
    if (!noticed) missed.push(words);
  };
  for (const [at, write] of audited.writes.entries()) {
    const later = audited.writes.slice(at + 1).map(({ action }) => action);
    const name = `gold action ${write.index + 1} (${write.action.tool})`;
    record(ends(audited, write, later), `${name} dropped`);
    record(ends(audited, write, [write.action, write.action, ...later]), `${name} repeated`);
    for (const [argument, action] of alteredOnce(write, audited)) {
      record(ends(audited, write, [action, ...later]), `${name} with another ${argument}`);
    }
    const [next, ...rest] = later;
    // Only writes whose order matters give another state; the others are one and the same plan.
    if (
      next !== undefined &&
      audited.alternatives.some(({ path, actionIndex }) => path === 'order' && actionIndex === write.index)
    ) {
      record(ends(audited, write, [next, write.action, ...rest]), `${name} swapped with the next write`);
    }
  }
  for (const output of audited.task.outputs) {
    record(
      !toldOutput(output, [altered(output)], 'strict'),
      `output "${output}" told as "${altered(output)}"`,
    );
  }
  return { tried, noticed: tried - missed.length, missed };
}

/** Whether a plan from before a write on ends elsewhere than every accepted outcome; undefined when a tool refuses it. */
function ends(audited: AuditedTask, from: GoldWrite, plan: readonly GoldAction[]): boolean | undefined {
  const environment = from.before.fork({ lazyText: true });
  for (const action of plan) if (environment.call(action).observation.failed) return undefined;
  if (audited.end.state.equals(environment.state)) return false;
  const others = audited.replayed?.accepted.slice(1) ?? [];
  if (others.length === 0) return true;
  const { hash } = environment.outcome();
  return !others.some(({ outcome }) => outcome.hash === hash);
}

/** One alteration of each argument that the tool takes. */
function* alteredOnce(write: GoldWrite, audited: AuditedTask): Generator<readonly [string, GoldAction]> {
  const done = new Set<string>();
  for (const place of placesOfWrite(write)) {
    if (done.has(place.argument)) continue;
    for (const value of candidatesFor(place, write, audited).slice(0, 12)) {
      const action = { ...write.action, args: withValueAt(write.action.args, place.path, value) };
      if (write.before.fork({ lazyText: true }).call(action).observation.failed) continue;
      done.add(place.argument);
      yield [place.argument, action];
      break;
    }
  }
}

/** Another value that looks much like the output: a number with a digit before it, a word with letters after it. */
function altered(output: string): string {
  return /\d/.test(output) ? output.replace(/\d/, '9$&') : `${output}x`;
}
