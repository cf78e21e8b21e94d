import type { Note } from '../../annotate/index.ts';
import type { NoteDecision } from './decide.ts';

/** How far a trial came by its notes. */
export interface NoteProgress {
  /** Weight of held notes over weight of decided ones; `null` when none is decided. Forbidden notes take no part. */
  readonly progress: number | null;
  /** Progress if every undecided note failed, and if every one held. */
  readonly least: number | null;
  readonly most: number | null;
  /** Whether no forbidden note was broken; undecided ones are counted apart. */
  readonly gate: 'open' | 'broken' | 'undecided';
  readonly undecided: number;
  /** Every note held: `true`; any failed: `false`; else undecided: `null`. */
  readonly success: boolean | null;
}

/** Progress and success of one trial, from the decisions on its notes (in the order of the notes). */
export function progressOf(notes: readonly Note[], decisions: readonly NoteDecision[]): NoteProgress {
  let held = 0;
  let decided = 0;
  let total = 0;
  for (const [index, note] of notes.entries()) {
    if (note.kind === 'forbidden') continue;
    const weight = note.weight ?? 1;
    const kind = decisions[index]?.kind;
    total += weight;
    if (kind === 'held' || kind === 'failed') decided += weight;
    if (kind === 'held') held += weight;
  }
  const gates = decisions.filter((_, index) => notes[index]?.kind === 'forbidden');
  const gate = gates.some(({ kind }) => kind === 'failed')
    ? 'broken'
    : gates.some(({ kind }) => kind === 'undecided')
      ? 'undecided'
      : 'open';
  const undecided = decisions.filter(({ kind }) => kind === 'undecided').length;
  const anyFailed = decisions.some(({ kind }) => kind === 'failed');
  return {
    progress: decided === 0 ? null : held / decided,
    least: total === 0 ? null : held / total,
    most: total === 0 ? null : (held + total - decided) / total,
    gate,
    undecided,
    success: anyFailed ? false : undecided > 0 ? null : true,
  };
}

/** Per note that counts towards progress its first turn and weight: what `progressCurve` takes. Undecided notes are left out. */
export function curveNotes(
  notes: readonly Note[],
  decisions: readonly NoteDecision[],
): { readonly firstTurns: readonly (number | null)[]; readonly weights: readonly number[] } {
  const firstTurns: (number | null)[] = [];
  const weights: number[] = [];
  for (const [index, note] of notes.entries()) {
    const decision = decisions[index];
    if (note.kind === 'forbidden' || decision === undefined || decision.kind === 'undecided') continue;
    firstTurns.push(decision.kind === 'held' ? (decision.turn ?? 1) : null);
    weights.push(note.weight ?? 1);
  }
  return { firstTurns, weights };
}
