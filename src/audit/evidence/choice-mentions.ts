import { equalJson, type JsonValue } from '../../base/json/index.ts';
import { type Case, type Contrast, contrasts, show } from './choice-case.ts';
import { findComparisons } from './comparisons.ts';
import { fieldMentions, type Mention } from './mentions.ts';
import type { Hit } from './phrases.ts';
import { findRankings, rankOf } from './preferences.ts';
import { type Reading, sentenceAt } from './reading.ts';
import { fieldWords } from './spellings.ts';
import type { Testimony } from './verdict.ts';

/** Values that the words name, while they do not name the other. */
export function byMention(file: Case): Testimony[] {
  return contrasts(file).flatMap((contrast) => {
    const { fact, gold, other } = contrast;
    if (typeof fact.value === 'object' && fact.value !== null) return [];
    const mentions = fieldMentions(file.reading, file.valuesOf(contrast), fact);
    const isKey = equalJson(gold, file.alternative.goldValue) && file.alternative.goldEntity !== undefined;
    const said = (value: JsonValue | undefined): readonly Mention[] => {
      if (value === undefined) return [];
      const all = mentions.get(JSON.stringify(value)) ?? [];
      return all.filter((mention) => isKey || (file.inScope(mention) && belongs(file, mention, fact.name)));
    };
    const forOther = said(other).filter(
      (mention) => !introduces(file.reading, mention) && !isGivenUp(file.reading, mention),
    );
    return compare(file, contrast, said(gold), forOther);
  });
}

/** "You are Ann Lee", "ann_lee_42": who the user is says nothing of what the user wants. */
function introduces(reading: Reading, mention: Mention): boolean {
  if (reading.text[mention.start - 1] === '_' || reading.text[mention.end] === '_') return true;
  const before = reading.text.slice(Math.max(0, mention.start - 40), mention.start);
  return /\b(?:you are|your name is|my name is|i am)\s+(?:[\p{L}'-]+\s+){0,2}$/iu.test(before);
}

/** "Medium sized, high ventilation": a word beside the name of another field speaks of that field. */
function belongs(file: Case, mention: Mention, field: string): boolean {
  const { reading, names } = file;
  if (file.current === undefined && file.gold.has('name') && isTarget(reading, mention)) return false;
  if (isStep(reading, mention)) return false;
  const beside = reading.tokens[mention.last];
  if (beside === undefined || beside.kind !== 'word') return true;
  const akin = (name: string): boolean =>
    fieldWords(name).some(
      (word) =>
        word.length > 2 &&
        (beside.stem === word || (word.length > 3 && beside.stem.startsWith(word.slice(0, 4)))),
    );
  return akin(field) || !names.some((name) => name !== field && akin(name));
}

function compare(
  file: Case,
  { fact, gold, other, standing }: Contrast,
  forGold: readonly Mention[],
  forOther: readonly Mention[],
): Testimony[] {
  const label = fieldWords(fact.name).join(' ') || 'value';
  const open = [...forGold, ...forOther].find((mention) => mention.polarity === 'open');
  if (open !== undefined) {
    return [
      {
        side: 'open',
        strength: 0.8,
        extent: open,
        field: fact.path,
        reason: `the user does not mind about the ${label}`,
      },
    ];
  }
  const ranked = byRanking(file.reading, forGold, forOther);
  if (ranked !== undefined) {
    return [
      {
        side: ranked.side,
        strength: 0.9,
        extent: ranked.mention,
        field: fact.path,
        reason: `the ${label} is ranked`,
      },
    ];
  }
  const testimony: Testimony[] = [];
  const say = (side: Testimony['side'], mention: Mention, strength: number, reason: string): void => {
    testimony.push({ side, strength: strength * mention.weight, extent: mention, field: fact.path, reason });
  };
  const best = (mentions: readonly Mention[]): Mention | undefined =>
    mentions.find((mention) => mention.polarity === 'for') ??
    mentions.find((mention) => mention.polarity !== 'against');
  const [wantsGold, wantsOther] = [best(forGold), best(forOther)];
  const refuses = (mentions: readonly Mention[]): Mention | undefined =>
    mentions.find((mention) => mention.polarity === 'against');
  const otherStands = standing !== undefined && equalJson(standing, other);
  const goldStands = standing !== undefined && equalJson(standing, gold);
  const named = `names ${label}`;
  if (wantsGold !== undefined && wantsOther === undefined && isVague(file.reading, wantsGold, gold, other)) {
    say('gold', wantsGold, 0.4, `the user names ${label} ${show(gold)}`);
    say(
      'open',
      wantsGold,
      0.7,
      `"${words(file.reading, wantsGold)}" fits ${label} ${show(other)} too, and the user asks for an extreme`,
    );
    return testimony;
  }
  if (wantsOther === undefined) {
    const refused = refuses(forOther);
    if (refused !== undefined) say('gold', refused, 0.95, `the user rules out ${label} ${show(other)}`);
    if (wantsGold !== undefined) say('gold', wantsGold, 1, `the user ${named} ${show(gold)}`);
  } else if (wantsGold === undefined) {
    if (!otherStands) say('other', wantsOther, 1, `the user ${named} ${show(other)}`);
  } else if (isSecondThought(file.reading, wantsGold) && !isSecondThought(file.reading, wantsOther)) {
    say('gold', wantsGold, 0.85, `the user comes to ${label} ${show(gold)} in the end`);
  } else if (wantsGold.polarity !== 'fallback' && wantsOther.polarity === 'fallback') {
    say(
      'gold',
      wantsGold,
      0.95,
      `the user ${named} ${show(gold)} first, and ${show(other)} only if that fails`,
    );
  } else if (wantsGold.polarity === 'fallback' && wantsOther.polarity !== 'fallback') {
    say('other', wantsOther, 0.75, `the user ${named} ${show(other)} first`);
  } else if (otherStands) {
    say('gold', wantsGold, 0.9, `the user ${named} ${show(gold)}`);
  } else if (goldStands) {
    say('other', wantsOther, 0.5, `the user ${named} ${show(other)}`);
  }
  const refusedGold = refuses(forGold);
  if (refusedGold !== undefined && wantsGold === undefined && !goldStands)
    say('other', refusedGold, 0.6, `the user rules out ${label} ${show(gold)}`);
  return testimony;
}

function byRanking(
  reading: Reading,
  gold: readonly Mention[],
  other: readonly Mention[],
): { side: 'gold' | 'other'; mention: Mention } | undefined {
  for (const ranking of findRankings(reading)) {
    for (const one of gold) {
      for (const two of other) {
        const [first, second] = [rankOf(ranking, one.first), rankOf(ranking, two.first)];
        if (first === undefined || second === undefined || first === second) continue;
        return first < second ? { side: 'gold', mention: one } : { side: 'other', mention: two };
      }
    }
  }
  return undefined;
}

const TURNING = new Set([
  'exchange',
  'change',
  'modify',
  'switch',
  'swap',
  'replace',
  'upgrade',
  'adjust',
  'update',
  'trade',
]);

/** Whether words say what a thing is to be changed to: they follow "to" or "for" after a verb of change. */
export function isTarget(reading: Reading, mention: Pick<Hit, 'first'>): boolean {
  let pivot = false;
  for (let at = mention.first - 1; at >= 0; at -= 1) {
    const token = reading.tokens[at];
    if (token === undefined || token.sentence !== reading.tokens[mention.first]?.sentence) return false;
    if (TURNING.has(token.lower)) return pivot;
    if (['to', 'for', 'into'].includes(token.lower)) pivot = true;
    if (['return', 'cancel', 'refund'].includes(token.lower)) return false;
  }
  return false;
}

/** "500 pieces less": an amount by which, not a value. */
function isStep(reading: Reading, mention: Mention): boolean {
  const after = reading.tokens.slice(mention.last, mention.last + 2).map((token) => token.lower);
  return after.some((word) =>
    ['less', 'fewer', 'more', 'smaller', 'bigger', 'shorter', 'longer', 'larger'].includes(word),
  );
}

/** "At first you want the black one, but then you change your mind and …": what was wished before the turn. */
function isGivenUp(reading: Reading, mention: Mention): boolean {
  const { start, end } = sentenceAt(reading, mention.first);
  const [before, after] = [reading.text.slice(start, mention.start), reading.text.slice(mention.end, end)];
  return /\b(?:initially|at first|originally)\b/i.test(before) && TURN.test(after);
}

const TURN = /\b(?:your|you|my) mind\b|\binstead\b|\bactually\b/i;

/** Whether words stand where the user changes their mind. */
function isSecondThought(reading: Reading, mention: Mention): boolean {
  const clause = reading.clauseAt(mention.first);
  return clause !== undefined && TURN.test(reading.text.slice(clause.start, clause.end));
}

function words(reading: Reading, hit: Hit): string {
  return reading.text.slice(hit.start, hit.end);
}

/**
 * Whether a name fits the other value too, being part of it ("economy" of "basic economy"),
 * in a sentence that asks for the cheapest or the like, so that the reader looks for the widest choice.
 */
function isVague(
  reading: Reading,
  mention: Mention,
  gold: JsonValue | undefined,
  other: JsonValue | undefined,
): boolean {
  if (typeof gold !== 'string' || typeof other !== 'string') return false;
  const [short, long] = [fieldWords(gold), fieldWords(other)];
  if (long.length <= short.length || !short.every((word) => long.includes(word))) return false;
  const sentence = reading.tokens[mention.first]?.sentence;
  return findComparisons(reading).some(
    (comparison) =>
      comparison.degree === 'superlative' && reading.tokens[comparison.first]?.sentence === sentence,
  );
}
