import { sha256 } from '../../base/json/index.ts';
import type { Transcript } from '../../define/index.ts';

/** One line of a transcript as a judge reads it. */
export interface Line {
  /** From 1; a turn is one user message and all the agent does until the next one. */
  readonly turn: number;
  readonly who: 'user' | 'agent' | 'call' | 'result';
  readonly text: string;
}

/** The transcript as numbered lines. Private thoughts are left out: they prove nothing. */
export function linesOf(transcript: Transcript): Line[] {
  const lines: Line[] = [];
  let turn = 0;
  for (const item of transcript) {
    if (item.role === 'user') {
      if (item.stop === undefined || turn === 0) turn += 1;
      if (item.text !== '') lines.push({ turn, who: 'user', text: item.text });
    } else if (item.role === 'agent') {
      turn ||= 1;
      if (item.text !== undefined && item.text !== '') lines.push({ turn, who: 'agent', text: item.text });
      for (const { tool, args } of item.calls ?? []) {
        lines.push({ turn, who: 'call', text: `${tool} ${JSON.stringify(args)}` });
      }
    } else {
      lines.push({ turn, who: 'result', text: item.observation.text });
    }
  }
  return lines;
}

/** The last turn of the lines; 0 when there is none. */
export function lastTurn(lines: readonly Line[]): number {
  return lines.at(-1)?.turn ?? 0;
}

/**
 * Text put between marks that it cannot contain, because the marks hold a hash of it: nothing inside can end the block.
 * Each line is JSON, so that line breaks inside a message cannot pass for new lines of the transcript.
 */
export function fence(name: string, lines: readonly Line[]): string {
  const body = lines
    .map(({ turn, who, text }) => `[turn ${turn}] ${who}: ${JSON.stringify(text)}`)
    .join('\n');
  const mark = sha256(body).slice(0, 16);
  return `<<<${name} ${mark}\n${body}\n${name} ${mark}>>>`;
}

/** Text with blanks, quotes and escapes evened out, so that a quotation can be looked for. */
export function evenText(text: string): string {
  return text
    .replace(/\\n|\\t/g, ' ')
    .replace(/\\"/g, '"')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
