import { memo } from './memo.ts';
import type { Hit } from './phrases.ts';
import type { Reading } from './reading.ts';
import { fieldWords } from './spellings.ts';

/** A field written as data, `'color': 'red'`: tokens of the field's name and of its value. */
export interface Labelled {
  readonly label: Part;
  readonly value: Part;
  /** The words of the field's name. */
  readonly words: readonly string[];
  /** The value as written, without quotes. */
  readonly text: string;
}

type Part = Pick<Hit, 'first' | 'last' | 'start' | 'end'>;

const PAIR = /(['"])([\p{L}][\p{L}\d_ ./-]*)\1\s*:\s*(?:(['"])([^'"{}]*)\3|(\d[\d.]*|true|false|null))/gu;

/** Fields written as data in a text, in order. */
export const findLabelled = memo((reading: Reading): readonly Labelled[] => {
  if (!reading.text.includes(':')) return [];
  return [...reading.text.matchAll(PAIR)].flatMap((match): Labelled[] => {
    const [whole, , label = '', , quoted, bare] = match;
    const text = quoted ?? bare ?? '';
    const labelStart = match.index + 1;
    const end = match.index + whole.length - (quoted === undefined ? 0 : 1);
    const [name, value] = [
      part(reading, labelStart, labelStart + label.length),
      part(reading, end - text.length, end),
    ];
    if (name === undefined || value === undefined) return [];
    return [{ label: name, value, words: fieldWords(label), text }];
  });
});

function part({ tokens }: Reading, start: number, end: number): Part | undefined {
  const first = tokens.findIndex((token) => token.start >= start);
  let last = first;
  while (last < tokens.length && (tokens[last]?.end ?? 0) <= end) last += 1;
  return first < 0 || last === first ? undefined : { first, last, start, end };
}

/** Which field each token belongs to, by its name or its value. */
const byToken = memo((reading: Reading): ReadonlyMap<number, Labelled> => {
  const fields = new Map<number, Labelled>();
  for (const field of findLabelled(reading)) {
    for (let at = field.label.first; at < field.value.last; at += 1) fields.set(at, field);
  }
  return fields;
});

/** The field whose value, or whose name, words at a place belong to. */
export function labelledAt(reading: Reading, { first }: Pick<Hit, 'first'>): Labelled | undefined {
  return byToken(reading).get(first);
}

/** Whether words at a place are the name of a field rather than its value. */
export function isLabel({ label }: Labelled, place: Pick<Hit, 'first'>): boolean {
  return place.first < label.last;
}

/** Whether a field written as data may be this one: one name holds the words of the other. */
export function isFieldOf({ words }: Labelled, name: string): boolean {
  const own = fieldWords(name);
  if (own.length === 0) return true;
  return own.every((word) => words.includes(word)) || words.every((word) => own.includes(word));
}
