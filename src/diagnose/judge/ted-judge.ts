import type { LanguageModel } from '../../base/model/language-model.ts';
import type { Transcript } from '../../define/index.ts';
import type { JudgeJournal } from './journal.ts';
import { type Line, lastTurn, linesOf } from './render.ts';
import { readTedGrade } from './ted-grade.ts';
import { judgeThroughTurns, type ThroughTurns } from './through-turns.ts';
import { majorityOf } from './vote.ts';

export interface TedJudgeOptions {
  readonly model: LanguageModel;
  readonly journal: JudgeJournal;
  /** Turns after which nothing is judged. */
  readonly cap: number;
  /** Judge runs per question; 5 when absent, as in the paper. */
  readonly runs?: number;
  readonly earlyStop?: boolean;
  readonly scope?: string;
  readonly signal?: AbortSignal;
}

/**
 * Judges a trial as TED does, so that numbers can be compared: after every turn, each note that is not yet completed goes to
 * the same model `runs` times with the same prompt, one note a call, and the majority counts.
 * Source: TED (arXiv 2603.15483). The prompt is in our own words.
 */
export async function judgeAsTed(
  notes: readonly { readonly id: string; readonly text: string }[],
  transcript: Transcript,
  task: string,
  { model, journal, cap, runs = 5, earlyStop = false, scope, signal }: TedJudgeOptions,
): Promise<ThroughTurns> {
  const lines = linesOf(transcript);
  return judgeThroughTurns({ notes: notes.length, turns: lastTurn(lines), cap }, (index, turn) => {
    const note = notes[index] as { readonly id: string; readonly text: string };
    const request = {
      messages: [
        { role: 'system' as const, content: SYSTEM },
        {
          role: 'user' as const,
          content: ask(
            note.text,
            lines.filter((line) => line.turn <= turn),
            task,
          ),
        },
      ],
      temperature: 0,
      maxTokens: 1000,
    };
    return majorityOf(
      async (run) => {
        const options = {
          seat: `ted/${run}`,
          ...(scope !== undefined && { scope }),
          ...(signal && { signal }),
        };
        const { text } = await journal.ask(model, request, options);
        return readTedGrade(text ?? '');
      },
      { runs, earlyStop },
    );
  });
}

const SYSTEM = [
  'You grade whether an agent has completed one goal in a conversation with a user.',
  'Look at facts and completion only, not at style. What the agent thinks or announces is no tool call.',
  'Equal values in another form are equal; clearly different values are not.',
  'Write a short argument, then on the last line "GRADE: C" (completed) or "GRADE: I" (incomplete).',
].join('\n');

function ask(note: string, lines: readonly Line[], task: string): string {
  const dialogue = lines
    .map(({ turn, who, text }) => `[turn ${turn}] ${who}: ${JSON.stringify(text)}`)
    .join('\n');
  return `User task: ${JSON.stringify(task)}\n\nGoal: ${JSON.stringify(note)}\n\n${dialogue}`;
}
