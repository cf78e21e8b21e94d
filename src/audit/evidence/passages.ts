import type { JsonObject } from '../../base/json/index.ts';
import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import type { Hit } from './phrases.ts';
import { rowsInReach } from './reached.ts';
import { type Reading, readingOf } from './reading.ts';

interface Anchor extends Hit {
  readonly table: string;
  /** Keys named together ("orders #W12 and #W13"): what follows is said of each of them. */
  readonly keys: readonly string[];
}

const ANCHORS = new WeakMap<AuditedTask, readonly Anchor[]>();

/** Where a scenario names rows by their keys ("for order #W12, …"), in order. */
function anchorsOf(audited: AuditedTask, context: AuditContext): readonly Anchor[] {
  let anchors = ANCHORS.get(audited);
  if (anchors === undefined) {
    const reading = readingOf(audited);
    anchors = rowsInReach(audited, context)
      .flatMap(({ table, key }) => reading.phrases.find(key).map((hit) => ({ ...hit, table, keys: [key] })))
      .sort((left, right) => left.first - right.first)
      .reduce<Anchor[]>((found, next) => joinLast(reading, found, next), []);
    ANCHORS.set(audited, anchors);
  }
  return anchors;
}

/** Adds a key to the one before it when nothing but an "and" or a comma stands between them. */
function joinLast({ tokens }: Reading, found: readonly Anchor[], next: Anchor): Anchor[] {
  const last = found.at(-1);
  const between = last === undefined ? [] : tokens.slice(last.last, next.first);
  const listed = between.every(({ lower }) => ['and', 'or', ',', '#', '&'].includes(lower));
  if (last === undefined || last.table !== next.table || !listed) return [...found, next];
  return [
    ...found.slice(0, -1),
    { ...last, last: next.last, end: next.end, keys: [...last.keys, ...next.keys] },
  ];
}

/**
 * Tells whether words at a place stand in a passage about another row than the one a write is done to. A passage runs
 * from the key that is named first in a sentence, or last before, to the next. Where the write's own row is not named
 * by its key, nothing is told apart.
 */
export function otherPassages(
  alternative: Pick<Alternative, 'actionIndex'>,
  audited: AuditedTask,
  context: AuditContext,
): (place: Pick<Hit, 'first'>) => boolean {
  const args: JsonObject = audited.task.goldActions[alternative.actionIndex]?.args ?? {};
  const named = Object.values(args);
  const isOwn = ({ keys }: Anchor): boolean => keys.some((key) => named.includes(key));
  const table = anchorsOf(audited, context).find(isOwn)?.table;
  const anchors = anchorsOf(audited, context).filter((anchor) => anchor.table === table);
  if (anchors.every(isOwn)) return () => false;
  const reading = readingOf(audited);
  return (place) => {
    const anchor = anchorOver(reading, anchors, place);
    return anchor !== undefined && !isOwn(anchor);
  };
}

function anchorOver(
  reading: Reading,
  anchors: readonly Anchor[],
  place: Pick<Hit, 'first'>,
): Anchor | undefined {
  const before = anchors.findLast((anchor) => anchor.first <= place.first);
  const sentence = reading.tokens[place.first]?.sentence;
  if (before !== undefined && reading.tokens[before.first]?.sentence === sentence) return before;
  const after = anchors.find((anchor) => anchor.first > place.first);
  if (after !== undefined && reading.tokens[after.first]?.sentence === sentence) return after;
  return before;
}
