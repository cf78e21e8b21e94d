import type { Task } from '../../annotate/index.ts';
import type { Finding, Severity } from '../../base/finding/index.ts';

const VAGUE = /\b(properly|appropriately|correctly|suitable|as needed|etc|handles?|deals? with|helpful)\b/i;
const NEGATIVE =
  /^(?:the )?(?:agent|assistant)\s+(?:does not|doesn'?t|do not|don'?t|never|must not|should not|shouldn'?t)\b/i;

/** Looks for notes that no judge could decide the same way twice: empty, twice the same, vague, negative but not forbidden. */
export function lintNotes(task: Pick<Task, 'id' | 'notes'>): Finding[] {
  const findings: Finding[] = [];
  const seen = new Map<string, string>();
  const ids = new Set<string>();
  const add = (code: string, severity: Severity, note: string, message: string, hint: string): number =>
    findings.push({ code, severity, message, hint, task: task.id, at: `notes ${note}` });
  for (const note of task.notes) {
    const text = note.text
      .trim()
      .toLowerCase()
      .replace(/[.\s"']+/g, ' ')
      .trim();
    if (ids.has(note.id)) {
      add(
        'note-id-twice',
        'error',
        note.id,
        `two notes have the id "${note.id}"`,
        'give each note its own id',
      );
    }
    ids.add(note.id);
    if (text === '') {
      add(
        'note-empty',
        'error',
        note.id,
        `note "${note.id}" says nothing`,
        'write one sentence that can be checked',
      );
      continue;
    }
    const twin = seen.get(text);
    if (twin !== undefined && note.code === undefined) {
      add(
        'note-twice',
        'warning',
        note.id,
        `notes "${twin}" and "${note.id}" say the same`,
        'keep one of them',
      );
    }
    seen.set(text, note.id);
    if (note.code !== undefined) continue;
    const vague = VAGUE.exec(note.text)?.[0];
    if (vague !== undefined) {
      add(
        'note-vague',
        'warning',
        note.id,
        `note "${note.id}" rests on "${vague}"`,
        'say what is seen when it holds',
      );
    }
    if (note.kind === 'milestone' && NEGATIVE.test(note.text)) {
      add(
        'note-negative-milestone',
        'warning',
        note.id,
        `note "${note.id}" is true before the agent does anything, and would stay so`,
        'make its kind "forbidden"',
      );
    }
  }
  return findings;
}
