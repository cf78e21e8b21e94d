import type { Scenario } from '../../annotate/index.ts';

/** One thing of the scenario the user may tell. */
export interface Fact {
  /** `fact-1`, `fact-2`, … in the order of the scenario. */
  readonly id: string;
  readonly text: string;
  /** Words an agent asks for it with, lower case. */
  readonly topics: readonly string[];
}

export interface SplitScenario {
  readonly facts: readonly Fact[];
  /** All that is not a fact: what the user wants and how they mean to go about it. */
  readonly situation: string;
}

/** What a sentence that holds a value is about. */
const TOPICS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/@[\w-]+\./, ['email', 'mail', 'address']],
  [/\bzip\b|\bpostal\b|\b\d{5}\b/i, ['zip', 'postal', 'postcode', 'address']],
  [
    /\b[a-z]+_[a-z]+_\d+\b|\buser id\b|\baccount\b/i,
    ['user', 'account', 'username', 'id', 'identity', 'verify'],
  ],
  [
    /\byou are [A-Z]|\byour (full |first |last )?name\b|^name\b|\bname is\b/i,
    ['name', 'identity', 'verify', 'who'],
  ],
  [/#\w*\d|\border\b/i, ['order', 'number', 'id']],
  [/\breservation\b|\bbooking\b|\b(?=[A-Z\d]*\d)[A-Z\d]{6}\b/i, ['reservation', 'booking', 'confirmation']],
  [/\bphone\b|\+?\d[\d ()-]{7,}\d/i, ['phone', 'number']],
  [/\bborn\b|\bbirth\b|\bdob\b/i, ['birth', 'dob', 'born']],
  [/\bcard\b|\bpaypal\b|\bgift\b|\bcertificate\b|\bpay(ment)?\b/i, ['payment', 'card', 'pay', 'refund']],
  [/\baddress\b|\bstreet\b|\bsuite\b/i, ['address', 'street', 'where']],
];

/** A sentence of a free text is a fact when it identifies something; wishes and manners are not facts. */
const IDENTIFIES =
  /@[\w-]+\.|\b[a-z]+_[a-z]+_\d+\b|#\w*\d|\b\d{5}\b|\bdate of birth\b|\byour (user id|email|zip|phone|date of birth|reservation (id|number)|order (id|number))\b/i;

const STOP_WORDS = new Set(
  'about after also been before does dont from have here into just know like more need only other over should some than that their them then there these they this want were what when where which will with would your yours youre'.split(
    ' ',
  ),
);

/** Tells facts from wishes: `known` holds facts alone, of a free instruction those sentences that identify something. */
export function splitScenario(scenario: Scenario): SplitScenario {
  const { instruction, reason, known, preferences, fallback, persona } = scenario;
  const told = sentences(known ?? '');
  const wishes: string[] = [];
  for (const sentence of sentences(instruction ?? '')) {
    if (IDENTIFIES.test(sentence)) told.push(sentence);
    else wishes.push(sentence);
  }
  const situation = [wishes.join(' '), reason, preferences, fallback, persona]
    .filter((part): part is string => part !== undefined && part.trim() !== '')
    .join('\n');
  const facts = told.map((text, index): Fact => ({ id: `fact-${index + 1}`, text, topics: topicsOf(text) }));
  return { facts, situation };
}

function sentences(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?])\s+(?=[A-Z#])/)
    .map((part) => part.replace(/^[-*•]\s*/, '').trim())
    .filter((part) => part !== '');
}

function topicsOf(text: string): string[] {
  const topics = new Set(TOPICS.flatMap(([pattern, words]) => (pattern.test(text) ? words : [])));
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{4,}/g)) {
    if (!STOP_WORDS.has(word)) topics.add(stem(word));
  }
  return [...topics];
}

/** A word without its commonest endings, enough to match "orders" with "order". */
export function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ies|es|s|ing|ed)$/, '') : word;
}
