import { canonicalJson, hashJson, isJsonObject, type JsonValue } from '../base/json/index.ts';
import type { Change, Outcome } from '../environment/index.ts';

/**
 * An outcome with the keys of rows that the trial itself added replaced by symbols (`new-1`, `new-2`, …), so that two
 * trials which differ in made-up ids alone end alike. An outcome without added rows keeps its hash.
 */
export function symbolicOutcome(outcome: Outcome): Outcome {
  const added = outcome.changes.filter((change) => change.path.length === 0 && change.before === undefined);
  if (added.length === 0) return outcome;
  const names = new Map<string, string>();
  const inOrder = added
    .map((change) => ({
      change,
      text: `${change.table} ${canonicalJson(rename(change.after, new Map([[change.key, '*']])))}`,
    }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
  for (const { change } of inOrder) names.set(change.key, `new-${names.size + 1}`);
  const changes = outcome.changes.map((change): Change => {
    const { before, after } = change;
    return {
      table: change.table,
      key: names.get(change.key) ?? change.key,
      path: change.path.map((step) => (typeof step === 'string' ? (names.get(step) ?? step) : step)),
      ...(before !== undefined && { before: rename(before, names) }),
      ...(after !== undefined && { after: rename(after, names) }),
    };
  });
  const text = changes.map((change) => canonicalJson(change as unknown as JsonValue)).sort();
  return { hash: hashJson(text), changes };
}

function rename(value: JsonValue | undefined, names: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => rename(item, names));
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [names.get(key) ?? key, rename(member, names)]),
  );
}
