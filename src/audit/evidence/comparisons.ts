import type { JsonObject } from '../../base/json/index.ts';
import { type Degree, degreeOf, formOf } from './adjectives.ts';
import { memo } from './memo.ts';
import type { Hit } from './phrases.ts';
import { polarityAt } from './polarity.ts';
import type { Reading } from './reading.ts';
import { type Field, fieldWords } from './spellings.ts';
import type { Token } from './tokens.ts';

/** Words that order values: "cheapest", "less bright", "maximum size". */
export interface Comparison extends Hit {
  readonly degree: 'comparative' | 'superlative';
  /** 1 when more of the field is wanted, -1 when less. */
  readonly sign: 1 | -1;
  /** The adjective's base form; empty when only a noun says what is meant. */
  readonly base: string;
  /** Kinds of field that the adjective speaks of. */
  readonly fields: readonly string[];
  /** Nouns right after it, which name the field where the adjective does not ("highest resolution"). */
  readonly nouns: readonly string[];
}

const DEFINITE = new Set(['the', 'your', 'my']);

/** Finds every comparative and superlative of a text. */
export const findComparisons = memo(seekComparisons);

function seekComparisons(reading: Reading): readonly Comparison[] {
  const found: Comparison[] = [];
  const { tokens } = reading;
  for (let at = 0; at < tokens.length; at += 1) {
    const comparison = comparisonAt(tokens, at);
    if (comparison === undefined) continue;
    if (polarityAt(reading, comparison) === 'against') continue;
    // "The cheaper one" is the cheapest of those there are.
    const definite = DEFINITE.has(tokens[at - 1]?.lower ?? '') && comparison.degree === 'comparative';
    found.push(definite ? { ...comparison, degree: 'superlative' } : comparison);
    at = comparison.last - 1;
  }
  return found;
}

function comparisonAt(tokens: readonly Token[], at: number): Comparison | undefined {
  const token = tokens[at] as Token;
  const next = tokens[at + 1];
  const word = token.lower;
  if (['more', 'less', 'most', 'least'].includes(word) && next?.kind === 'word') {
    const adjective = degreeOf(next.lower) ?? degreeOf(next.lower.replace(/ly$/, ''));
    const inverse = word === 'less' || word === 'least';
    const degree = word === 'more' || word === 'less' ? 'comparative' : 'superlative';
    if (adjective === undefined) {
      const nouns = nounsAfter(tokens, at + 1);
      return build(tokens, at, at + 1, {
        degree,
        base: next.lower,
        sign: inverse ? -1 : 1,
        fields: [],
        nouns,
      });
    }
    return build(tokens, at, at + 2, {
      degree,
      base: next.lower.replace(/ly$/, ''),
      sign: flip(adjective, inverse),
      fields: adjective.fields,
      nouns: nounsAfter(tokens, at + 2),
    });
  }
  const form = formOf(word);
  const adjective = form && degreeOf(form.base);
  if (form === undefined || adjective === undefined) return undefined;
  const before = tokens.slice(Math.max(0, at - 2), at).map((other) => other.lower);
  if (word === 'last' && !(before.includes('the') || before.includes('my') || before.includes('your')))
    return undefined;
  if (word === 'later' && next?.kind !== 'word') return undefined;
  if (word === 'latest' || word === 'earliest')
    return build(tokens, at, at + 1, {
      degree: 'superlative',
      base: form.base,
      sign: adjective.sign,
      fields: adjective.fields,
      nouns: nounsAfter(tokens, at + 1),
    });
  return build(tokens, at, at + 1, {
    degree: form.degree,
    base: form.base,
    sign: adjective.sign,
    fields: adjective.fields,
    nouns: nounsAfter(tokens, at + 1),
  });
}

type Parts = Pick<Comparison, 'degree' | 'base' | 'sign' | 'fields' | 'nouns'>;

function build(tokens: readonly Token[], first: number, last: number, parts: Parts): Comparison {
  return {
    ...parts,
    first,
    last,
    start: (tokens[first] as Token).start,
    end: (tokens[last - 1] as Token).end,
  };
}

function flip(adjective: Degree, inverse: boolean): 1 | -1 {
  return inverse ? (adjective.sign === 1 ? -1 : 1) : adjective.sign;
}

function nounsAfter(tokens: readonly Token[], from: number): string[] {
  const nouns: string[] = [];
  for (const token of tokens.slice(from, from + 3)) {
    if (token.kind !== 'word') break;
    nouns.push(token.stem);
  }
  return nouns;
}

/** Whether a comparison orders the values of a field. */
export function concerns(comparison: Comparison, field: Field): boolean {
  const words = fieldWords(field.name);
  // A total of things counted is no price.
  if (words.length > 1 && words.includes('total') && !words.includes('price')) return false;
  const named = comparison.nouns.some((noun) => words.some((word) => akin(word, noun)));
  const order = field.schema?.['x-order'];
  if (typeof order === 'string' && (order === comparison.base || order === `${comparison.base}er`))
    return true;
  if (comparison.fields.length === 0)
    return named || words.some((word) => akin(word, comparison.base) && comparison.base.length > 3);
  return (
    named || words.some((word) => comparison.fields.includes(word)) || unitFits(comparison, field.schema)
  );
}

/** "time" orders by minutes, "price" by dollars, whatever the field is called. */
function unitFits(comparison: Comparison, schema: JsonObject | undefined): boolean {
  const unit = schema?.['x-unit'];
  if (typeof unit !== 'string') return false;
  if (/usd|eur|gbp|dollar/i.test(unit)) return comparison.fields.includes('price');
  return /min|hour|second/i.test(unit) && comparison.fields.includes('duration');
}

/** The same word but for its ending: bright, brightness; resolution, resolutions. */
function akin(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 4 && long.startsWith(short);
}
