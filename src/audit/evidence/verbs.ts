import type { AnyTool } from '../../define/index.ts';
import type { Reading } from './reading.ts';

/** What users say for what tools do. A tool belongs to a family by the verb its name begins with, or by its thing. */
const FAMILIES: readonly {
  readonly name: string;
  /** First words of tool names. */
  readonly tool: readonly string[];
  /** Words anywhere in a tool's name. */
  readonly thing?: readonly string[];
  readonly said: readonly string[];
}[] = [
  {
    name: 'cancel',
    tool: ['cancel', 'revoke', 'void'],
    said: ['cancel', 'canceled', 'cancelled', 'cancelling', 'cancellation', 'undo'],
  },
  {
    name: 'return',
    tool: ['return', 'refund'],
    said: ['return', 'returned', 'returning', 'refund', 'refunded', 'back'],
  },
  {
    name: 'exchange',
    tool: ['exchange', 'replace', 'swap'],
    said: [
      'exchange',
      'exchanged',
      'exchanging',
      'swap',
      'replace',
      'replacement',
      'trade',
      'switch',
      'change',
      'reorder',
      'get',
    ],
  },
  {
    name: 'change',
    tool: ['modify', 'update', 'change', 'edit', 'set', 'reschedule', 'move', 'correct'],
    said: [
      'modify',
      'modified',
      'modification',
      'change',
      'changed',
      'changing',
      'update',
      'edit',
      'switch',
      'correct',
      'fix',
      'adjust',
      'move',
      'alter',
      'upgrade',
      'downgrade',
      'exchange',
      'replace',
      'reschedule',
      'deliver',
      'delivered',
      'ship',
      'shipped',
      'use',
      'push',
      'rebook',
      'split',
      'remove',
      'rename',
      'set',
    ],
  },
  {
    name: 'book',
    tool: ['book', 'create', 'order', 'reserve', 'place', 'buy'],
    said: ['book', 'booked', 'booking', 'rebook', 'reserve', 'buy', 'purchase', 'order', 'fly', 'place'],
  },
  {
    name: 'add',
    tool: ['add', 'enable', 'insert'],
    thing: ['baggages'],
    said: [
      'add',
      'added',
      'adding',
      'extra',
      'include',
      'bag',
      'bags',
      'baggage',
      'baggages',
      'suitcase',
      'suitcases',
      'luggage',
    ],
  },
  {
    name: 'remove',
    tool: ['remove', 'delete', 'disable', 'drop'],
    said: ['remove', 'delete', 'drop', 'take'],
  },
  {
    name: 'give',
    tool: ['send', 'issue', 'give', 'grant', 'compensate'],
    thing: ['certificate'],
    said: [
      'compensate',
      'compensated',
      'compensation',
      'voucher',
      'vouchers',
      'certificate',
      'goodwill',
      'gesture',
      'reimburse',
      'reimbursement',
    ],
  },
  {
    name: 'transfer',
    tool: ['transfer', 'escalate'],
    said: ['transfer', 'transferred', 'human', 'supervisor', 'escalate'],
  },
];

const verbsByName = new Map<string, ReadonlySet<string>>();

/** Words by which users ask for what a tool does; empty when the tool's name tells nothing. */
export function verbsOf(tool: Pick<AnyTool, 'name'>): ReadonlySet<string> {
  let verbs = verbsByName.get(tool.name);
  if (verbs === undefined) {
    verbs = collectVerbs(tool);
    verbsByName.set(tool.name, verbs);
  }
  return verbs;
}

function collectVerbs(tool: Pick<AnyTool, 'name'>): ReadonlySet<string> {
  const words = tool.name.split(/[_-]/);
  const [verb = ''] = words;
  const said = FAMILIES.filter(
    (family) => family.tool.includes(verb) || family.thing?.some((word) => words.includes(word)) === true,
  ).flatMap((family) => [...family.said]);
  // A tool of no family is asked for by the first word of its own name.
  return new Set(said.length > 0 ? said : [verb, `${verb}ed`, `${verb}d`, `${verb}ing`, `${verb}al`]);
}

const ALL_VERBS = new Set(FAMILIES.flatMap((family) => family.said));

/** Whether a word says that something is to be done with a thing. */
export function isActionWord(word: string): boolean {
  return ALL_VERBS.has(word);
}

/** Where a text uses one of these words, in the plural too ("two changes"). */
export function findVerbs(reading: Reading, verbs: ReadonlySet<string>): number[] {
  return reading.tokens.flatMap((token, at) => (verbs.has(token.lower) || verbs.has(token.stem) ? [at] : []));
}

/** The word of action that governs a place: the last one before it in its sentence, else the first after it. */
export function verbAt(reading: Reading, at: number): string | undefined {
  const sentence = reading.tokens[at]?.sentence;
  for (let back = at; back >= 0 && reading.tokens[back]?.sentence === sentence; back -= 1) {
    const word = reading.tokens[back]?.lower ?? '';
    if (ALL_VERBS.has(word)) return word;
  }
  for (let on = at + 1; reading.tokens[on]?.sentence === sentence; on += 1) {
    const word = reading.tokens[on]?.lower ?? '';
    if (ALL_VERBS.has(word)) return word;
  }
  return undefined;
}

/** Whether words at a place are governed by one of these verbs, or by none at all. */
export function governedBy(reading: Reading, at: number, verbs: ReadonlySet<string>): boolean {
  const verb = verbAt(reading, at);
  return verb === undefined || verbs.size === 0 || verbs.has(verb);
}
