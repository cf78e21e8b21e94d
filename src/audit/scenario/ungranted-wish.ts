import { polarityAt } from '../evidence/polarity.ts';
import { type Reading, readingOf, sentenceAt, spanOf } from '../evidence/reading.ts';
import { type Topic, topicsOf } from '../evidence/topics.ts';
import { verbAt, verbsOf } from '../evidence/verbs.ts';
import { isInquiry } from '../evidence/wishes.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { doneWrites, namesIn, rowsInReach, touchedNames } from './world.ts';

/** Words after which a wish is taken back or put off. */
const TURNS =
  /\b(?:change (?:your|you|my) mind|only (?:exchange|return|cancel|modify|change)|instead|rather|decide|never mind|nevermind|no action|can only|only one of|forget|don't make any|do not make any|you think|wonder|curious|yourself|not sure yet|if (?:that is |it is )?not possible)\b/i;

export const ungrantedWish: TaskRule = {
  code: 'wish-without-action',
  sentence: 'Every thing that the user plainly asks to act on is acted on by gold',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    const writes = doneWrites(audited);
    if (writes.length === 0) return [];
    const reading = readingOf(audited);
    if (TURNS.test(reading.text)) return [];
    const touched = new Set(writes.flatMap((step) => [...touchedNames(step, audited, context)]));
    if (touched.size === 0) return [];
    const known = namesOwned(audited, context);
    const topics = topicsOf(audited, context);
    const seen = new Set<string>();
    return topics.flatMap((topic, at): RuleFinding[] => {
      if (topic.names.some((name) => touched.has(name)) || !topic.names.some((name) => known.has(name)))
        return [];
      const label = topic.names.join(' / ');
      if (seen.has(label) || !isWish(reading, topic, context)) return [];
      if (
        topics.some(
          (other, position) =>
            position !== at &&
            other.names.some((name) => topic.names.includes(name)) &&
            !isWish(reading, other, context),
        )
      )
        return [];
      seen.add(label);
      const span = spanOf(reading, sentenceAt(reading, topic.first));
      return [
        {
          message: `the user asks for something on "${reading.text.slice(topic.start, topic.end)}" (${label}), but no gold write touches it`,
          evidence: { spans: [{ ...span }] },
          hint: `add the write to gold, or take the ${label} out of the scenario, or say what the user accepts when it is refused`,
        },
      ];
    });
  },
};

function isWish(reading: Reading, topic: Topic, context: AuditContext): boolean {
  if (reading.clauseAt(topic.first)?.role !== 'plain' || polarityAt(reading, topic) !== 'for') return false;
  if (isInquiry(reading, topic.first)) return false;
  const verb = verbAt(reading, topic.first);
  if (verb === undefined) return false;
  const sentence = reading.text.slice(sentenceAt(reading, topic.first).start, topic.start);
  if (!/\b(?:want|wish|like|need|would|also|please|return|exchange|cancel)\b/i.test(sentence)) return false;
  // "the backpack you received with the vacuum cleaner" asks nothing of the cleaner.
  if (
    /\b(?:with|from|in|as|than|like|received|bought|ordered|got|for)\s+(?:the|a|an|your|my|his|her|two|new)?\s*(?:\w+\s+){0,2}$/i.test(
      reading.text.slice(0, topic.start),
    )
  )
    return false;
  const writing = context.domain.tools.filter((tool) => tool.effect === 'write');
  return writing.some((tool) => verbsOf(tool).has(verb));
}

/** Names of things in rows that the user has. */
function namesOwned(audited: AuditedTask, context: AuditContext): Set<string> {
  return new Set(
    rowsInReach(audited, context).flatMap(({ table, row }) => [...namesIn(table, row, audited, context)]),
  );
}
