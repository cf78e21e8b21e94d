import type { Note } from '../../annotate/index.ts';
import { equalJson } from '../../base/json/index.ts';
import type { Change, Violation } from '../../environment/index.ts';
import { describeChange } from '../../environment/index.ts';
import { type OutputMode, toldOutput } from '../outputs.ts';
import { type CallPattern, type NoteCode, noteCode, type PlacedValue } from './note-code.ts';
import type { TimedAction, Timeline } from './timeline.ts';

/** What became of a note in one trial. */
export type NoteDecision = { readonly note: string } & (
  | {
      readonly kind: 'held';
      /** Turn since which it holds, from 1; `null` for a forbidden note, which holds throughout. */
      readonly turn: number | null;
      readonly by: 'code' | 'judge' | 'person';
    }
  | {
      readonly kind: 'failed';
      readonly by: 'code' | 'judge' | 'person';
      readonly why: string;
      /** Turn in which it was broken, where that is known. */
      readonly turn?: number;
    }
  /** Nothing decided it: neither held nor failed. */
  | { readonly kind: 'undecided'; readonly why: string }
);

export interface DecideInput {
  readonly timeline: Timeline;
  readonly violations: readonly Violation[];
  readonly outputMode?: OutputMode;
}

/** Decides the notes that have code; the others come back undecided. Pure. @throws UserError for malformed code */
export function decideNotes(notes: readonly Note[], input: DecideInput): NoteDecision[] {
  const decisions = notes.map((note) => decideNote(note, input));
  return decisions.map((decision, index) => {
    const code = noteCode(notes[index] as Note);
    if (decision.kind !== 'failed' || code?.check !== 'argument' || code.write === undefined) return decision;
    const write = decisions.find(({ note }) => note === code.write);
    // The state is as gold left it, so the argument meant the same.
    return write?.kind === 'held' ? { ...write, note: decision.note } : decision;
  });
}

function decideNote(note: Note, input: DecideInput): NoteDecision {
  const code = noteCode(note);
  if (code === undefined) return { note: note.id, kind: 'undecided', why: 'needs a judge' };
  const { timeline } = input;
  const held = (turn: number | null): NoteDecision => ({ note: note.id, kind: 'held', turn, by: 'code' });
  const failed = (why: string, turn?: number): NoteDecision => ({
    note: note.id,
    kind: 'failed',
    by: 'code',
    why,
    ...(turn !== undefined && { turn }),
  });
  switch (code.check) {
    case 'effect': {
      const holds = timeline.changes.map((changes) => code.values.every((value) => holdsIn(value, changes)));
      const turn = note.kind === 'final' ? sinceWhen(holds) : firstWhen(holds);
      if (turn !== undefined) return held(turn);
      const missing = code.values.find((value) => !holdsIn(value, timeline.changes.at(-1) ?? []));
      return failed(missing === undefined ? 'undone later' : `missing: ${describeChange(missing)}`);
    }
    case 'call': {
      const found = timeline.actions.find((action) => matches(code.call, action));
      return found ? held(found.turn) : failed(`no successful call of ${code.call.tool}`);
    }
    case 'argument':
      return decideArgument(code, timeline, held, failed);
    case 'told': {
      const found = timeline.messages.find(({ text }) =>
        toldOutput(code.output, [text], input.outputMode ?? 'strict'),
      );
      return found ? held(found.turn) : failed(`"${code.output}" was not told`);
    }
    case 'nothing-else': {
      const stray = (timeline.changes.at(-1) ?? []).find(
        (change) => !code.places.some((place) => samePlace(place, change)),
      );
      return stray ? failed(`also changed: ${describeChange(stray)}`) : held(null);
    }
    case 'rule': {
      const broken = input.violations.find(({ rule }) => rule === code.rule);
      return broken ? failed(broken.message) : held(null);
    }
    case 'never': {
      const found = timeline.actions.find((action) => matches(code.call, action));
      return found ? failed(`${code.call.tool} was called`, found.turn) : held(null);
    }
    case 'order': {
      const first = timeline.actions.findIndex((action) => matches(code.first, action));
      const second = timeline.actions.findIndex((action) => matches(code.second, action));
      if (first < 0 || second < 0) return failed('one of the two calls was not made');
      return first < second
        ? held((timeline.actions[second] as TimedAction).turn)
        : failed('the calls were made in the other order', timeline.actions[first]?.turn);
    }
  }
}

function decideArgument(
  code: NoteCode & { readonly check: 'argument' },
  timeline: Timeline,
  held: (turn: number) => NoteDecision,
  failed: (why: string, turn?: number) => NoteDecision,
): NoteDecision {
  const calls = timeline.actions.filter((action) => matches(code.call, action));
  const right = calls.find((action) => equalJson(action.args[code.argument], code.value));
  if (right !== undefined) return held(right.turn);
  const last = calls.at(-1);
  if (last === undefined) return failed(`no successful call of ${code.call.tool}`);
  return failed(`${code.argument} was ${JSON.stringify(last.args[code.argument])}`, last.turn);
}

/** Whether a call succeeded and carried at least the pattern's arguments. */
export function matches(pattern: CallPattern, action: TimedAction): boolean {
  if (action.tool !== pattern.tool || action.observation.failed) return false;
  return Object.entries(pattern.args).every(([name, value]) => equalJson(action.args[name], value));
}

function holdsIn(value: PlacedValue, changes: readonly Change[]): boolean {
  return changes.some((change) => samePlace(value, change) && equalJson(change.after, value.after));
}

function samePlace(value: PlacedValue, change: Change): boolean {
  return (
    value.table === change.table &&
    value.key === change.key &&
    value.path.length === change.path.length &&
    value.path.every((step, index) => step === change.path[index])
  );
}

/** First turn of the unbroken stretch of trues that lasts to the end. */
function sinceWhen(holds: readonly boolean[]): number | undefined {
  const lastFalse = holds.lastIndexOf(false);
  return lastFalse + 1 < holds.length ? lastFalse + 2 : undefined;
}

function firstWhen(holds: readonly boolean[]): number | undefined {
  const first = holds.indexOf(true);
  return first < 0 ? undefined : first + 1;
}
