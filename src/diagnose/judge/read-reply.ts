import { z } from 'zod';
import type { ModelReply } from '../../base/model/language-model.ts';
import { addressesJudge } from './injection.ts';
import type { JudgedNote, Question } from './question.ts';
import { evenText, type Line } from './render.ts';
import type { Ballot } from './vote.ts';

/** A judge's word on one note, with evidence that was checked against the conversation. */
export type NoteBallot = Ballot & {
  /** Turn of the line the evidence was found in. */
  readonly turn?: number;
  readonly quote?: string;
};

const REPLY = z.object({
  verdicts: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(['true', 'false', 'unclear']),
      turn: z.number().int().nullable().optional(),
      quote: z.string().nullable().optional(),
    }),
  ),
});

const SHORTEST_QUOTE = 8;

/**
 * Reads a judge's reply. Whatever is not exactly the asked form is unscored, for every note: empty, fenced, cut off, other
 * JSON, statements left out or answered twice, a control answered wrong. A verdict that needs evidence and gives none that
 * occurs in the conversation is void for its note. Nothing unreadable ever counts as a pass.
 */
export function readReply(
  reply: Pick<ModelReply, 'text' | 'finish'>,
  question: Question,
  notes: readonly JudgedNote[],
): ReadonlyMap<string, NoteBallot> {
  const fail = (reason: string): ReadonlyMap<string, NoteBallot> =>
    new Map(notes.map(({ id }) => [id, { kind: 'unscored', reason } as const]));
  const text = reply.text?.trim() ?? '';
  if (text === '') return fail('the reply is empty');
  if (reply.finish === 'length') return fail('the reply is cut off');
  if (text.startsWith('```')) return fail('the reply is fenced');
  const document = parse(text);
  if (document === undefined) return fail('the reply is no JSON object');
  const read = REPLY.safeParse(document);
  if (!read.success) return fail(`the reply has another form: ${read.error.issues[0]?.message ?? ''}`);
  const byId = new Map<string, (typeof read.data.verdicts)[number]>();
  for (const verdict of read.data.verdicts) {
    if (byId.has(verdict.id)) return fail(`the reply answers "${verdict.id}" twice`);
    byId.set(verdict.id, verdict);
  }
  for (const { id, control } of question.statements) {
    if (control === undefined) continue;
    if (byId.get(id)?.verdict !== String(control)) return fail('the reply gets a control statement wrong');
  }
  const ballots = new Map<string, NoteBallot>();
  for (const note of notes) {
    const statement = question.statements.find((candidate) => candidate.note === note.id);
    const verdict = statement && byId.get(statement.id);
    ballots.set(
      note.id,
      verdict === undefined
        ? { kind: 'unscored', reason: 'the reply leaves it out' }
        : ballotOf(
            verdict.verdict,
            verdict.quote ?? undefined,
            verdict.turn ?? undefined,
            note,
            question.lines,
          ),
    );
  }
  return ballots;
}

function ballotOf(
  verdict: 'true' | 'false' | 'unclear',
  quote: string | undefined,
  turn: number | undefined,
  note: JudgedNote,
  lines: readonly Line[],
): NoteBallot {
  if (verdict === 'unclear') return { kind: 'unscored', reason: 'the judge finds it unclear' };
  const completed = verdict === 'true';
  const needsEvidence = completed !== note.forbidden;
  if (!needsEvidence) return { kind: 'vote', completed };
  if (quote === undefined) return { kind: 'unscored', reason: 'the verdict quotes no evidence' };
  const found = findQuote(quote, turn, lines);
  if (found === undefined) return { kind: 'unscored', reason: 'the quoted evidence does not occur' };
  if (addressesJudge(found)) return { kind: 'unscored', reason: 'the quoted evidence speaks to the judge' };
  return { kind: 'vote', completed, turn: found.turn, quote, explanation: quote };
}

/** The line a quotation comes from: one of the named turn first, else the earliest. */
export function findQuote(quote: string, turn: number | undefined, lines: readonly Line[]): Line | undefined {
  const wanted = evenText(quote);
  if (wanted.length < SHORTEST_QUOTE) return undefined;
  const found = lines.filter(({ text }) => evenText(text).includes(wanted));
  return found.find((line) => line.turn === turn) ?? found[0];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
