import type { JsonValue } from '../../base/json/index.ts';
import { type Case, show } from './choice-case.ts';
import type { Fact } from './facts.ts';
import { memo } from './memo.ts';
import { numberNamed } from './quantities.ts';
import type { Reading } from './reading.ts';
import { magnitudeOf } from './scales.ts';
import { fieldWords } from './spellings.ts';
import type { Testimony } from './verdict.ts';

/** Limits on a time of day ("before 11am", "after 8 pm") and amounts to add ("two more bags"). */
export function byBound(file: Case): Testimony[] {
  return [...byTimeOfDay(file), ...byAmount(file), ...byAddition(file)];
}

interface Bound {
  readonly first: number;
  readonly start: number;
  readonly end: number;
  /** Minutes since midnight. */
  readonly minutes: number;
  /** 1 when the value must not be less, -1 when it must not be greater. */
  readonly sign: 1 | -1;
  readonly words: string;
}

/** "Not before 11am", "after 8am and before 9pm", "by 5pm". */
const findBounds = memo((reading: Reading): readonly Bound[] => {
  const { tokens } = reading;
  return tokens.flatMap((token, at): Bound[] => {
    const later = ['after', 'from'].includes(token.lower);
    const earlier = ['before', 'by', 'until'].includes(token.lower);
    const hour = tokens[at + 1];
    if (!(later || earlier) || hour?.kind !== 'number') return [];
    const withMinutes = tokens[at + 2]?.text === ':' && tokens[at + 3]?.kind === 'number';
    const half = tokens[at + (withMinutes ? 4 : 2)];
    if (half === undefined || !['am', 'pm'].includes(half.lower)) return [];
    const minutes =
      (Number(hour.lower) % 12) * 60 +
      (half.lower === 'pm' ? 720 : 0) +
      (withMinutes ? Number(tokens[at + 3]?.lower) : 0);
    const before = tokens.slice(Math.max(0, at - 4), at).map((other) => other.lower);
    const negated = before.some((word) => word === 'not' || word === 'no' || word.endsWith("n't"));
    const sign = later !== negated ? 1 : -1;
    return [
      {
        first: at,
        start: token.start,
        end: half.end,
        minutes,
        sign,
        words: reading.text.slice(token.start, half.end),
      },
    ];
  });
});

function byTimeOfDay(file: Case): Testimony[] {
  return findBounds(file.reading).flatMap((bound) =>
    [...file.gold.values()].flatMap((fact: Fact): Testimony[] => {
      // A limit on when to travel speaks of departures, unless it says arrival.
      if (!/depart|start|begin|time/i.test(fact.name) || /arriv|actual|estimated/i.test(fact.name)) return [];
      const [gold, other] = [fact.value, file.other.get(fact.path)?.value];
      const fits = (value: JsonValue | undefined): boolean | undefined => {
        const magnitude = magnitudeOf(value ?? null);
        return magnitude?.scale === 'clock'
          ? (magnitude.amount - bound.minutes) * bound.sign >= 0
          : undefined;
      };
      const [one, two] = [fits(gold), fits(other)];
      if (one === undefined || two === undefined || one === two) return [];
      const missing = show(one ? other : gold);
      return [
        {
          side: one ? 'gold' : 'other',
          strength: 0.85,
          hard: true,
          extent: bound,
          field: fact.path,
          reason: `${fact.name} ${missing} does not keep to "${bound.words}"`,
        },
      ];
    }),
  );
}

const LIMIT =
  /\b(no more than|not more than|at most|up to|less than|under|below|cheaper than|within|maximum of|at least|more than|over|above)\s+(?:(?:a|an|your|the)\s+(?:budget|maximum|total)\s+of\s+)?(\$?\s*\d[\d,]*(?:\.\d+)?)\s*(\$|usd\b|dollars?\b|euros?\b|eur\b)?/gi;

interface AmountLimit {
  readonly start: number;
  readonly end: number;
  readonly amount: number;
  /** 1 when the value must not be less, -1 when it must not be greater. */
  readonly sign: 1 | -1;
  readonly words: string;
}

/** "No more than 1,400 dollars", "under $50": limits on a sum of money. */
const findAmounts = memo((reading: Reading): readonly AmountLimit[] =>
  [...reading.text.matchAll(LIMIT)].flatMap((match): AmountLimit[] => {
    const [words, side = '', amount = '', unit] = match;
    if (unit === undefined && !amount.startsWith('$')) return [];
    const least = /^(?:at least|more than|over|above)$/i.test(side);
    return [
      {
        start: match.index,
        end: match.index + words.length,
        amount: Number(amount.replace(/[$,\s]/g, '')),
        sign: least ? 1 : -1,
        words,
      },
    ];
  }),
);

/** Only what a thing itself costs is held to a limit; sums of several things need more than one value to judge. */
function byAmount(file: Case): Testimony[] {
  return findAmounts(file.reading).flatMap((limit) =>
    [...file.gold.values()].flatMap((fact): Testimony[] => {
      if (!/^(?:price|cost|fare|amount)$/i.test(fact.name)) return [];
      const [gold, other] = [fact.value, file.other.get(fact.path)?.value];
      if (typeof gold !== 'number' || typeof other !== 'number') return [];
      const [one, two] = [gold, other].map((value) => (value - limit.amount) * limit.sign >= 0);
      if (one === two) return [];
      return [
        {
          side: one ? 'gold' : 'other',
          strength: 0.95,
          hard: true,
          extent: limit,
          field: fact.path,
          reason: `${fact.name} ${show(one ? other : gold)} does not keep to "${limit.words.trim()}"`,
        },
      ];
    }),
  );
}

/** "Add two checked bags", "one more bag": the number that stands now and so many more. */
function byAddition(file: Case): Testimony[] {
  const { goldValue, otherValue, argument } = file.alternative;
  const standing = file.current?.value;
  if (typeof goldValue !== 'number' || typeof otherValue !== 'number' || typeof standing !== 'number')
    return [];
  const nouns = fieldWords(argument ?? '');
  const { tokens } = file.reading;
  return tokens.flatMap((token, at): Testimony[] => {
    const amount = ['a', 'another'].includes(token.lower) ? 1 : numberNamed(token.lower);
    if (amount === undefined) return [];
    const before = tokens.slice(Math.max(0, at - 3), at).map((other) => other.lower);
    const after = tokens.slice(at + 1, at + 4);
    const adds =
      before.some((word) => ['add', 'adding', 'plus'].includes(word)) ||
      token.lower === 'another' ||
      ['more', 'extra', 'additional'].includes(after[0]?.lower ?? '');
    const thing = after.find((other) =>
      nouns.some((noun) => noun.startsWith(other.stem) && other.stem.length > 2),
    );
    if (!adds || thing === undefined) return [];
    const wanted = standing + amount;
    if ((goldValue === wanted) === (otherValue === wanted)) return [];
    const extent = { start: token.start, end: thing.end };
    return [
      {
        side: goldValue === wanted ? 'gold' : 'other',
        strength: 0.9,
        hard: true,
        extent,
        reason: `${amount} more than ${standing} are asked for`,
      },
    ];
  });
}
