import type { Action } from '../../define/index.ts';
import type { Clause } from '../evidence/clauses.ts';
import { concerns, findComparisons } from '../evidence/comparisons.ts';
import { type EveryWord, findEvery } from '../evidence/extent-words.ts';
import { entityFacts, type Facts } from '../evidence/facts.ts';
import { nameOf } from '../evidence/names.ts';
import { type Reading, readingOf, spanOf } from '../evidence/reading.ts';
import { compareValues } from '../evidence/scales.ts';
import { fieldWords } from '../evidence/spellings.ts';
import { type Topic, topicsOf } from '../evidence/topics.ts';
import { findVerbs, verbAt, verbsOf } from '../evidence/verbs.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { doneWrites, keyParameter, ownedRows, type ReachedRow, rowsInReach, touchedNames } from './world.ts';

export const missingFallback: TaskRule = {
  code: 'missing-fallback',
  sentence: 'Where a wish may be refused or come to nothing, the scenario says what the user does then',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    const reading = readingOf(audited);
    return [
      ...unmetConditions(reading, audited, context),
      ...refusedForSome(reading, audited, context),
      ...refusedExtreme(reading, audited),
    ];
  },
};

/** "…, but only if C" where gold does not do it and nothing says what then. */
function unmetConditions(reading: Reading, audited: AuditedTask, context: AuditContext): RuleFinding[] {
  return reading.clauses.flatMap((condition, at): RuleFinding[] => {
    if (condition.role !== 'condition' || !isCondition(reading, condition)) return [];
    // "If it cannot be cancelled, …" is a fallback itself.
    if (/\b(?:cannot|can't|not possible|impossible|unable)\b/i.test(spanOf(reading, condition).text))
      return [];
    const own = reading.clauses.filter(
      (clause) => clause.role === 'consequence' && clause.conditional === condition.conditional,
    );
    const next = reading.clauses.slice(at + 1).find((clause) => clause.role !== 'consequence');
    if (next?.role === 'otherwise' || next?.role === 'condition') return [];
    if (
      own.length === 0 ||
      own.some((clause) => isRefusal(reading, clause) || isDone(reading, clause, audited, context))
    )
      return [];
    const span = spanOf(reading, condition);
    const wish = spanOf(reading, own[0] as Clause);
    return [
      {
        message: `gold does not do "${wish.text}", so its condition "${span.text}" does not hold, and the scenario does not say what the user does then`,
        evidence: { spans: [{ ...span }, { ...wish }] },
        hint: `add after it: "If not, you …" (for example that the user keeps things as they are)`,
      },
    ];
  });
}

/** "You don't want to cancel if …" is itself what to do when it comes to nothing. */
function isRefusal(reading: Reading, clause: Clause): boolean {
  return /\b(?:do not|don't|no|not|never)\b/i.test(reading.text.slice(clause.start, clause.end));
}

/** Conditions on the world, not on the conversation. */
function isCondition(reading: Reading, clause: Clause): boolean {
  const words = reading.tokens.slice(clause.first, clause.last).map((token) => token.lower);
  if (!words.slice(0, 4).includes('if')) return false;
  return !words.some((word) =>
    [
      'agent',
      'asks',
      'asked',
      'ask',
      'representative',
      'they',
      'tells',
      'multiple',
      'several',
      'options',
    ].includes(word),
  );
}

/** Whether a gold write does what a clause asks for; a clause that asks for no action counts as done. */
function isDone(reading: Reading, clause: Clause, audited: AuditedTask, context: AuditContext): boolean {
  const every = new Set(
    context.domain.tools.filter((tool) => tool.effect === 'write').flatMap((tool) => [...verbsOf(tool)]),
  );
  const said = findVerbs(reading, every).filter((at) => at >= clause.first && at < clause.last);
  if (said.length === 0) return true;
  const topics = topicsOf(audited, context).filter(
    (topic) => topic.first >= clause.first && topic.last <= clause.last,
  );
  return doneWrites(audited).some((step) => {
    const verbs = verbsOf({ name: step.tool });
    if (!said.some((at) => verbs.has(reading.tokens[at]?.lower ?? ''))) return false;
    const touched = touchedNames(step, audited, context);
    return (
      topics.length === 0 ||
      touched.size === 0 ||
      topics.some((topic) => topic.names.some((name) => touched.has(name)))
    );
  });
}

const ESCAPES =
  /\b(?:not possible|impossible|cannot|can't|can not|unable|refuse[sd]?|not allowed|not available|if not|otherwise|if there (?:is|are) (?:no|any issue)|doesn't (?:work|allow)|does not (?:work|allow)|wherever possible|where possible|if possible|possible)\b/i;

/** "All your items", where the tools refuse some of them and no fallback is given. */
function refusedForSome(reading: Reading, audited: AuditedTask, context: AuditContext): RuleFinding[] {
  if (ESCAPES.test(refusalText(reading))) return [];
  const every = findEvery(reading);
  if (every.length === 0) return [];
  const seen = new Set<string>();
  return doneWrites(audited).flatMap((step): RuleFinding[] => {
    const tool = context.domain.tool(step.tool);
    const key = tool && keyParameter(tool);
    if (tool === undefined || key === undefined || seen.has(tool.name)) return [];
    const word = every.find(
      (item) =>
        // The whole of one order is no order more.
        !['whole', 'entire'].includes(reading.tokens[item.first]?.lower ?? '') &&
        !item.restricted &&
        !isWithinOneRow(item, key.table) &&
        governs(reading, item, verbsOf(tool)) &&
        !qualified(reading, item, audited, context, key.table),
    );
    if (word === undefined || word.exceptFrom !== undefined) return [];
    const gold = step.args[key.name];
    const others = ownedRows(audited, context, key.table).filter(
      (row) => row.key !== gold && !isWritten(row, audited),
    );
    const refused = others.filter((row) =>
      refuses(audited, { ...step, args: { ...step.args, [key.name]: row.key } }),
    );
    if (refused.length === 0) return [];
    seen.add(tool.name);
    const span = spanOf(reading, { start: word.start, end: reading.tokens[word.last]?.end ?? word.end });
    return [
      {
        action: step.index,
        message: `"${span.text} …" covers ${refused.length} more of the user's ${key.table} (${refused.map((row) => row.key).join(', ')}) for which ${tool.name} is refused, and the scenario does not say what the user does then`,
        evidence: { spans: [{ ...span }], refused: refused.map((row) => row.key) },
        hint: `add: "If some of them cannot be changed, you accept that and go on with the others."`,
      },
    ];
  });
}

/** "All the items from the order" stays within one row. */
function isWithinOneRow({ words }: EveryWord, table: string): boolean {
  const at = words.indexOf(fieldWords(table)[0] ?? table);
  return (
    at > 1 &&
    ['the', 'that', 'this', 'my', 'your'].includes(words[at - 1] ?? '') &&
    ['of', 'from', 'in', 'on'].includes(words[at - 2] ?? '')
  );
}

const PAYMENT = /\b(?:pay|payment|GC|gift ?card|paypal|credit card|refund to|difference)\b/i;

/** The text without what is said of payment, whose fallbacks are those of another wish. */
function refusalText(reading: Reading): string {
  const texts = reading.clauses.map((clause) => reading.text.slice(clause.start, clause.end));
  return texts
    .filter((text, at) => {
      const about = reading.clauses[at]?.role === 'condition' ? [texts[at - 1], text, texts[at + 1]] : [text];
      return !about.some((other) => other !== undefined && PAYMENT.test(other));
    })
    .join('\n');
}

function governs(reading: Reading, word: EveryWord, verbs: ReadonlySet<string>): boolean {
  const verb = verbAt(reading, word.first);
  return verb !== undefined && verbs.has(verb);
}

/** Whether the words after "all" name a state ("all pending orders") or a thing ("all bookshelves"). */
function qualified(
  reading: Reading,
  word: EveryWord,
  audited: AuditedTask,
  context: AuditContext,
  table: string,
): boolean {
  const topic: Topic | undefined = topicsOf(audited, context).find(
    (item) => item.first > word.first && item.first <= word.first + 4,
  );
  if (topic !== undefined) return true;
  const states = new Set<string>();
  for (const row of rowsInReach(audited, context, table)) {
    if (typeof row.row.status === 'string') for (const part of fieldWords(row.row.status)) states.add(part);
  }
  const nouns = reading.tokens.slice(word.first + 1, word.first + 5).map((token) => token.stem);
  return nouns.some(
    (noun) =>
      states.has(noun) || ['possible', 'eligible', 'that', 'which', 'future', 'upcoming'].includes(noun),
  );
}

function isWritten(row: ReachedRow, audited: AuditedTask): boolean {
  return audited.gold.outcome.changes.some((change) => change.table === row.table && change.key === row.key);
}

function refuses(audited: AuditedTask, action: Action): boolean {
  return audited.start.fork().call({ tool: action.tool, args: action.args }).observation.failed;
}

/** "The gift card with the smallest balance", where the tools refuse that one and gold takes another. */
function refusedExtreme(reading: Reading, audited: AuditedTask): RuleFinding[] {
  const seen = new Set<string>();
  return audited.alternatives.flatMap((alternative): RuleFinding[] => {
    const { goldEntity, actionIndex, argument, choices, kind } = alternative;
    const place = `${actionIndex} ${argument ?? ''}`;
    if (kind !== 'argument' || goldEntity === undefined || argument === undefined || seen.has(place))
      return [];
    seen.add(place);
    // Things with names are chosen by what the user says of them; that is weighed elsewhere.
    if (nameOf(goldEntity.value) !== undefined || nameOf(goldEntity.row) !== undefined) return [];
    const gold = entityFacts(goldEntity);
    const alike = choices.flatMap(({ value, entity, accepted }) => {
      const facts = entity === undefined ? undefined : entityFacts(entity);
      return facts !== undefined && sameKind(gold, facts) ? [{ value, facts, accepted }] : [];
    });
    for (const comparison of findComparisons(reading)) {
      if (comparison.degree !== 'superlative') continue;
      for (const fact of gold.values()) {
        if (typeof fact.value !== 'number' || !concerns(comparison, fact)) continue;
        const better = alike.find(
          ({ facts, accepted }) =>
            !accepted && (compareValues(facts.get(fact.path)?.value, fact.value) ?? 0) * comparison.sign > 0,
        );
        if (better === undefined) continue;
        const span = spanOf(reading, comparison);
        return [
          {
            action: actionIndex,
            argument,
            message: `"${span.text}" by ${fact.name} picks ${JSON.stringify(better.value)} (${String(better.facts.get(fact.path)?.value)}), which is refused; gold takes ${JSON.stringify(alternative.goldValue)} (${fact.value}), and the scenario does not say what the user wants then`,
            evidence: { spans: [{ ...span }], refused: better.value },
            hint: 'add which one the user takes when the first is refused',
          },
        ];
      }
    }
    return [];
  });
}

/** Whether two values are of one kind: they have the same fields, and the same word for what they are. */
function sameKind(one: Facts, two: Facts): boolean {
  return [...one.values()].every((fact) => {
    const other = two.get(fact.path);
    return other !== undefined && (!/^(?:source|type|kind)$/.test(fact.name) || other.value === fact.value);
  });
}
