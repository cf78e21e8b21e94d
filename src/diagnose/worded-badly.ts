import type { Finding } from '../base/finding/index.ts';
import { mean } from '../metrics/bootstrap.ts';
import { krippendorffAlpha } from '../metrics/ted/index.ts';
import type { PanelVerdict } from './judge/panel.ts';

/** A panel's votes on one note of one trial. */
export interface NoteVotes extends PanelVerdict {
  readonly task: string;
  readonly trial: number;
}

/** Mean disagreement z(1-z) from which a note counts as badly worded: two judges of three split in half of the trials. */
const DISAGREEMENT = 0.11;

/** Notes on which judges often differ, or which they often cannot answer: the wording is at fault, not the agent. */
export function findingsOfNotes(votes: readonly NoteVotes[]): Finding[] {
  const byNote = new Map<string, NoteVotes[]>();
  for (const vote of votes) {
    const key = JSON.stringify([vote.task, vote.note]);
    byNote.set(key, [...(byNote.get(key) ?? []), vote]);
  }
  return [...byNote.values()].flatMap((group): Finding[] => {
    const [first] = group;
    if (first === undefined) return [];
    const scored = group.filter((vote) => vote.votes.length > 0);
    const shares = scored.map((vote) => mean(vote.votes));
    const disagreement = shares.length === 0 ? 0 : mean(shares.map((z) => z * (1 - z)));
    const unscored = group.filter(({ verdict }) => verdict === 'unscored').length / group.length;
    if (disagreement < DISAGREEMENT && unscored <= 0.5) return [];
    const message =
      unscored > 0.5
        ? `judges cannot answer note "${first.note}" in ${Math.round(unscored * 100)} % of the trials`
        : `judges disagree on note "${first.note}" (${disagreement.toFixed(2)} of at most 0.25)`;
    return [
      {
        code: 'note-badly-worded',
        severity: 'warning',
        message,
        hint: 'say in the note what is seen in the conversation when it holds; or let code decide it',
        task: first.task,
      },
    ];
  });
}

/** Agreement of the judges over all notes and trials; `undefined` when they gave only one verdict throughout. */
export function judgeAgreement(votes: readonly NoteVotes[]): number | undefined {
  return krippendorffAlpha(votes.map(({ votes: given }) => given.map(String)));
}
