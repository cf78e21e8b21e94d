import type { Alternative, AuditContext, AuditedTask, Entity } from '../types.ts';
import { show } from './choice.ts';
import { findEvery } from './extent-words.ts';
import { polarityAt } from './polarity.ts';
import { type Reading, readingOf } from './reading.ts';
import { nameOf } from './rows.ts';
import { findTopics } from './topics.ts';
import { verbAt, verbsOf } from './verbs.ts';
import type { Testimony } from './verdict.ts';

/** Everything the scenario says for or against one item less or more in a list. */
export function testifyOnList(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const reading = readingOf(audited);
  const fewer = alternative.kind === 'subset';
  const entity = fewer ? alternative.goldEntity : alternative.otherEntity;
  const item = entity === undefined ? undefined : (nameOf(entity.value) ?? nameOf(entity.row));
  const asked = item === undefined ? undefined : askedFor(reading, item, alternative, context);
  const label = item ?? show(alternative.otherValue);
  const wants = fewer ? 'gold' : 'other';
  const refuses = fewer ? 'other' : 'gold';
  const testimony: Testimony[] = [];
  if (asked?.kind === 'wanted')
    testimony.push({ side: wants, strength: 0.85, extent: asked, reason: `the user asks for it: ${label}` });
  if (asked?.kind === 'refused')
    testimony.push({
      side: refuses,
      strength: 0.9,
      extent: asked,
      reason: `the user leaves it out: ${label}`,
    });
  const every = everyFor(reading, alternative, context);
  if (every !== undefined) {
    const excepted = asked !== undefined && every.exceptFrom !== undefined && asked.first >= every.exceptFrom;
    if (excepted)
      testimony.push({
        side: refuses,
        strength: 0.9,
        extent: asked,
        reason: `the user leaves it out of all: ${label}`,
      });
    else
      testimony.push({
        side: wants,
        strength: every.exceptFrom === undefined ? 0.8 : 0.6,
        extent: every,
        reason: `the user asks for all, so for it too: ${label}`,
      });
  } else if (asked === undefined) {
    testimony.push({
      side: 'gold',
      strength: fewer ? 0.45 : 0.7,
      reason: fewer ? `nothing asks to leave it out: ${label}` : `nothing asks for it: ${label}`,
    });
  }
  if (entityIsNamedTwice(reading, entity))
    testimony.push({ side: 'open', strength: 0.3, reason: `the scenario names ${label} more than once` });
  return testimony;
}

function askedFor(reading: Reading, name: string, alternative: Alternative, context: AuditContext) {
  const tool = context.domain.tool(alternative.tool);
  const verbs = tool === undefined ? new Set<string>() : verbsOf(tool);
  const topics = findTopics(reading, [name]);
  const governed = topics.filter((topic) => {
    const verb = verbAt(reading, topic.first);
    return verb === undefined || verbs.has(verb);
  });
  const hit = governed.find((topic) => polarityAt(reading, topic) !== 'against') ?? governed[0];
  if (hit === undefined) return undefined;
  const kind = polarityAt(reading, hit) === 'against' ? ('refused' as const) : ('wanted' as const);
  return { ...hit, kind };
}

function everyFor(reading: Reading, alternative: Alternative, context: AuditContext) {
  const tool = context.domain.tool(alternative.tool);
  const verbs = tool === undefined ? new Set<string>() : verbsOf(tool);
  return findEvery(reading).find((word) => {
    const verb = verbAt(reading, word.first);
    return verb !== undefined && verbs.has(verb);
  });
}

function entityIsNamedTwice(reading: Reading, entity: Entity | undefined): boolean {
  const name = entity === undefined ? undefined : (nameOf(entity.value) ?? nameOf(entity.row));
  return name !== undefined && findTopics(reading, [name]).length > 3;
}
