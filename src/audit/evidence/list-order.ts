import { equalJson, isJsonObject, type JsonValue } from '../../base/json/index.ts';
import { differInOrderAlone } from '../alternatives/reordered.ts';
import { leaves } from '../schema/leaves.ts';
import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import { currentOf } from './current.ts';
import { rowsInReach } from './reached.ts';
import { readingOf } from './reading.ts';
import { testifyOnRemaking } from './remaking.ts';
import { spellingsOf } from './spellings.ts';
import { topicsOf } from './topics.ts';
import type { Testimony } from './verdict.ts';

/**
 * The order of a list is settled when it only states anew what stands already, or when the user names an order
 * ("first the smaller card, then the larger one", "and the rest with your card"), or the items in that order. Where the
 * order changes more than the order of what is written, naming things in turn settles nothing.
 */
export function testifyOnPath(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  if (alternative.path === 'undo-and-redo') return testifyOnRemaking(alternative, audited, context);
  const open: Testimony = { side: 'open', strength: 0.5, reason: 'both ways lead to what the user asks for' };
  const { goldValue } = alternative;
  if (alternative.path !== 'list-order' || !Array.isArray(goldValue)) return [open];
  const settled = (reason: string): Testimony[] => [{ side: 'gold', strength: 0.6, reason }];
  const standing = currentOf(alternative, context)?.value;
  if (Array.isArray(standing) && standing.length === goldValue.length)
    return settled('the list is given in the order in which it stands now');
  const sequence = sequenceOf(goldValue, audited, context);
  if (sequence !== undefined)
    return [{ side: 'gold', strength: 0.6, extent: sequence, reason: 'the user names an order' }];
  if (!differInOrderAlone(alternative.changes)) return [open];
  if (standsElsewhere(goldValue, audited, context))
    return settled('the list is given in the order in which it stands elsewhere');
  return inTurn(goldValue, audited)
    ? settled('the items are listed in the order in which the user names them')
    : [open];
}

const SEQUENCE = /\bfirst\b[^.]*\bthen\b|,? then\b|\bthe rest\b/gi;

/** Words of sequence in a sentence that speaks of what the list holds; ids say their kind ("gift_card_12"). */
function sequenceOf(list: readonly unknown[], audited: AuditedTask, context: AuditContext) {
  const reading = readingOf(audited);
  const names = topicsOf(audited, context);
  const kinds = [...JSON.stringify(list).matchAll(/"([a-z]+(?:_[a-z]+)*)_\d{4,}"/g)].flatMap((match) =>
    spellingsOf(match[0].slice(1, -1), { name: 'id' }).map(({ phrase }) => phrase),
  );
  const places = [...kinds.flatMap((kind) => [...reading.phrases.find(kind)]), ...names];
  for (const match of reading.text.matchAll(SEQUENCE)) {
    const extent = { start: match.index, end: match.index + match[0].length };
    const sentence = reading.tokens.find((token) => token.end > extent.start)?.sentence;
    if (places.some((place) => reading.tokens[place.first]?.sentence === sentence)) return extent;
  }
  return undefined;
}

/** Whether a list in a row that the agent can read holds the same items in the same order. */
function standsElsewhere(list: readonly JsonValue[], audited: AuditedTask, context: AuditContext): boolean {
  const holds = (value: JsonValue, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || depth > 3) return false;
    if (
      Array.isArray(value) &&
      value.length === list.length &&
      value.every((item, at) => covers(item, list[at]))
    )
      return true;
    return Object.values(value).some((member) => holds(member as JsonValue, depth + 1));
  };
  return rowsInReach(audited, context).some(({ row }) => holds(row, 0));
}

/** Whether an item of a row says all that an item of a list says. */
function covers(item: JsonValue, listed: JsonValue | undefined): boolean {
  if (!isJsonObject(item) || !isJsonObject(listed)) return equalJson(item, listed);
  return Object.entries(listed).every(([name, value]) => equalJson(item[name], value));
}

/** Whether the text names the items one after another, each by something that no other item has. */
function inTurn(list: readonly JsonValue[], audited: AuditedTask): boolean {
  const reading = readingOf(audited);
  const said = list.map((item) => {
    const places: { value: string; start: number }[] = [];
    leaves(item, (leaf, name) => {
      for (const { phrase } of typeof leaf === 'string' ? spellingsOf(leaf, { name }) : [])
        for (const { start } of reading.phrases.find(phrase)) places.push({ value: String(leaf), start });
    });
    return places;
  });
  const first = said.map((places, at) => {
    const own = places.filter(
      ({ start }) =>
        !said.some((other, index) => index !== at && other.some((place) => place.start === start)),
    );
    return own.length === 0 ? undefined : Math.min(...own.map(({ start }) => start));
  });
  return first.every((start, at) => start !== undefined && (at === 0 || start > (first[at - 1] ?? Infinity)));
}
