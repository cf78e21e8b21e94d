import { equalJson, type JsonValue } from '../../base/json/index.ts';
import type { AuditContext, AuditedTask } from '../types.ts';
import { type Case, contrasts, show } from './choice-case.ts';
import { type Comparison, concerns, findComparisons } from './comparisons.ts';
import { stands, targetRows } from './current.ts';
import type { Fact } from './facts.ts';
import { memo } from './memo.ts';
import { numberNamed } from './quantities.ts';
import { rowsInReach } from './reached.ts';
import type { Reading } from './reading.ts';
import { findSameness, keeps } from './sameness.ts';
import { compareValues, magnitudeOf } from './scales.ts';
import { fieldWords } from './spellings.ts';
import type { Testimony } from './verdict.ts';

/** Comparatives and superlatives, resolved against the thing to be replaced and against the choices. */
export function byComparison(file: Case): Testimony[] {
  const testimony: Testimony[] = [];
  for (const comparison of findComparisons(file.reading)) {
    if (!file.inScope(comparison)) continue;
    for (const path of new Set([...file.gold.keys(), ...file.other.keys()])) {
      const fact = file.gold.get(path) ?? (file.other.get(path) as Fact);
      if ((typeof fact.value === 'object' && fact.value !== null) || !concerns(comparison, fact)) continue;
      const found =
        comparison.degree === 'superlative'
          ? superlative(file, comparison, fact)
          : comparative(file, comparison, fact);
      if (found !== undefined) testimony.push(found);
    }
  }
  return [...testimony, ...byStep(file)];
}

function superlative(file: Case, comparison: Comparison, fact: Fact): Testimony | undefined {
  const [gold, other] = [file.gold.get(fact.path)?.value, file.other.get(fact.path)?.value];
  const order = compareValues(gold, other);
  if (order === undefined) return undefined;
  const words = file.reading.text.slice(comparison.start, comparison.end);
  const base = { extent: comparison, field: fact.path };
  if (order === 0) {
    // Equal sums or moments of lists say nothing of what they are made of.
    if (fact.path.includes('.') && Array.isArray(file.alternative.goldValue)) return undefined;
    return {
      ...base,
      side: 'open',
      strength: 0.7,
      tie: true,
      reason: `both are equally "${words}" by ${fact.name} (${show(gold)})`,
    };
  }
  const side = order * comparison.sign > 0 ? 'gold' : 'other';
  return {
    ...base,
    side,
    strength: 0.85,
    reason: `"${words}" by ${fact.name}: ${show(gold)} in gold, ${show(other)} here`,
  };
}

function comparative(file: Case, comparison: Comparison, fact: Fact): Testimony | undefined {
  const standing = file.current?.facts.get(fact.path)?.value;
  // With nothing to compare to, the choices compete: "the speaker that is more expensive".
  if (standing === undefined)
    return file.current === undefined ? superlative(file, comparison, fact) : undefined;
  const [gold, other] = [file.gold.get(fact.path)?.value, file.other.get(fact.path)?.value];
  const fits = (value: JsonValue | undefined): boolean =>
    (compareValues(value, standing) ?? 0) * comparison.sign > 0;
  const words = file.reading.text.slice(comparison.start, comparison.end);
  const base = { extent: comparison, field: fact.path, strength: 0.9, hard: true };
  if (fits(gold) && !fits(other))
    return {
      ...base,
      side: 'gold',
      reason: `${fact.name} ${show(other)} is not "${words}" than ${show(standing)}`,
    };
  if (fits(other) && !fits(gold))
    return {
      ...base,
      side: 'other',
      reason: `${fact.name} ${show(gold)} is not "${words}" than ${show(standing)}`,
    };
  return undefined;
}

const STEP: Readonly<Record<string, 1 | -1>> = {
  less: -1,
  fewer: -1,
  smaller: -1,
  shorter: -1,
  lower: -1,
  down: -1,
  more: 1,
  larger: 1,
  bigger: 1,
  longer: 1,
  higher: 1,
  up: 1,
};

interface Step {
  readonly at: number;
  readonly amount: number;
  readonly noun: string;
  readonly sign: 1 | -1;
  readonly start: number;
  readonly end: number;
}

/** Places such as "500 pieces less" and "one size smaller". */
const findSteps = memo((reading: Reading): readonly Step[] =>
  reading.tokens.flatMap((token, at): Step[] => {
    const amount = numberNamed(token.lower);
    const [noun, word] = [reading.tokens[at + 1], reading.tokens[at + 2]];
    const sign = STEP[word?.lower ?? ''];
    if (amount === undefined || noun === undefined || word === undefined || sign === undefined) return [];
    return [{ at, amount, noun: noun.stem, sign, start: token.start, end: word.end }];
  }),
);

/** The value a stated step away from what stands now. */
function byStep(file: Case): Testimony[] {
  return findSteps(file.reading).flatMap((step): Testimony[] => {
    if (!file.inScope({ first: step.at, last: step.at + 1 })) return [];
    return contrasts(file).flatMap(({ fact, gold, other, standing }): Testimony[] => {
      if (!fieldWords(fact.name).includes(step.noun)) return [];
      const [now, one, two] = [standing, gold, other].map((value) => magnitudeOf(value ?? null));
      if (now === undefined || one === undefined || two === undefined) return [];
      const wanted = now.amount + step.sign * step.amount;
      if ((one.amount === wanted) === (two.amount === wanted)) return [];
      const side = one.amount === wanted ? 'gold' : 'other';
      const reason = `the ${fact.name} is to be ${step.amount} ${step.sign < 0 ? 'less' : 'more'} than ${show(standing)}`;
      return [{ side, strength: 0.95, hard: true, extent: step, field: fact.path, reason }];
    });
  });
}

/** "Same", "similar", "keep": fields that are to stay as they are, or to be as in another thing of the user's. */
export function bySameness(file: Case, audited: AuditedTask, context: AuditContext): Testimony[] {
  const wishes = findSameness(file.reading).filter((wish) => file.inScope(wish));
  if (wishes.length === 0) return [];
  const testimony: Testimony[] = [];
  for (const { fact, gold, other, standing } of contrasts(file)) {
    const wish = wishes.find((item) => !item.asOther && keeps(item, fact.name, file.names));
    if (wish === undefined || standing === undefined) continue;
    const [goldKeeps, otherKeeps] = [equalJson(standing, gold), equalJson(standing, other)];
    if (goldKeeps === otherKeeps) continue;
    const side = goldKeeps ? 'gold' : 'other';
    testimony.push({
      side,
      // Of several values in a list, the words may mean one alone to stay.
      strength: wish.loose ? 0.6 : Array.isArray(file.alternative.goldValue) ? 0.8 : 0.85,
      extent: wish,
      field: fact.path,
      reason: `the ${fact.name} is to stay ${show(standing)}`,
    });
  }
  const asOther = wishes.find((wish) => wish.asOther);
  if (asOther !== undefined) {
    const rows = rowsInReach(audited, context)
      .map(({ row }) => row)
      .filter((row) => row !== file.alternative.goldEntity?.row);
    const [gold, other] = [
      stands(file.alternative.goldValue, rows),
      stands(file.alternative.otherValue, rows),
    ];
    if (gold !== other)
      testimony.push({
        side: gold ? 'gold' : 'other',
        strength: 0.85,
        extent: asOther,
        reason: `only ${show(gold ? file.alternative.goldValue : file.alternative.otherValue)} is the same as one the user has`,
      });
  }
  return testimony;
}

/** "The original payment method": the value that already stands in the rows the write is done to. */
export function byOriginal({ alternative, reading }: Case, context: AuditContext): Testimony[] {
  const phrases = [
    'original',
    'originally',
    'same payment',
    'same card',
    'same method',
    'used to pay',
    'paid with',
  ];
  const hit = phrases
    .flatMap((phrase) => [...reading.phrases.find(phrase)])
    .find((place) => {
      const before = reading.text.slice(Math.max(0, place.start - 30), place.start);
      return !/(?:instead of|rather than|other than|not (?:to )?|different from) (?:the |your )?$/i.test(
        before,
      );
    });
  if (hit === undefined) return [];
  const nouns = reading.tokens.slice(hit.first, hit.last + 3).map((token) => token.stem);
  const words = fieldWords(alternative.argument ?? '');
  const fits = nouns.some(
    (noun) => noun.length > 3 && words.some((word) => word.startsWith(noun.slice(0, 4))),
  );
  if (!fits) return [];
  const rows = targetRows(alternative, context);
  const [gold, other] = [stands(alternative.goldValue, rows), stands(alternative.otherValue, rows)];
  if (gold === other) return [];
  const original = show(gold ? alternative.goldValue : alternative.otherValue);
  return [
    {
      side: gold ? 'gold' : 'other',
      strength: 0.95,
      extent: hit,
      reason: `only ${original} is the original one`,
    },
  ];
}

/** "The other card", "a different payment method": a value of the argument's kind that does not stand there yet. */
export function byOtherThanOriginal({ alternative, reading }: Case, context: AuditContext): Testimony[] {
  const words = fieldWords(alternative.argument ?? '');
  const kind = /^([a-z]+(?:_[a-z]+)*)_\d{4,}$/.exec(String(alternative.goldValue))?.[1];
  const nouns = new Set([...words, ...(kind === undefined ? [] : kind.split('_'))]);
  const token = reading.tokens.find(
    ({ lower }, at) =>
      (lower === 'other' || lower === 'different') &&
      ['the', 'your', 'a', 'my'].includes(reading.tokens[at - 1]?.lower ?? '') &&
      nouns.has(reading.tokens[at + 1]?.stem ?? ''),
  );
  if (token === undefined) return [];
  const rows = targetRows(alternative, context);
  const [gold, other] = [stands(alternative.goldValue, rows), stands(alternative.otherValue, rows)];
  if (gold === other) return [];
  return [
    {
      side: gold ? 'other' : 'gold',
      strength: 0.8,
      extent: token,
      reason: `${show(gold ? alternative.goldValue : alternative.otherValue)} is the one that stands there, not another`,
    },
  ];
}

/** Fields that follow from others or that no user speaks of. */
const SILENT = new Set(['price', 'available', 'item_id', 'id']);

/** Nothing is said of a field: who names no change of it wants none. */
export function byUnaskedChange(file: Case): Testimony[] {
  if (file.current === undefined) return [];
  return contrasts(file).flatMap(({ fact, gold, other, standing }): Testimony[] => {
    if (SILENT.has(fact.name) || typeof fact.value === 'number' || standing === undefined) return [];
    const [goldKeeps, otherKeeps] = [equalJson(standing, gold), equalJson(standing, other)];
    if (goldKeeps === otherKeeps) return [];
    const side = goldKeeps ? 'gold' : 'other';
    return [
      {
        side,
        strength: 0.5,
        field: fact.path,
        reason: `nothing asks to change the ${fact.name} from ${show(standing)}`,
      },
    ];
  });
}
