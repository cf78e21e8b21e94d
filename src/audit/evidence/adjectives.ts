/** An adjective of degree: the kinds of field it speaks of, and whether more of it is more of the field. */
export interface Degree {
  readonly fields: readonly string[];
  readonly sign: 1 | -1;
}

const MONEY = ['price', 'cost', 'fare', 'fee', 'charge'];
const EXTENT = [
  'size',
  'capacity',
  'dimension',
  'diameter',
  'room',
  'screen',
  'volume',
  'weight',
  'storage',
  'piece',
  'balance',
  'amount',
];
const LENGTH = ['length', 'duration', 'time', 'hour', 'life'];
const MOMENT = ['departure', 'date', 'time', 'arrival', 'created', 'start', 'day', 'at'];

/** Base forms with their fields. Known to every domain; a field's own `x-order` word comes on top. */
const BASES: Readonly<Record<string, Degree>> = {
  cheap: { fields: MONEY, sign: -1 },
  inexpensive: { fields: MONEY, sign: -1 },
  expensive: { fields: MONEY, sign: 1 },
  costly: { fields: MONEY, sign: 1 },
  pricey: { fields: MONEY, sign: 1 },
  big: { fields: EXTENT, sign: 1 },
  large: { fields: EXTENT, sign: 1 },
  small: { fields: EXTENT, sign: -1 },
  long: { fields: LENGTH, sign: 1 },
  short: { fields: [...LENGTH, 'height'], sign: -1 },
  tall: { fields: ['height'], sign: 1 },
  wide: { fields: ['width', 'view'], sign: 1 },
  narrow: { fields: ['width', 'view'], sign: -1 },
  heavy: { fields: ['weight'], sign: 1 },
  light: { fields: ['weight'], sign: -1 },
  bright: { fields: ['brightness'], sign: 1 },
  dim: { fields: ['brightness'], sign: -1 },
  thick: { fields: ['thickness'], sign: 1 },
  thin: { fields: ['thickness'], sign: -1 },
  fast: { fields: ['duration', 'speed'], sign: -1 },
  quick: { fields: ['duration', 'speed'], sign: -1 },
  slow: { fields: ['duration', 'speed'], sign: 1 },
  early: { fields: MOMENT, sign: -1 },
  late: { fields: MOMENT, sign: 1 },
  new: { fields: ['date', 'created', 'at', 'year'], sign: 1 },
  recent: { fields: ['date', 'created', 'at', 'year'], sign: 1 },
  old: { fields: ['date', 'created', 'at', 'year'], sign: -1 },
  hard: { fields: ['difficulty'], sign: 1 },
  difficult: { fields: ['difficulty'], sign: 1 },
  challenging: { fields: ['difficulty'], sign: 1 },
  easy: { fields: ['difficulty'], sign: -1 },
  simple: { fields: ['difficulty'], sign: -1 },
  strong: { fields: ['strength', 'power', 'pressure'], sign: 1 },
  powerful: { fields: ['power', 'pressure', 'processor'], sign: 1 },
  high: { fields: [], sign: 1 },
  great: { fields: [], sign: 1 },
  low: { fields: [], sign: -1 },
  few: { fields: [], sign: -1 },
};

export interface Form {
  readonly base: string;
  readonly degree: 'comparative' | 'superlative';
}

const FORMS = new Map<string, Form>();
for (const base of Object.keys(BASES)) {
  for (const root of roots(base)) {
    FORMS.set(`${root}er`, { base, degree: 'comparative' });
    FORMS.set(`${root}est`, { base, degree: 'superlative' });
  }
}
FORMS.set('max', { base: 'high', degree: 'superlative' });
FORMS.set('maximum', { base: 'high', degree: 'superlative' });
FORMS.set('min', { base: 'low', degree: 'superlative' });
FORMS.set('minimum', { base: 'low', degree: 'superlative' });
FORMS.set('latest', { base: 'late', degree: 'superlative' });
FORMS.set('last', { base: 'late', degree: 'superlative' });
/** "fewer hours", "sooner". */
FORMS.set('sooner', { base: 'early', degree: 'comparative' });
FORMS.set('soonest', { base: 'early', degree: 'superlative' });

/** What a word such as "cheapest" or "bigger" is a form of. */
export function formOf(word: string): Form | undefined {
  return FORMS.get(word);
}

/** The fields and the direction of an adjective's base form. */
export function degreeOf(base: string): Degree | undefined {
  return BASES[base];
}

/** `big` → `bigg`, `easy` → `easi`, `large` → `larg`, `cheap` → `cheap`. */
function roots(base: string): string[] {
  if (base.endsWith('e')) return [base.slice(0, -1)];
  if (base.endsWith('y')) return [`${base.slice(0, -1)}i`];
  return /[^aeiou][aeiou][gmnt]$/.test(base) ? [`${base}${base.at(-1) ?? ''}`] : [base];
}
