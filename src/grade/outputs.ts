import type { Transcript } from '../define/index.ts';

/**
 * How an expected output is looked for in what the agent said.
 * `tau`: τ-bench's rule (substring, letter case ignored, commas taken out of the agent's text only).
 * `strict`: respects word and number boundaries and number formats, so that "10" is not found in "210" or "10.50".
 */
export type OutputMode = 'tau' | 'strict';

/** The agent's messages to the user, in order: turns with text and without calls. */
export function messagesToUser(transcript: Transcript): string[] {
  return transcript.flatMap((turn) =>
    turn.role === 'agent' && turn.text !== undefined && (turn.calls ?? []).length === 0 ? [turn.text] : [],
  );
}

/** Whether the agent told the user this output in one of its messages. */
export function toldOutput(output: string, messages: readonly string[], mode: OutputMode): boolean {
  if (mode === 'tau') {
    const wanted = output.toLowerCase();
    return messages.some((message) => message.toLowerCase().replaceAll(',', '').includes(wanted));
  }
  return messages.some((message) => toldStrictly(output, message));
}

const NUMBER = /-?\d[\d,]*(?:\.\d+)?/g;

function toldStrictly(output: string, message: string): boolean {
  const wanted = asNumber(output);
  if (wanted !== undefined) {
    for (const [text] of message.matchAll(NUMBER)) {
      const found = asNumber(text);
      if (found !== undefined && sameNumber(found, wanted)) return true;
    }
    return false;
  }
  const words = normalize(output);
  const text = normalize(message);
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (isBoundary(text[at - 1], words[0]) && isBoundary(text[at + words.length], words.at(-1))) return true;
  }
  return false;
}

/** A number written with or without currency sign and thousands separators. */
function asNumber(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^(-?)\$/, '$1')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
    .replace(/,+$/, '');
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : undefined;
}

/** The sign is free: a refund of 50 may be told as -50. */
function sameNumber(left: number, right: number): boolean {
  return Math.abs(Math.abs(left) - Math.abs(right)) < 0.005;
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s ]+/g, ' ')
    .trim();
}

function isBoundary(outside: string | undefined, inside: string | undefined): boolean {
  if (outside === undefined || inside === undefined) return true;
  const word = /[\p{L}\p{N}_]/u;
  return !(word.test(outside) && word.test(inside));
}
