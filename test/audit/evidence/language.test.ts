import { describe, expect, it } from 'vitest';
import { findComparisons } from '../../../src/audit/evidence/comparisons.ts';
import { findEvery } from '../../../src/audit/evidence/extent-words.ts';
import { fieldMentions } from '../../../src/audit/evidence/mentions.ts';
import { findRankings } from '../../../src/audit/evidence/preferences.ts';
import { readText } from '../../../src/audit/evidence/reading.ts';
import { findSameness, keeps } from '../../../src/audit/evidence/sameness.ts';
import { compareValues } from '../../../src/audit/evidence/scales.ts';

type Case = readonly [
  text: string,
  field: string,
  values: readonly (string | number | boolean)[],
  said: Record<string, string>,
];

const MENTIONS: readonly Case[] = [
  ['a grey rug, please', 'color', ['gray', 'red'], { gray: 'for' }],
  ['the two litre jug', 'capacity', ['2 liters', '1 liter'], { '2 liters': 'for' }],
  ['a four foot ladder', 'height', ['4 ft', '6 ft'], { '4 ft': 'for' }],
  ['an extra large coat', 'size', ['L', 'XL'], { XL: 'for' }],
  ['not the red one', 'color', ['red', 'blue'], { red: 'against' }],
  ['any rug other than blue', 'color', ['red', 'blue'], { blue: 'against' }],
  ['you do not care about waterproof or not', 'waterproof', ['yes', 'no'], { yes: 'open' }],
  ['basic economy is fine', 'cabin', ['basic_economy', 'economy'], { basic_economy: 'for' }],
  ['pay with your gift card', 'source', ['gift_card', 'credit_card'], { gift_card: 'for' }],
  [
    'use GC, but if it is not possible, PayPal is fine',
    'source',
    ['gift_card', 'paypal'],
    { gift_card: 'for', paypal: 'fallback' },
  ],
  ['leave on May 3rd', 'date', ['2031-05-03', '2031-05-04'], { '2031-05-03': 'for' }],
  ['the flight at 3pm', 'departure', ['15:00:00', '13:00:00'], { '15:00:00': 'for' }],
  ['sent to Texas', 'state', ['TX', 'WA'], { TX: 'for' }],
  ['one with a soft shell', 'case', ['softshell', 'hardshell'], { softshell: 'for' }],
  ['the order 7700123', 'order_id', ['#W7700123', '#W7700124'], { '#W7700123': 'for' }],
  ['10000 steps a day', 'size', ['10', '11'], {}],
];

const COMPARISONS: readonly (readonly [string, string, 1 | -1, string])[] = [
  ['the cheapest kettle', 'cheapest', -1, 'superlative'],
  ['a less bright lamp', 'less bright', -1, 'comparative'],
  ['a bigger bottle', 'bigger', 1, 'comparative'],
  ['the more expensive one', 'more expensive', 1, 'superlative'],
  ['with the maximum zoom', 'maximum', 1, 'superlative'],
  ['the earliest flight', 'earliest', -1, 'superlative'],
  ['the order you most recently placed', 'most recently', 1, 'superlative'],
];

describe('reading of scenarios', () => {
  it.each(MENTIONS)('finds in "%s" by %s', (text, name, values, said) => {
    const mentions = fieldMentions(readText(text), values, { name });
    const found = Object.fromEntries(
      values.flatMap((value) =>
        (mentions.get(JSON.stringify(value)) ?? []).slice(0, 1).map(({ polarity }) => [value, polarity]),
      ),
    );
    expect(found).toEqual(said);
  });

  it.each(COMPARISONS)('takes "%s" for an order of values', (text, words, sign, degree) => {
    const [first] = findComparisons(readText(text));
    expect(
      first && { words: text.slice(first.start, first.end), sign: first.sign, degree: first.degree },
    ).toEqual({ words, sign, degree });
  });

  it('compares values of one field by their units and by ordered words', () => {
    expect(compareValues('1 TB', '512GB')).toBe(1);
    expect(compareValues('500ml', '1.5L')).toBe(-1);
    expect(compareValues('medium', 'high')).toBe(-1);
    expect(compareValues('XL', 'M')).toBe(1);
    expect(compareValues('red', 'blue')).toBeUndefined();
  });

  it('tells fields to keep from fields to change', () => {
    const [wish] = findSameness(readText('a red one of the same size'));
    expect(wish && [keeps(wish, 'size', ['size', 'color']), keeps(wish, 'color', ['size', 'color'])]).toEqual(
      [true, false],
    );
  });

  it('reads rankings', () => {
    expect(findRankings(readText('any lamp (prefer battery > USB > mains)'))[0]?.ranks).toHaveLength(3);
    expect(findRankings(readText('you prefer oak over pine'))).toHaveLength(1);
  });

  it('reads what "all" leaves out', () => {
    const [all] = findEvery(readText('return everything but the lamp'));
    expect(all?.exceptFrom).toBe(2);
    expect(findEvery(readText('after all you want it'))).toEqual([]);
  });

  it('tells conditions from what hangs on them', () => {
    const roles = readText('If it is sold out, cancel the order. Otherwise, keep it.').clauses.map(
      ({ role }) => role,
    );
    expect(roles).toEqual(['condition', 'consequence', 'otherwise', 'otherwise']);
  });
});
