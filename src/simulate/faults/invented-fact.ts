import type { FaultRule } from './fault.ts';

/** Values that name something: e-mail addresses, ids with digits, long digit strings. */
const VALUE =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|#?[A-Za-z]+\d[\w-]*|#?\b(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-Z\d]{5,8}\b|\b[a-z]+(?:_[a-z]+)*_\d+\b|\b\d[\d,\- ]{3,}\d\b|\b\d{5,}\b/g;
/** A person brought in by name. */
const PERSON =
  /\b(?:name is|named|called|passengers? (?:is|are|named|will be)|(?:my|the) (?:friend|wife|husband|son|daughter|brother|sister|mother|father|colleague|partner)(?: is| named)?,?)\s+([A-Z][a-z]+(?:\s+[A-Z][a-z]+)+)/g;

export const inventedFact: FaultRule = {
  code: 'invented-fact',
  sentence: 'the user gives a name, number or id that is neither in its scenario nor in what the agent said',
  check: ({ text, known, heard, said }) => {
    // What was let pass once is not new later.
    const source = [known, ...heard, ...said].join('\n');
    const lower = source.toLowerCase();
    const bare = onlyAlphanumeric(source);
    for (const value of text.match(VALUE) ?? []) {
      const digits = onlyAlphanumeric(value);
      if (digits.length < 4 || /^(19|20)\d\d$/.test(digits) || isDate(value, source)) continue;
      if (!bare.includes(digits) && !hasDigits(lower, digits)) {
        return `"${value.trim()}" is neither in the scenario nor in what the agent said`;
      }
    }
    for (const [, name = ''] of text.matchAll(PERSON)) {
      const words = name.toLowerCase().split(/\s+/);
      if (!words.every((word) => lower.includes(word))) {
        return `nobody named "${name}" is in the scenario or in what the agent said`;
      }
    }
    return undefined;
  },
};

function onlyAlphanumeric(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]+/g, '');
}

/** Digits alone, for numbers that the source writes with words or signs between them. */
function hasDigits(source: string, value: string): boolean {
  const digits = value.replaceAll(/\D+/g, '');
  return (
    digits.length >= 4 && digits.length === value.length && source.replaceAll(/\D+/g, '').includes(digits)
  );
}

/** A date or a range of days; "12, 2001" only where the source has that day and that year in some form. */
function isDate(value: string, source: string): boolean {
  const text = value.trim();
  const [, day, year] = /^(\d{1,2}),? +((?:19|20)\d\d)$/.exec(text) ?? [];
  if (day !== undefined && year !== undefined) {
    return source.includes(year) && new RegExp(`(?<!\\d)0?${Number(day)}(?!\\d)`).test(source);
  }
  return /^\d{1,4}[-/ ]\d{1,2}[-/ ]\d{1,4}$/.test(text) || /^\d{1,2}\s*-\s*\d{1,2}$/.test(text);
}
