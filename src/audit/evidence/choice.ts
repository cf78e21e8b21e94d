import { equalJson } from '../../base/json/index.ts';
import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import { byBound } from './choice-bounds.ts';
import { openCase } from './choice-case.ts';
import { byKinds } from './choice-kinds.ts';
import { byMeans } from './choice-means.ts';
import { byMention } from './choice-mentions.ts';
import {
  byComparison,
  byOriginal,
  byOtherThanOriginal,
  bySameness,
  byUnaskedChange,
} from './choice-order.ts';
import { nameOf } from './names.ts';
import { otherPassages } from './passages.ts';
import { readingOf } from './reading.ts';
import { topicsOf } from './topics.ts';
import { verbsOf } from './verbs.ts';
import { strongest, type Testimony } from './verdict.ts';
import { askedThings } from './wishes.ts';

/** Everything the scenario says for or against another value of one argument. */
export function testifyOnChoice(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const named = byName(alternative, audited, context);
  if (named !== undefined) return named;
  const file = openCase(alternative, audited, context);
  const constraints = [
    ...byMention(file),
    ...byKinds(file),
    ...byMeans(file, audited, context),
    ...byBound(file),
    ...bySameness(file, audited, context),
    ...byOriginal(file, context),
    ...byOtherThanOriginal(file, context),
  ];
  const orders = byComparison(file);
  const bound = strongest(constraints, 'gold');
  const shared = constraints.map((item) => sharedWord(item, alternative, audited));
  return [
    ...shared,
    // "The cheapest black one": what is not black does not compete.
    ...orders.filter((item) => item.side !== 'other' || item.hard || (bound?.strength ?? 0) < 0.55),
    ...byUnaskedChange(file),
  ];
}

/**
 * A word that names the other value may belong to another gold write that takes it: "you ordered a jacket by mistake …
 * also cancel the second order" says nothing of the second reason.
 */
function sharedWord(
  item: Testimony,
  { tool, argument, otherValue, actionIndex }: Alternative,
  audited: AuditedTask,
): Testimony {
  if (item.side !== 'other' || argument === undefined) return item;
  const owner = audited.writes.find(
    ({ index, action }) =>
      index !== actionIndex && action.tool === tool && equalJson(action.args[argument], otherValue),
  );
  if (owner === undefined) return item;
  return {
    ...item,
    side: 'open',
    strength: 0.5,
    reason: `${item.reason}, which may be meant for gold action ${owner.index + 1} alone`,
  };
}

/** Values that name things of different names ("lamp" or "bottle"): only the name tells them apart. */
function byName(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] | undefined {
  const { goldEntity, otherEntity } = alternative;
  const gold = nameOf(goldEntity?.value) ?? nameOf(goldEntity?.row);
  const other = nameOf(otherEntity?.value) ?? nameOf(otherEntity?.row);
  if (gold === undefined || other === undefined || gold === other) return undefined;
  const reading = readingOf(audited);
  const elsewhere = otherPassages(alternative, audited, context);
  const topics = topicsOf(audited, context).filter((topic) => !elsewhere(topic));
  const verbs = verbsOf({ name: alternative.tool });
  const [wanted] = askedThings(reading, topics, new Set([gold]), verbs);
  const [unwanted] = askedThings(reading, topics, new Set([other]), verbs);
  const testimony: Testimony[] = [];
  if (wanted !== undefined && wanted.polarity !== 'against') {
    testimony.push({
      side: 'gold',
      strength: 0.85,
      extent: wanted.topic,
      reason: `the user asks for it: ${gold}`,
    });
  }
  if (unwanted?.polarity === 'against') {
    testimony.push({
      side: 'gold',
      strength: 0.9,
      extent: unwanted.topic,
      reason: `the user leaves it out: ${other}`,
    });
  }
  if (unwanted?.polarity === 'for' && wanted === undefined) {
    testimony.push({
      side: 'other',
      strength: 0.7,
      extent: unwanted.topic,
      reason: `the user asks for it: ${other}`,
    });
  }
  if (testimony.length === 0) {
    const mentioned = topics.find((topic) => topic.names.includes(gold));
    if (mentioned !== undefined)
      testimony.push({
        side: 'gold',
        strength: 0.5,
        extent: mentioned,
        reason: `the user speaks of it: ${gold}`,
      });
  }
  return testimony;
}
