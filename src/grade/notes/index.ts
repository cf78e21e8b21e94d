/**
 * Grading notes decided by code. Notes are drafted from gold, tried on it, and decided on a trial's calls, messages and states.
 * Reads: a ReplayedTask, a trial. Makes: Notes, NoteDecisions, progress. What code cannot decide is left to a judge.
 */
export { type DecideInput, decideNotes, matches, type NoteDecision } from './decide.ts';
export { type DraftOptions, draftNotes, notesFor } from './draft.ts';
export { lintNotes } from './lint.ts';
export { mentions } from './mentions.ts';
export { type CallPattern, type NoteCode, noteCode, type PlacedValue } from './note-code.ts';
export { curveNotes, type NoteProgress, progressOf } from './progress.ts';
export { type TimedAction, type Timeline, timelineOf } from './timeline.ts';
export { type Mutant, type NoteTrial, tryNotes } from './try-notes.ts';
