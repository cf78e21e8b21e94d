import type { Span } from '../types.ts';
import { type Clause, cutClauses } from './clauses.ts';
import { PhraseIndex } from './phrases.ts';
import { type Extent, type Token, tokenize } from './tokens.ts';

/** A scenario's text, read once: words, sentences, clauses, and where any phrase stands. */
export interface Reading {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly clauses: readonly Clause[];
  readonly phrases: PhraseIndex;
  /** The clause a token stands in. */
  clauseAt(token: number): Clause | undefined;
}

/** Reads a text. */
export function readText(text: string): Reading {
  const tokens = tokenize(text);
  const clauses = cutClauses(tokens);
  const byToken: (Clause | undefined)[] = [];
  for (const clause of clauses) for (let at = clause.first; at < clause.last; at += 1) byToken[at] = clause;
  return { text, tokens, clauses, phrases: new PhraseIndex(tokens), clauseAt: (token) => byToken[token] };
}

const READINGS = new WeakMap<object, Reading>();

/** The reading of a scenario, made on first use and kept with its owner. */
export function readingOf(owner: { readonly text: string }): Reading {
  let reading = READINGS.get(owner);
  if (reading === undefined) {
    reading = readText(owner.text);
    READINGS.set(owner, reading);
  }
  return reading;
}

/** A stretch of the text with its words. */
export function spanOf(reading: Reading, extent: Extent): Span {
  return { start: extent.start, end: extent.end, text: reading.text.slice(extent.start, extent.end) };
}

/** The sentence a token stands in, as an extent. */
export function sentenceAt(reading: Reading, token: number): Extent {
  const number = reading.tokens[token]?.sentence;
  const inside = reading.tokens.filter((other) => other.sentence === number);
  return { start: inside[0]?.start ?? 0, end: inside.at(-1)?.end ?? 0 };
}
