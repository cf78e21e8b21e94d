import { type CodePart, type TextShape, tallyOf } from './shape.ts';

/** Texts listed as a start, where nothing better is known of them. */
const MOST_SAMPLES = 40;
/** Texts that hardly repeat are codes; those that do are values of a list. */
const DISTINCT = 0.9;
const LEAST_VARYING = 3;

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])([T ])(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z?)$/;

/** What texts have in common. */
export function textShape(values: readonly string[]): TextShape {
  return timeShape(values) ?? uniqueShape(values) ?? { kind: 'text', samples: samplesOf(values) };
}

/** What the keys of rows have in common: of keys that are built alike no samples are needed. */
export function keyShape(keys: readonly string[]): TextShape {
  return timeShape(keys) ?? uniqueShape(keys) ?? { kind: 'text', samples: [] };
}

function timeShape(values: readonly string[]): TextShape | undefined {
  const [first = ''] = values;
  const sorted = [...values].sort();
  const [low = '', last = ''] = [sorted[0], sorted.at(-1)];
  if (values.every((value) => DATE.test(value))) return { kind: 'date', first: low, last };
  const [, separator = '', zone = ''] = MOMENT.exec(first) ?? [];
  const alike = (value: string): boolean => {
    const found = MOMENT.exec(value);
    return found !== null && found[1] === separator && found[2] === zone;
  };
  if (separator === '' || !values.every(alike)) return undefined;
  return { kind: 'moment', first: plainMoment(low), last: plainMoment(last), separator, zone };
}

function plainMoment(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}`;
}

function uniqueShape(values: readonly string[]): TextShape | undefined {
  const distinct = [...new Set(values)];
  if (distinct.length < 3 || distinct.length < values.length * DISTINCT) return undefined;
  const parts = codeParts(distinct);
  if (parts !== undefined) return { kind: 'code', parts };
  const tails = distinct.map((value) => /^(.*\D)(\d+)$/.exec(value));
  const digits = tails[0]?.[2]?.length ?? 0;
  if (digits < 2 || !tails.every((tail) => tail?.[2]?.length === digits)) return undefined;
  const stems = [...new Set(tails.map((tail) => tail?.[1] as string))];
  return { kind: 'numbered', stems: stems.slice(0, MOST_SAMPLES), digits };
}

/** The build of texts of one length that differ in digits or in letters of one case; undefined when they have none. */
function codeParts(values: readonly string[]): readonly CodePart[] | undefined {
  const [first = ''] = values;
  if (!values.every((value) => value.length === first.length)) return undefined;
  const sorts: (string | CodePart)[] = [];
  for (let at = 0; at < first.length; at += 1) {
    const found = [...new Set(values.map((value) => value[at] as string))];
    if (found.length === 1) sorts.push(found[0] as string);
    else if (found.every((character) => /\d/.test(character))) sorts.push({ sort: 'digits', length: 1 });
    else if (found.every((character) => /[A-Z\d]/.test(character))) sorts.push({ sort: 'upper', length: 1 });
    else if (found.every((character) => /[a-z\d]/.test(character))) sorts.push({ sort: 'lower', length: 1 });
    else return undefined;
  }
  const varying = sorts.filter((sort) => typeof sort !== 'string');
  if (varying.length < LEAST_VARYING) return undefined;
  // Letters between digits of one code, and digits between letters, are of the same sort.
  const mixed = varying.find((sort) => typeof sort !== 'string' && 'sort' in sort && sort.sort !== 'digits');
  const parts: CodePart[] = [];
  for (const sort of sorts) {
    const last = parts.at(-1);
    if (typeof sort === 'string') {
      if (last !== undefined && 'literal' in last) parts[parts.length - 1] = { literal: last.literal + sort };
      else parts.push({ literal: sort });
      continue;
    }
    const wanted = (mixed ?? sort) as { readonly sort: 'digits' | 'upper' | 'lower' };
    if (last !== undefined && 'sort' in last) parts[parts.length - 1] = { ...last, length: last.length + 1 };
    else parts.push({ sort: wanted.sort, length: 1 });
  }
  return parts;
}

function samplesOf(values: readonly string[]) {
  return tallyOf(values).slice(0, MOST_SAMPLES);
}
