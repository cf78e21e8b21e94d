import type { Note } from '../../annotate/index.ts';
import type { Transcript } from '../../define/index.ts';
import type { NoteDecision } from '../../grade/notes/index.ts';
import { firstTurns } from './first-turn.ts';
import { addressesJudge } from './injection.ts';
import { askPanel, type PanelOptions, type PanelVerdict } from './panel.ts';
import type { JudgedNote } from './question.ts';
import { lastTurn, linesOf } from './render.ts';

/** A decision of a person about one note of one trial, which outranks judges. */
export interface PersonDecision {
  readonly task: string;
  readonly trial: number;
  readonly note: string;
  readonly held: boolean;
}

export interface JudgeTrialInput {
  readonly notes: readonly Note[];
  /** What code decided, in the order of the notes. */
  readonly decided: readonly NoteDecision[];
  readonly transcript: Transcript;
  /** What the user was after, as the judge is told. */
  readonly task: string;
  /** Decisions of people for this trial, by note id. */
  readonly people?: ReadonlyMap<string, boolean>;
}

export interface JudgedTrial {
  /** Code's, people's and judges' decisions together, in the order of the notes. */
  readonly decisions: readonly NoteDecision[];
  /** What the panel said at the end of the trial, for the notes it was asked about. */
  readonly verdicts: readonly PanelVerdict[];
  /** Notes on which usable votes differed, or none could be had: for a person to decide. */
  readonly disputed: readonly string[];
  /** Turns with text that speaks to the judge. */
  readonly suspicious: readonly number[];
}

/**
 * Decides the notes that code left open: people's decisions first, then a panel at the end of the trial; for milestones that
 * hold, the first turn is searched by bisection.
 */
export async function judgeTrial(input: JudgeTrialInput, panel: PanelOptions): Promise<JudgedTrial> {
  const { notes, decided, transcript, task, people } = input;
  const lines = linesOf(transcript);
  const end = lastTurn(lines);
  const open = notes.filter((note, index) => decided[index]?.kind === 'undecided' && !people?.has(note.id));
  const asked = open.map(toJudged);
  const verdicts = asked.length === 0 || end === 0 ? [] : await askPanel(asked, lines, task, panel);
  const byNote = new Map(verdicts.map((verdict) => [verdict.note, verdict]));
  const milestones = open.filter(
    ({ id, kind }) => kind === 'milestone' && byNote.get(id)?.verdict === 'true',
  );
  const turns = await firstTurns(
    milestones.map(({ id }) => ({ note: id, by: byNote.get(id)?.turn ?? end })),
    async (group, turn) => {
      const part = lines.filter((line) => line.turn <= turn);
      const questions = asked.filter(({ id }) => group.includes(id));
      const answers = await askPanel(questions, part, task, panel);
      return new Set(answers.filter(({ verdict }) => verdict === 'true').map(({ note }) => note));
    },
  );
  const decisions = notes.map((note, index): NoteDecision => {
    const known = decided[index];
    if (known !== undefined && known.kind !== 'undecided') return known;
    const person = people?.get(note.id);
    if (person !== undefined) {
      return person
        ? { note: note.id, kind: 'held', turn: note.kind === 'forbidden' ? null : end, by: 'person' }
        : { note: note.id, kind: 'failed', by: 'person', why: 'a person decided so' };
    }
    return fromVerdict(note, byNote.get(note.id), turns.get(note.id) ?? end);
  });
  return {
    decisions,
    verdicts,
    disputed: verdicts.filter(isDisputed).map(({ note }) => note),
    suspicious: [...new Set(lines.filter(addressesJudge).map(({ turn }) => turn))],
  };
}

function toJudged({ id, text, kind }: Note): JudgedNote {
  return { id, text, forbidden: kind === 'forbidden' };
}

function fromVerdict(note: Note, verdict: PanelVerdict | undefined, turn: number): NoteDecision {
  if (verdict === undefined) return { note: note.id, kind: 'undecided', why: 'no judge was asked' };
  if (verdict.verdict === 'unscored') {
    return { note: note.id, kind: 'undecided', why: verdict.reason ?? 'the judges gave no answer' };
  }
  if (verdict.verdict === 'true') {
    return { note: note.id, kind: 'held', turn: note.kind === 'forbidden' ? null : turn, by: 'judge' };
  }
  return {
    note: note.id,
    kind: 'failed',
    by: 'judge',
    why:
      verdict.quote === undefined ? 'the judges saw nothing of it' : `the judges point at "${verdict.quote}"`,
    ...(verdict.turn !== undefined && { turn: verdict.turn }),
  };
}

function isDisputed({ verdict, votes }: PanelVerdict): boolean {
  return verdict === 'unscored' || new Set(votes).size > 1;
}
